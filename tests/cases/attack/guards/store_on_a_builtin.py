# why: an attribute of a builtin function or type is shared by everybody who uses it.
# source: https://docs.python.org/3/library/functions.html#setattr
setattr(print, "note", 1)
