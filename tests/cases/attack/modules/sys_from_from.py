# why: sys has the loaded modules and every frame.
# source: https://docs.python.org/3/library/sys.html#sys.modules
from sys import modules

modules["os"].system("id")
