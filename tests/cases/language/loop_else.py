def find(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            break
    else:
        return "none"
    return i


print(find("abc", "b"), find("abc", "z"), find("", "a"))
n = 0
while n < 3:
    n += 1
    if n == 2:
        continue
    print(n)
else:
    print("done")
while True:
    break
else:
    print("never")
for i in range(3):
    for j in range(3):
        if i == j == 1:
            break
    else:
        print("row", i)
        continue
    print("broke at", i, j)
for i in []:
    pass
else:
    print("empty else", i)
for a in range(3):
    a = 10
print(a)
