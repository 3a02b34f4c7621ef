# why: a format text reads the builtins of a generator's frame.
# source: https://docs.python.org/3/library/string.html#format-string-syntax
g = (n for n in [1])
"{0.gi_frame.f_builtins}".format(g)
