import csv
import io

text = 'name,amount\n"Birch, Ltd",12\nOak,"a ""quoted"" one"\n\nx,y,z\n'
rows = list(csv.reader(io.StringIO(text)))
print(rows)
reader = csv.reader(["a;b", "1;2"], delimiter=";")
print(next(reader), reader.line_num, list(reader), reader.line_num, reader.dialect.delimiter)
print(list(csv.reader(text.splitlines(), quoting=csv.QUOTE_NONE)))
print(
    list(csv.reader(["1,'a,b'"], quotechar="'")),
    list(csv.reader(["a\tb"], "excel-tab")),
    list(csv.reader(["a, b"], skipinitialspace=True)),
)
print(list(csv.reader(["1,2.5"], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader(["a\\,b"], escapechar="\\")))
print(list(csv.reader(['"a\n', 'b",c'])), list(csv.reader([""])))
try:
    list(csv.reader(['"a"b'], strict=True))
except csv.Error as error:
    print(error)
try:
    csv.reader(["a"], dialect="none")
except csv.Error as error:
    print(error)
