# why: one key comes twice, with a harmless and a harmful value: readers differ in which of them counts.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "error": None,
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
    "status": "limit",
})
body = b"\x88" + body[1:] + b"\xa6status\xa4done"
frames = struct.pack(">I", len(body)) + body
