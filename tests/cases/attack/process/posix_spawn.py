# why: posix_spawn starts a program without fork in the caller's text.
# source: https://docs.python.org/3/library/os.html#os.posix_spawn
answer = attempt(os.posix_spawn, "/bin/true", ["true"], {})
