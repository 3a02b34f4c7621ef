# why: the parent is bound to one processor, which the worker keeps busy.
# source: https://man7.org/linux/man-pages/man2/sched_setaffinity.2.html
answer = attempt(os.sched_setaffinity, os.getppid(), {0})
