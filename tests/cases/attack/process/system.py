# why: system() starts a shell.
# source: https://man7.org/linux/man-pages/man3/system.3.html
answer = libc.system(b"true")
