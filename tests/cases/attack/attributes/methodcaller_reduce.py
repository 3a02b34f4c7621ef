# why: methodcaller calls the pickling protocol, which hands out the class and the state of an object.
# source: https://docs.python.org/3/library/pickle.html#object.__reduce_ex__
from operator import methodcaller

methodcaller("__reduce_ex__", 2)(workbook["Data"])
