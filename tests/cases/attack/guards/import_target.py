# why: an import binds a module's function under the name of the iteration guard.
# source: https://docs.python.org/3/reference/simple_stmts.html#the-import-statement
from copy import copy as _getiter_

[n for n in [1]]
