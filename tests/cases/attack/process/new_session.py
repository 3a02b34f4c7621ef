# why: a session of its own takes a process out of the group that is killed.
# source: https://man7.org/linux/man-pages/man2/setsid.2.html
answer = attempt(os.setsid)
