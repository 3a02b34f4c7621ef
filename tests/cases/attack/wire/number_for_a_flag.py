# why: 1 stands where true or false belongs.
# source: https://jcristharif.com/msgspec/usage.html#strict-vs-lax-mode
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "status": "done",
    "error": None,
    "truncated": 1,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
