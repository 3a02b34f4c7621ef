# why: __import__ is the function behind the import statement, without its checks.
# source: https://docs.python.org/3/library/functions.html#import__
__import__("os").system("id")
