# why: the limit of an error is infinite: a number that JSON cannot write.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "status": "error",
    "error": {"code": "x", "message": "y", "limit": float("inf")},
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
