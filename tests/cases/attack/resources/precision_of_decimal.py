# why: a precision of millions of digits turns one division into minutes.
# source: https://docs.python.org/3/library/decimal.html#decimal.Context
import decimal

decimal.getcontext().prec = 10**7
decimal.Decimal(2).ln()
