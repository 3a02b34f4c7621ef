class MacroError(Exception):
    """Base."""

    code = "macro"

    def __init__(self, message, *, row=None):
        super().__init__(message)
        self.row = row

    def __str__(self):
        return f"[{self.code}] {super().__str__()} (row {self.row})"


class MissingError(MacroError, KeyError):
    code = "missing"


class Plain(ValueError):
    pass


for make in (lambda: MacroError("a"), lambda: MissingError("b", row=3), lambda: Plain("c", 1)):
    try:
        raise make()
    except KeyError as error:
        print("key", error, error.row, error.args)
    except MacroError as error:
        print("macro", error, error.row)
    except ValueError as error:
        print("value", error, error.args, repr(error))
print(issubclass(MissingError, LookupError), isinstance(Plain(), Exception), Plain() == Plain(), MissingError.code)
try:
    raise MissingError
except TypeError as error:
    print(error)
errors = [OSError(2, "no such"), UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"), StopIteration(5), KeyError("k")]
print([str(error) for error in errors], errors[0].errno, errors[2].value)
