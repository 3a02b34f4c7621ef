s = "Grüße, Welt"
print(s.upper(), s[1:4], s[::-1], s.find("W"), s.replace("ü", "ue"), len(s), s.split(", "))
print("a-b_c".translate(str.maketrans("-_", "  ")), " x ".strip(), "abc".center(7, "*"), "x".join(["1", "2"]))
print("%s has %d of %5.2f%%" % ("it", 3, 99.5), "%(a)s" % {"a": 1})
