# why: a relative import leads to the package in which the code seems to stand.
# source: https://docs.python.org/3/reference/import.html#package-relative-imports
from .. import sandbox
