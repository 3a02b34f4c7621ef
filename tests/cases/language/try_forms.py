def run(what):
    log = []
    try:
        log.append("try")
        if what == "raise":
            raise ValueError("v")
        if what == "return":
            return log
        if what == "key":
            {}["missing"]
    except ValueError:
        log.append("value")
    except (KeyError, IndexError) as error:
        log.append(f"lookup {error}")
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("end")
    return log


for what in ("", "raise", "return", "key"):
    print(run(what))


def override():
    try:
        return 1
    finally:
        return 2


def loops():
    out = []
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(f"f{i}")
    else:
        out.append("never")
    return out


print(override(), loops())
try:
    try:
        raise ValueError(1)
    finally:
        print("inner finally")
except Exception as e:
    print(type(e).__name__, e.args)


def gone():
    try:
        raise KeyError("k")
    except KeyError as e:
        pass
    try:
        return e
    except NameError as error:
        return str(error)


print(gone())
try:
    1 / 0
except ValueError or ZeroDivisionError as error:
    print("no")
except:
    print("bare")
