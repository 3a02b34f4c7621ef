# why: the right words come in another encoding.
# source: https://www.rfc-editor.org/rfc/rfc8259
import json
import struct

body = json.dumps({"frame": "ready", "state": 0}).encode()
frames = struct.pack(">I", len(body)) + body
