# why: a queue of System V messages is found by number, without a path.
# source: https://man7.org/linux/man-pages/man2/msgget.2.html
answer = "ok" if libc.msgget(1, 0o1600) >= 0 else errno.errorcode[ctypes.get_errno()]
