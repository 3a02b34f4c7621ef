import bisect
from bisect import bisect_left, insort

scores = [10, 20, 20, 30]
print(bisect_left(scores, 20), bisect.bisect_right(scores, 20), bisect.bisect(scores, 25, 0, 3))
insort(scores, 25)
bisect.insort_left(scores, 20)
print(scores)
rows = [("a", 1), ("b", 5)]
bisect.insort(rows, ("c", 3), key=lambda row: row[1])
print(rows, bisect_left(rows, 4, key=lambda row: row[1]))
print("FDCBA"[bisect.bisect([60, 70, 80, 90], 85)])
