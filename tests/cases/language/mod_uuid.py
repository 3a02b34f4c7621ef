import uuid
from uuid import UUID, uuid5

print(uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.uuid3(uuid.NAMESPACE_URL, "http://x"))
made = UUID("12345678-1234-5678-1234-567812345678")
print(made.hex, made.int, made.bytes[:2], made.version, made.variant, made.urn, repr(made), made.fields)
print(
    UUID(int=5), UUID(bytes=b"x" * 16), made == UUID(made.hex), UUID(int=1) < UUID(int=2), len({made, UUID(str(made))})
)
drawn = uuid.uuid4()
print(drawn.version, len(str(drawn)), drawn != uuid.uuid4(), isinstance(drawn, UUID), type(drawn) is UUID)
try:
    UUID("short")
except ValueError as error:
    print(error)
