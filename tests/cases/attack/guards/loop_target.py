# why: a loop binds the name under which RestrictedPython's code finds its attribute guard.
# source: https://restrictedpython.readthedocs.io/en/latest/usage/basic_usage.html
for _getattr_ in [lambda thing, name: thing]:
    pass
