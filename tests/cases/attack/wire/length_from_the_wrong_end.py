# why: a length in the other byte order is a huge one.
# source: https://docs.python.org/3/library/struct.html#byte-order-size-and-alignment
import struct

import msgspec

body = msgspec.msgpack.encode({"frame": "ready", "state": 0})
frames = struct.pack("<I", len(body)) + body
