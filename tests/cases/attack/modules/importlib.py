# why: importlib imports by a text that is made up while the macro runs.
# source: https://docs.python.org/3/library/importlib.html#importlib.import_module
import importlib

importlib.import_module("o" + "s").system("id")
