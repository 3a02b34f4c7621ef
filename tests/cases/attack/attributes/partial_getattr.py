# why: a partial of getattr takes the name later, from data.
# source: https://docs.python.org/3/library/functools.html#functools.partial
import functools

read = functools.partial(getattr, workbook)
[read(name) for name in ["sheetnames", "__dict__"]]
