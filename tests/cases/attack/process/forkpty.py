# why: forkpty opens a terminal and forks in one call of the C library.
# source: https://docs.python.org/3/library/os.html#os.forkpty
answer = attempt(os.forkpty)
