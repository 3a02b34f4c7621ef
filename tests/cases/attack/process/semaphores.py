# why: a set of System V semaphores outlives the process that made it.
# source: https://man7.org/linux/man-pages/man2/semget.2.html
answer = "ok" if libc.semget(1, 1, 0o1600) >= 0 else errno.errorcode[ctypes.get_errno()]
