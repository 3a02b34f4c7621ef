s = "Grüße, 世界!"
print(len(s), s.upper(), s[::-1], s.encode("utf-8"), s.encode().decode() == s, s.isascii(), s.casefold())
print("a,b;c".replace(";", ",").split(","), "x=1=2".partition("="), " pad ".strip(), "ab".zfill(5), "a-b_c".split("_"))
print(
    "abc".find("c"),
    "abc".count("b"),
    "abc".startswith(("x", "a")),
    "Abc".swapcase(),
    "abc".translate({97: "A", 98: None}),
)
print("\n".join(["a", "b"]).splitlines(), "aXbX".rsplit("X", 1), "title case".title(), "é" == "\u00e9", "\N{BULLET}")
b = b"\x00\xffabc"
print(
    b[0], b[1:3], list(b), b.hex(), bytes.fromhex("00ff"), bytearray(b"x") + b"y", b"abc".replace(b"b", b""), b"%d" % 5
)
print(int("0x1f", 16), int("-101", 2), float("1e3"), chr(0x1F600), ord("€"), ascii("€"), "abc" < "abd", "a" * 0)
try:
    b"\xff".decode("ascii")
except UnicodeDecodeError as error:
    print(error)
try:
    "é".encode("ascii")
except UnicodeEncodeError as error:
    print(error)
