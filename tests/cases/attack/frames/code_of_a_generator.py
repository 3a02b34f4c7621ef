# why: gi_code is a code object, whose replace() makes any other code.
# source: https://docs.python.org/3/reference/datamodel.html#codeobject.replace
g = (n for n in [1])
g.gi_code.replace(co_names=("os",))
