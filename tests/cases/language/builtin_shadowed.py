values = [1, 2, 3]
sum = sum(values)
max = max(values)
print(sum, max)
list = [list(range(2)), 5]
print(list)
id = 5
print(id)
