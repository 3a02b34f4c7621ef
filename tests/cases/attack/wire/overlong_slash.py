# why: a slash in two bytes slips past checks of bytes.
# source: https://www.rfc-editor.org/rfc/rfc3629#section-10
import struct

body = b"\x81\xa5frame\xa2\xc0\xaf"
frames = struct.pack(">I", len(body)) + body
