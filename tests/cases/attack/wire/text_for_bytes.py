# why: the parts are texts, which some decoders take for bytes.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": ["", "", ""],
    "status": "done",
    "error": None,
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = struct.pack(">I", len(body)) + body
