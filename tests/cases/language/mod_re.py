import re

p = re.compile(r"(?P<key>\w+)\s*=\s*(?P<val>\d+)", re.I | re.M)
text = "a = 1\nB=22\n"
m = p.search(text)
print(
    m.group(), m.group("key"), m["val"], m.groups(), m.groupdict(), m.start(), m.span(2), m.end(), m.lastgroup, bool(m)
)
print(
    [x.group(1) for x in p.finditer(text)],
    p.findall(text),
    p.sub(r"\2:\1", text),
    p.groupindex["val"],
    p.groups,
    p.pattern,
)
print(
    re.sub(r"\d+", lambda m: str(int(m.group()) * 2), text),
    re.split(r"[,;]\s*", "a, b;c"),
    re.subn("a", "b", "aaa", count=2),
)
print(
    re.match("x", "y"),
    re.fullmatch(r"\d{3}", "123").string,
    re.escape("a.b"),
    m.expand(r"\1!"),
    m.re.pattern == p.pattern,
)
try:
    re.compile("(")
except re.error as error:
    print(error)
print(p.match(text, 6) is None, p.search(text, pos=5).group("key"), re.findall(b"a", b"banana"))
