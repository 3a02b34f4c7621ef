# why: the extension type -1 is a timestamp, which decoders turn into an object of their own.
# source: https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type
import struct

body = b"\x82\xa5frame\xa5ready\xa5state\xd6\xff\x00\x00\x00\x01"
frames = struct.pack(">I", len(body)) + body
