# why: the fields of a frame come by position instead of by name.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family
import struct

import msgspec

body = msgspec.msgpack.encode(["ready", 0])
frames = struct.pack(">I", len(body)) + body
