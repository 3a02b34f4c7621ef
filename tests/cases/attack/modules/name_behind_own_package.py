# why: a from import takes a submodule of a package as well as a name in it.
# source: https://docs.python.org/3/reference/import.html#submodules
from macrocell import sandbox
