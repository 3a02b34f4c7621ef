rows = [("b", 2), ("a", 2), ("c", 1)]
rows.sort(key=lambda r: (-r[1], r[0]))
print(
    rows, sorted("bca", reverse=True), min(rows, key=lambda r: r[1]), max([1, 5, 3], default=0), max([], default="none")
)
print(sorted({"x": 3, "y": 1}.items(), key=lambda kv: kv[1]), sorted(["B", "a"], key=str.lower))
