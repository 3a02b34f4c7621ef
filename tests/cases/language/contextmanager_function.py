from contextlib import closing, contextmanager, nullcontext, suppress


@contextmanager
def section(title, *, log):
    log.append(f"<{title}>")
    try:
        yield len(log)
    except ValueError as error:
        log.append(f"caught {error}")
    else:
        log.append("fine")
    finally:
        log.append(f"</{title}>")


log = []
with section("a", log=log) as n:
    log.append(n)
with section("b", log=log):
    raise ValueError("v")
try:
    with section("c", log=log), section("d", log=log):
        raise KeyError("k")
except KeyError as error:
    log.append(str(error))
print(log)


class Table:
    def __init__(self):
        self.rows = []
        self.open = True

    @contextmanager
    def row(self):
        row = []
        yield row
        self.rows.append(row)

    def close(self):
        self.open = False


table = Table()
with table.row() as row:
    row.extend([1, 2])
with closing(table) as same:
    print(same is table, table.open, table.rows)
print(table.open)
with suppress(KeyError, IndexError):
    {}["x"]
    print("never")
with nullcontext(5) as five, nullcontext():
    print(five)


@contextmanager
def noisy():
    print("in")
    yield
    print("out")


@noisy()
def work(x):
    return x + 1


print(work(1), work(2), work.__name__, section.__name__)
for bad in ("return", "two"):

    @contextmanager
    def wrong():
        if bad == "return":
            return
        yield 1
        yield 2

    try:
        with wrong():
            pass
    except RuntimeError as error:
        print(error)
