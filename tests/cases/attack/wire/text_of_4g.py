# why: a text is announced that is longer than the frame it stands in.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family
import struct

body = b"\x81\xa5frame\xdb\xff\xff\xff\xff" + b"ready"
frames = struct.pack(">I", len(body)) + body
