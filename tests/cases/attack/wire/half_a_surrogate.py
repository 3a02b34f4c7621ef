# why: half of a surrogate pair is no UTF-8, but some decoders let it pass.
# source: https://www.rfc-editor.org/rfc/rfc3629#section-3
import struct

body = b"\x81\xa5frame\xa3\xed\xa0\x80"
frames = struct.pack(">I", len(body)) + body
