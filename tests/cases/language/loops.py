for i in range(10):
    if i == 2:
        continue
    if i == 5:
        break
    print(i, end=" ")
else:
    print("never")
n = 3
while n:
    n -= 1
else:
    print("else", n)
for x in []:
    pass
else:
    print("empty")
for k, v in sorted({"b": 1, "a": 2}.items()):
    print(k, v, sep="=", end=";")
print()
print(list(zip([1, 2], "ab", strict=True)), list(reversed([1, 2])), list(enumerate("ab", 1)))
