class Grid:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


g, parts = Grid(), (1, 2)
print(g[*parts], g[0, *parts, 3], g[*parts,], g[1:2, *parts, ::3], g[()], g[(*parts,)])
g[*parts] = 5
g[0, *parts] = 6
del g[*parts, 1]
table = {(1, 2): "x"}
print(table[*parts], table.get((*parts,)))
