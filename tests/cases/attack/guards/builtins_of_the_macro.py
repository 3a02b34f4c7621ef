# why: the globals' __builtins__ is what every later builtin is looked up in.
# source: https://docs.python.org/3/reference/executionmodel.html#builtins-and-restricted-execution
__builtins__ = {"len": print}
