# why: a file that is renamed is as lost to its owner as one that is removed.
# source: https://man7.org/linux/man-pages/man2/rename.2.html
answer = attempt(os.rename, "/etc/passwd", "/etc/passwd.old")
