# why: an extended attribute is read by path without opening the file.
# source: https://man7.org/linux/man-pages/man2/getxattr.2.html
answer = attempt(os.getxattr, "/etc/passwd", "user.note")
