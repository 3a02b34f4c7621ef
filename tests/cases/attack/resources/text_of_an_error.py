# why: the text of an error is computed by the macro after it has failed.
# source: https://docs.python.org/3/reference/datamodel.html#object.__str__
class Stuck(Exception):
    def __str__(self):
        while True:
            pass


raise Stuck
