# why: a worker that closes its own socket can never report.
# source: https://man7.org/linux/man-pages/man2/close.2.html
call("close", 3)
time.sleep(100)
