class P:
    x = 1.5


print("{} {1} {0!r} {a:>4}".format("z", 2, a=3) if False else "{0} {1} {0!r} {a:>4}".format("z", 2, a=3))
print("{0.x:.2f} {1[k]} {2[0]}".format(P(), {"k": 5}, [7]), "{:{}}".format("r", ">3"), "{a}".format_map({"a": 1}))
fmt = "{:05d}".format
print(list(map(fmt, [1, 22])), "{{}}".format())
