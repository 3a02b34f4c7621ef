class AppError(Exception):
    pass


def parse(text):
    try:
        return int(text)
    except ValueError as error:
        raise AppError(f"bad number {text!r}") from error


for text in ("5", "x"):
    try:
        print(parse(text))
    except AppError as error:
        print(type(error).__name__, error, error.args)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise KeyError("second") from None
except KeyError as error:
    print(repr(error))
try:
    try:
        raise ValueError("a")
    except ValueError:
        try:
            raise TypeError("b")
        except TypeError:
            raise
except TypeError as error:
    print("reraised", error)
try:
    raise AppError from ValueError("cause")
except AppError as error:
    print(repr(error))
try:
    raise ValueError("x") from 5
except TypeError as error:
    print(error)


def again():
    try:
        raise LookupError("kept")
    except LookupError as caught:
        kept = caught
    return kept


try:
    raise again()
except LookupError as error:
    error.add_note("noted")
    print(error)
try:
    raise
except RuntimeError as error:
    print(error)
