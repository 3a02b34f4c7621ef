# why: a named pipe waits for a process that opens it.
# source: https://man7.org/linux/man-pages/man2/mknod.2.html
answer = attempt(os.mkfifo, "/tmp/macro_pipe")
