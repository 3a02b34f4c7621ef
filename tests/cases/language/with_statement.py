class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("exit", self.name, kind.__name__ if kind else None, error)
        return self.swallow


with Manager("a") as a, Manager("b", True) as b:
    print(a.name, b.name)
    raise ValueError("inside")
print("after")
