# why: the new mount calls make a file system without the call mount.
# source: https://man7.org/linux/man-pages/man2/fsopen.2.html
answer = call(430, b"tmpfs", 0)
