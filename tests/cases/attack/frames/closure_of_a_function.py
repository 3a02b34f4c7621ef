# why: the closure and the defaults of a function are lists of what its author meant to hide.
# source: https://docs.python.org/3/reference/datamodel.html#function.__closure__
def probe(n=workbook):
    return n


probe.__defaults__[0].__init__.__closure__
