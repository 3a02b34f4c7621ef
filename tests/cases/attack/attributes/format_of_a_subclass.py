# why: a subclass of str reaches format through super(), with its own text as the format.
# source: https://docs.python.org/3/library/stdtypes.html#str.format
class Text(str):
    def show(self):
        return super().format(workbook)


Text("{0.__class__.__mro__}").show()
