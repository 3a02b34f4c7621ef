# why: a worker that switches off the timer of its own limit hopes to run on for ever.
# source: https://man7.org/linux/man-pages/man2/setitimer.2.html
signal.setitimer(signal.ITIMER_REAL, 0)
while True:
    pass
