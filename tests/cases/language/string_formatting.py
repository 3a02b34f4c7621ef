name, n, f, items = "Ann", 42, 3.14159, [1, "a"]
print(f"{name!r:>8}|{n:05d}|{f:.2f}|{n:#x}|{n:,}|{f:e}|{items}|{n=}|{f=:.1f}|{name=!s}")
width, precision = 8, 3
print(f"{f:{width}.{precision}}|{name:^{width}}|{name:*<{width}}|{'nested ' + f'{n}'}|{{literal}}|{n:>+{width}}")
print("{} {} {}".format(1, 2, 3), "{2} {0} {x}".format("a", "b", "c", x=5), "{:>5}|{:<5}|{:^5}".format(1, 2, 3))
print(
    "{0[1]} {1[k]}".format(items, {"k": "v"}), "{:%d}".format(5) if False else "", "%s %5.1f %r %%" % (name, f, items)
)
print("%(a)s %(b)03d" % {"a": 1, "b": 2}, "{!r} {!s}".format("x", "y"), format(1234.5, ",.1f"), format("x", ">3"))
print(f"{1 + 1} {'a' if n else 'b'} {[x for x in range(2)]} {(lambda: 7)()} { {'a': 1}['a'] }")
print("{:{w}}".format("x", w=4) + "|", "{a.real} {a.imag}".format(a=3 + 4j), "{:08.3f}".format(-f), f"{True:d}")
print(
    f"""multi
{n}""",
    f"ab{n}",
    str(1.0),
    repr("q'"),
    ascii("é"),
    "tab\tend".expandtabs(4),
)
for bad in (lambda: "{:d}".format("x"), lambda: "%d" % "x", lambda: "{} {}".format(1), lambda: f"{n:zz}"):
    try:
        bad()
    except (ValueError, TypeError, IndexError) as error:
        print(type(error).__name__)
