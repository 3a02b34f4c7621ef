# why: get_type_hints evaluates texts as code, with the real builtins.
# source: https://docs.python.org/3/library/typing.html#typing.get_type_hints
from typing import get_type_hints


class Probe:
    field: "__import__('os').system('id')"


get_type_hints(Probe)
