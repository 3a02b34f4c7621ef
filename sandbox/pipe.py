"""A child's end of its socket: blocking, frame by frame. What comes down is trusted, it is the parent's."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from .frame import Chunk, Direction, Frame
from .wire import Parts, Stream, chunks, large_head, pack

_READ_BYTES = 64 * 1024
_UNCAPPED = 1 << 62

T = TypeVar("T")


class Pipe(Generic[T]):
    """Reads and writes frames with read() and write() alone, which is all a worker may call."""

    def __init__(self, fd: int, direction: Direction[T]) -> None:
        self._fd = fd
        self._stream = Stream(direction, trusted=True)

    def receive(self) -> T | None:
        """The next frame, None when the parent has closed its end."""
        while (frame := self._stream.next()) is None:
            data = self._read()
            if not data:
                return None
            self._stream.feed(data)
        return frame

    def receive_whole(self, parts: int) -> tuple[T, Parts] | None:
        """The next frame that is not a chunk, with the parts that came before it."""
        collected = Parts(*[_UNCAPPED] * parts)
        while isinstance(frame := self.receive(), Chunk):
            collected.add(frame)
        return None if frame is None else (frame, collected)

    def holds_frame(self) -> bool:
        """Whether a whole frame was already read, so that polling the socket would not tell of it."""
        return self._stream.holds_frame()

    def waits(self) -> bool:
        """Whether the parent has sent something that was not read yet."""
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        return bool(poll.poll(0))

    def send(self, *frames: Frame) -> None:
        """Raises OSError when the parent is gone."""
        first = 0
        for at, frame in enumerate(frames):
            if isinstance(frame, Chunk) and (head := large_head(frame)) is not None:
                self._write(pack(*frames[first:at]) + head)
                self._write(frame.data)
                first = at + 1
        self._write(pack(*frames[first:]))

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]

    def send_whole(self, frame: Frame, *parts: Iterable[bytes]) -> None:
        """A frame behind its parts; small ones go out in one write."""
        held: list[Frame] = []
        held_bytes = 0
        for piece in _pieces(parts):
            held.append(piece)
            held_bytes += len(piece.data)
            if held_bytes >= _READ_BYTES:
                self.send(*held)
                held, held_bytes = [], 0
        self.send(*held, frame)

    def _read(self) -> bytes:
        return os.read(self._fd, _READ_BYTES)


class FdPipe(Pipe[T]):
    """A pipe down which descriptors come too, in messages of their own; uses recvmsg()."""

    def __init__(self, fd: int, direction: Direction[T]) -> None:
        super().__init__(fd, direction)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=fd)
        self._fds: list[int] = []

    def take_fds(self, count: int) -> list[int]:
        """The oldest descriptors received and not yet taken."""
        taken, self._fds = self._fds[:count], self._fds[count:]
        assert len(taken) == count
        return taken

    def fileno(self) -> int:
        """The socket, for polling."""
        return self._fd

    def _read(self) -> bytes:
        data, fds, _, _ = socket.recv_fds(self._socket, _READ_BYTES, 4, socket.MSG_CMSG_CLOEXEC)
        self._fds += fds
        return data


def _pieces(parts: Iterable[Iterable[bytes]]) -> Iterator[Chunk]:
    for number, part in enumerate(parts):
        yield from chunks(number, part)
