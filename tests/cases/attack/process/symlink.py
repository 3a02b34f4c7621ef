# why: a link in a shared folder is followed by whoever opens it next.
# source: https://man7.org/linux/man-pages/man2/symlink.2.html
answer = attempt(os.symlink, "/etc/shadow", "/tmp/macro_link")
