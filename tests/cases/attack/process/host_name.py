# why: the name of the host is seen by every process of the namespace.
# source: https://man7.org/linux/man-pages/man2/sethostname.2.html
answer = attempt(socket.sethostname, "macro")
