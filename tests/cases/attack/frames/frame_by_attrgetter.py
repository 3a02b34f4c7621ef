# why: one dotted text leads from a generator to the globals of its code.
# source: https://docs.python.org/3/library/operator.html#operator.attrgetter
import operator

operator.attrgetter("gi_frame.f_globals")(n for n in [1])
