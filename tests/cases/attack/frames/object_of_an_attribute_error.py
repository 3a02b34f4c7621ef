# why: an AttributeError carries the object that lacked the attribute, here one of the engine's own.
# source: https://docs.python.org/3/library/exceptions.html#AttributeError.obj
try:
    workbook["Data"].colour
except AttributeError as error:
    found = getattr(error, "o" + "bj")
found
