# why: object.__setattr__ stores past every guard of the object's own class.
# source: https://docs.python.org/3/reference/datamodel.html#object.__setattr__
object.__setattr__(workbook, "active", None)
