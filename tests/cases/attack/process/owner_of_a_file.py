# why: the owner of a file decides who may write it.
# source: https://man7.org/linux/man-pages/man2/chown.2.html
answer = attempt(os.chown, "/etc/passwd", os.getuid(), -1)
