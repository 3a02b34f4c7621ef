# why: a frame says nothing about what it is.
# source: https://jcristharif.com/msgspec/structs.html#tagged-unions
import struct

import msgspec

body = msgspec.msgpack.encode({"frame": None, "state": 0})
frames = struct.pack(">I", len(body)) + body
