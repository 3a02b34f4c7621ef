import csv
from csv import DictReader, DictWriter
from io import StringIO

reader = DictReader(StringIO("id,name\n1,Oak\n\n2\n3,Elm,extra\n"), restkey="more", restval="-")
print(reader.fieldnames, list(reader), reader.line_num)
print(
    list(DictReader(["1,2"], fieldnames=["a", "b"])),
    list(DictReader(["a;b", "1;2"], delimiter=";")),
    list(DictReader([])),
)
out = StringIO()
writer = DictWriter(out, fieldnames=["b", "a"], restval="?", lineterminator="\n")
writer.writeheader()
writer.writerow({"a": 1, "b": 2})
writer.writerows([{"a": 3}])
print(out.getvalue(), writer.fieldnames)
try:
    writer.writerow({"a": 1, "z": 2})
except ValueError as error:
    print(error)
DictWriter(out, ["a"], extrasaction="ignore").writerow({"a": 9, "z": 1})
print(repr(out.getvalue()))
