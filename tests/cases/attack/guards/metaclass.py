# why: a metaclass is called with the namespace of every class and can answer attribute loads itself.
# source: https://docs.python.org/3/reference/datamodel.html#metaclasses
class Meta(type):
    pass


class Probe(metaclass=Meta):
    pass
