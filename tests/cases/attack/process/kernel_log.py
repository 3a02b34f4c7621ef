# why: the log of the kernel has addresses and the names of programs.
# source: https://man7.org/linux/man-pages/man2/syslog.2.html
answer = "ok" if libc.klogctl(3, buffer, 4096) >= 0 else errno.errorcode[ctypes.get_errno()]
