# why: the keywords of a class pattern read attributes without an attribute node.
# source: https://docs.python.org/3/reference/compound_stmts.html#class-patterns
match workbook["Data"]:
    case object(__dict__=found):
        found
