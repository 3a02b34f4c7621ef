for condition, message in ((True, "ok"), (False, "told"), (0, None)):
    try:
        if message:
            assert condition, message
        else:
            assert condition
        print("passed")
    except AssertionError as error:
        print("failed", error.args)
for what in (ValueError, ValueError("x"), KeyError, "text", None, int):
    try:
        raise what
    except (ValueError, KeyError) as error:
        print(repr(error))
    except TypeError as error:
        print(error)


def check(value):
    if not isinstance(value, int):
        raise TypeError(f"expected int, not {type(value).__name__}")
    return value


try:
    check("x")
except TypeError as error:
    print(error)
try:
    assert (lambda: False)(), f"computed {1 + 1}"
except AssertionError as error:
    print(error)
