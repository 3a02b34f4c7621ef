import unicodedata
from unicodedata import normalize

print(
    normalize("NFKD", "Ärger ﬁ").encode("ascii", "ignore").decode(),
    unicodedata.name("é"),
    unicodedata.lookup("EURO SIGN"),
)
print(
    unicodedata.category("A"),
    unicodedata.numeric("½"),
    unicodedata.digit("٣"),
    unicodedata.decimal("7"),
    unicodedata.combining("\u0301"),
)
print(
    unicodedata.is_normalized("NFC", "é"),
    unicodedata.east_asian_width("ア"),
    unicodedata.bidirectional("a"),
    unicodedata.mirrored("("),
)
print(
    "".join(c for c in normalize("NFD", "naïve café") if unicodedata.category(c) != "Mn"),
    unicodedata.name("\0", "none"),
)
