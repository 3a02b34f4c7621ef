import io
from io import StringIO

buffer = StringIO("one\ntwo\n")
print(buffer.read(3), buffer.readline() == "\n", list(buffer), buffer.tell())
buffer.seek(0)
print(buffer.readlines(), buffer.getvalue())
with io.StringIO() as out:
    print("to the buffer", 1, sep="-", file=out)
    out.write("more")
    out.writelines(["a", "b"])
    print(repr(out.getvalue()), isinstance(out, io.StringIO), type(out).__name__)
print(out.closed)
try:
    out.write("x")
except ValueError as error:
    print(error)
