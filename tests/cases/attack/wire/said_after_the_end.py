# why: a worker talks on behind its final word, to be read as the beginning of the next run's.
# source: https://portswigger.net/web-security/request-smuggling
import struct

import msgspec

body = msgspec.msgpack.encode({
    "frame": "final",
    "parts": [b"", b"", b""],
    "status": "done",
    "error": None,
    "truncated": False,
    "output_bytes": 0,
    "memory_bytes": 0,
})
frames = (struct.pack(">I", len(body)) + body) * 2
