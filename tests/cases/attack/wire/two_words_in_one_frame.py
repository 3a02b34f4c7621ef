# why: one length covers two words: a reader that goes on behind the first is out of step.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md
import struct

import msgspec

body = msgspec.msgpack.encode({"frame": "ready", "state": 0}) * 2
frames = struct.pack(">I", len(body)) + body
