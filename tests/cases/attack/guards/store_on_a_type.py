# why: a type's method that is replaced is replaced for the engine too.
# source: https://docs.python.org/3/reference/datamodel.html#custom-classes
int.bit_length = lambda n: 0
