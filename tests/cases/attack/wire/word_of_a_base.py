# why: a worker says what only a base says, as if another worker had ended well.
# source: https://docs.python.org/3/library/socket.html#socket.socketpair
import struct

import msgspec

body = msgspec.msgpack.encode({"frame": "exited", "fork_id": 1, "status": 0})
frames = struct.pack(">I", len(body)) + body
