# why: a final word comes without its status.
# source: https://jcristharif.com/msgspec/usage.html#typed-decoding
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "error": None,
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
