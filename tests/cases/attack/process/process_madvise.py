# why: process_madvise gives advice about the memory of another process.
# source: https://man7.org/linux/man-pages/man2/process_madvise.2.html
answer = call(440, 3, buffer, 1, 4, 0)
