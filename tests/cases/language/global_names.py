total = 0


def add(n):
    global total, seen
    total += n
    seen = n


add(2)
add(3)
print(total, seen)
total = total * 2
print(total)


def rebind():
    global total
    del total


rebind()
try:
    total
except NameError as error:
    print("gone")
