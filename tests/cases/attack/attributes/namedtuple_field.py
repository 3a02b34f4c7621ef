# why: namedtuple writes its field names into source text that it evaluates.
# source: https://docs.python.org/3/library/collections.html#collections.namedtuple
from collections import namedtuple

namedtuple("Point", ["x", "__class__"])(1, 2)
