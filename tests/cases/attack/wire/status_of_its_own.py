# why: a worker invents a status that no run has.
# source: https://jcristharif.com/msgspec/supported-types.html#literal
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "status": "accepted",
    "error": None,
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
