# why: __exit__ of a context manager is given the traceback itself.
# source: https://docs.python.org/3/reference/datamodel.html#object.__exit__
class Catch:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.found = getattr(traceback, "tb_frame")
        return True


with Catch() as catch:
    1 / 0
catch.found
