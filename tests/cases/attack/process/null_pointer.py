# why: a read of address 0 ends the interpreter in the middle of the run.
# source: https://docs.python.org/3/library/ctypes.html#ctypes.string_at
ctypes.string_at(0)
