# why: a subclass of list answers for ever when it is iterated as a result.
# source: https://docs.python.org/3/reference/datamodel.html#object.__iter__
class Rows(list):
    def __iter__(self):
        while True:
            yield 1


Rows()
