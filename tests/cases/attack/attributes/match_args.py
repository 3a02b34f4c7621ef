# why: __match_args__ of a class names the attributes that positional patterns read.
# source: https://docs.python.org/3/reference/datamodel.html#object.__match_args__
class Probe:
    __match_args__ = ("__dict__",)


match Probe():
    case Probe(found):
        found
