import collections.abc
import collections.abc as shapes, math as m, operator as op
import html, heapq, bisect, base64, copy, csv, io, textwrap, uuid, zoneinfo, calendar, difflib, hashlib, unicodedata
from bisect import bisect_right as place, insort
from collections import abc as kinds
from collections import Counter as C, OrderedDict
from copy import deepcopy as clone
from fractions import Fraction as F
from io import StringIO as Text
from operator import itemgetter as pick


def inner():
    from heapq import nlargest as top
    import collections.abc
    import string

    return top(1, [1, 2]), collections.abc.Sized.__name__, string.digits


print(inner(), C("aa"), place([1, 2], 1), clone([1]), F(1, 2), Text("x").read(), pick(0)("ab"), m.pi, op.add(1, 2))
print(
    isinstance([], shapes.Sequence),
    isinstance([], kinds.Sequence),
    isinstance([], collections.abc.Sequence),
    collections.deque([1]),
)
