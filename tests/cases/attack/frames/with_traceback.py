# why: with_traceback of an error takes and gives tracebacks under a name without underscores.
# source: https://docs.python.org/3/library/exceptions.html#BaseException.with_traceback
try:
    1 / 0
except ZeroDivisionError as error:
    getattr(error.with_traceback(None), "__trace" + "back__")
