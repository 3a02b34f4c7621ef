# why: the rest of a mapping or sequence pattern is a name that stands in the tree as mere text.
# source: https://docs.python.org/3/library/ast.html#ast.MatchMapping
match {"a": 1}:
    case {"a": 1, **_write_}:
        pass
