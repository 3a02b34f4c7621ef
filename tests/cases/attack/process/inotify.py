# why: inotify tells what happens in a folder.
# source: https://man7.org/linux/man-pages/man7/inotify.7.html
answer = "ok" if libc.inotify_init1(0) >= 0 else errno.errorcode[ctypes.get_errno()]
