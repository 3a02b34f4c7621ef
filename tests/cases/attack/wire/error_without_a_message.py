# why: an error of a failed run lacks what is shown to people.
# source: https://jcristharif.com/msgspec/usage.html#typed-decoding
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "status": "error",
    "error": {"code": "x"},
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
