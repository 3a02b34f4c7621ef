# why: 0xc1 is the one byte that begins nothing.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#formats
import struct

frames = struct.pack(">I", 1) + b"\xc1"
