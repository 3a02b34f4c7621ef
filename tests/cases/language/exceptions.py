class AppError(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class NotFound(AppError):
    pass


def find(key):
    raise NotFound(f"no {key}", 404)


try:
    find("x")
except (KeyError, AppError) as error:
    print(type(error).__name__, error, error.code, error.args)
try:
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise ValueError("bad") from error
except ValueError as error:
    print("caught", error)


def order():
    log = []
    try:
        log.append("try")
        return log
    except Exception:
        log.append("except")
    else:
        log.append("else")
    finally:
        log.append("finally")


print(order())
for case in (lambda: int("x"), lambda: [][1], lambda: {}["k"], lambda: None.x, lambda: 1 + "a", lambda: undefined):
    try:
        case()
    except Exception as error:
        print(type(error).__name__, error)
try:
    raise KeyError
except:
    print("bare")
try:
    assert 1 == 2, "unequal"
except AssertionError as error:
    print(error)
