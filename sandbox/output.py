"""What a macro printed: the head and the tail within a budget, and how much there was."""

from __future__ import annotations


class Output:
    """Collects text up to budget_bytes of UTF-8; beyond it the first and the last half are kept."""

    def __init__(self, budget_bytes: int) -> None:
        self._half = max(1, budget_bytes // 2)
        self._budget = budget_bytes
        self._head = bytearray()
        self._tail = bytearray()
        self.total_bytes = 0

    def write(self, text: str) -> None:
        """Append text; lone surrogates are escaped."""
        data = text.encode("utf-8", "backslashreplace")
        self.total_bytes += len(data)
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail += data[-self._half :]
            if len(self._tail) > 2 * self._half:
                del self._tail[: -self._half]

    @property
    def truncated(self) -> bool:
        """Whether something was left out."""
        return self.total_bytes > self._budget

    def text(self) -> str:
        """What is kept, with a line that tells how much is not."""
        if not self.truncated:
            return (self._head + self._tail).decode()
        head = self._head.decode("utf-8", "ignore")
        tail = self._tail[-self._half :].decode("utf-8", "ignore")
        left_out = self.total_bytes - len(head.encode()) - len(tail.encode())
        return f"{head}\n... [{left_out} bytes of output left out; return them as the result] ...\n{tail}"


NOTE_BYTES = 128
"""Room for the line about what was left out."""
