# why: a capture pattern binds a name without an assignment.
# source: https://peps.python.org/pep-0634/#capture-patterns
match lambda thing, name: thing:
    case _getattr_:
        pass
