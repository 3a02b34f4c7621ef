# why: attrgetter takes a dotted path, of which only the first part looks harmless.
# source: https://docs.python.org/3/library/operator.html#operator.attrgetter
from operator import attrgetter

attrgetter("value.__class__.__mro__")(workbook["Data"]["A1"])
