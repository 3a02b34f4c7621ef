# why: the traceback that __exit__ gets is kept, formatted and searched later.
# source: https://docs.python.org/3/reference/datamodel.html#traceback-objects
kept = []


class Catch:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        kept.append(traceback)
        return True


with Catch():
    1 / 0
"{0.tb_next}".format(kept[0])
