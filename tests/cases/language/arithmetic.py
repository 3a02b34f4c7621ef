print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 2**10, 2**-1, 7 / 2, divmod(-7, 2))
print(1 << 4, 0xFF & 0x0F, 5 | 2, 5 ^ 1, ~5, abs(-3), round(2.5), round(3.14159, 2))
print(10**30, int("ff", 16), float("1e3"), complex(1, 2) * 2, 0.1 + 0.2)
