import csv

sample = "name;amount\nOak;1\nElm;2\nAsh;3\n"
found = csv.Sniffer().sniff(sample)
print(found.delimiter, found.quotechar, found.skipinitialspace, list(csv.reader(sample.splitlines(), found)))
print(csv.Sniffer().has_header(sample), csv.Sniffer().sniff("a|b\n1|2\n", delimiters=";|").delimiter)
try:
    csv.Sniffer().sniff("word")
except csv.Error as error:
    print(error)
