import re
from re import IGNORECASE, Match, Pattern

found = re.search(r"(\d+)-(\w+)?", "no 12-ab", re.ASCII)
print(
    type(found) is Match,
    type(re.compile("a")) is re.Pattern,
    isinstance(found, Match),
    isinstance(re.compile("a"), Pattern),
    isinstance("a", re.Pattern),
    type(found).__name__,
)
print(
    found.regs,
    found.lastindex,
    found.pos,
    found.endpos,
    found.string,
    found.start(1),
    found.span(),
    found.group(1, 2),
    found[0],
    found.expand(r"\2"),
)
print(
    re.findall("a", "aA", IGNORECASE),
    re.split(r"(,)", "a,b", maxsplit=1),
    re.sub("(?i)A", "-", "aAb", count=1),
    bool(re.I & re.IGNORECASE),
)
print(
    re.compile(r"(?x) a  # comment").pattern,
    re.fullmatch("a|b", "b") is not None,
    [m.start() for m in re.finditer("a", "banana")],
)
