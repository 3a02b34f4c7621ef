# why: __repr__ that calls repr of itself recurses through C code.
# source: https://docs.python.org/3/reference/datamodel.html#object.__repr__
class Probe:
    def __repr__(self):
        return repr([self])


try:
    repr(Probe())
except RecursionError:
    found = "stopped"
found
