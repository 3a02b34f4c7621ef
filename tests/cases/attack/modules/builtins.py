# why: the module builtins holds the real open, exec and __import__.
# source: https://docs.python.org/3/library/builtins.html
from builtins import open as read

read("/etc/passwd").read()
