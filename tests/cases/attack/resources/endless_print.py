# why: lines are printed until the memory of whoever keeps them is full.
# source: https://docs.python.org/3/library/functions.html#print
while True:
    print("x" * 1000)
