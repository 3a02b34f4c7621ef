# why: a header promises a map of four thousand million entries.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family
import struct

body = b"\xdf\xff\xff\xff\xff"
frames = struct.pack(">I", len(body)) + body
