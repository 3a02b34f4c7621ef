# why: a clock that is set back makes every deadline later.
# source: https://man7.org/linux/man-pages/man2/clock_settime.2.html
answer = attempt(time.clock_settime, time.CLOCK_REALTIME, 0)
