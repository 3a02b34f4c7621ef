class Grid:
    def __getitem__(self, key):
        return key


g = Grid()
print(g[1], g[1:2], g[::2], g[1, 2:3], g[...], g["a":"b"], g[-1])
m = [[1, 2], [3, 4]]
m[0][1] = 9
m[1][0] += 5
print(m, [row[:1] for row in m])
