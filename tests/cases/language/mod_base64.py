import base64
from base64 import b64decode, b64encode

print(
    b64encode("größe".encode()),
    b64decode("Z3LDtsOfZQ==").decode(),
    base64.urlsafe_b64encode(b"\xff\xfe"),
    base64.urlsafe_b64decode("__4="),
)
print(
    base64.b32encode(b"hi"),
    base64.b32decode("NBUQ===="),
    base64.b16encode(b"hi"),
    base64.b16decode("6869"),
    base64.b85encode(b"hello"),
)
print(
    base64.b85decode(b"Xk~0{Zv"),
    base64.a85encode(b"hello"),
    base64.a85decode(b"BOu!rDZ"),
    base64.encodebytes(b"x" * 3),
    base64.decodebytes(b"eHh4\n"),
)
print(
    b64encode(b"\xfb\xff", altchars=b"-_"),
    b64decode(b"-_8=", b"-_"),
    base64.standard_b64decode(b64encode(bytearray(b"ab"))),
)
try:
    b64decode("abc", validate=True)
except ValueError as error:
    print(error)
