import decimal
from decimal import ROUND_HALF_UP, Decimal, getcontext, localcontext

print(
    Decimal("0.1") + Decimal("0.2"), Decimal("2.675").quantize(Decimal("0.01"), rounding=ROUND_HALF_UP), Decimal(1) / 3
)
with localcontext() as ctx:
    ctx.prec = 5
    print(Decimal(2).sqrt())
getcontext().prec = 10
print(Decimal(1) / 7, f"{Decimal('1234.5'):,.2f}", Decimal("NaN").is_nan(), Decimal("1e3") == 1000)
try:
    Decimal("x")
except decimal.InvalidOperation:
    print("invalid")
