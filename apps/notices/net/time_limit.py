"""A time limit for everything on one connection, because a server that answers byte by byte never times out."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

MAX_CONNECTION_SECONDS: Final = 15.0
"""Maximum seconds of a request or mail, however slow the answer."""


class Limit:
    """A limit that cuts the open connection from outside when the time is up, whatever it's waiting for."""

    def __init__(self) -> None:
        self.late = threading.Event()
        self._line: socket.socket | None = None
        self._timer = threading.Timer(MAX_CONNECTION_SECONDS, self._cut)
        self._timer.daemon = True

    def hold(self, sock: socket.socket) -> None:
        """Register the connection with a handle of its own, because a handshake takes the other away while it lasts."""
        self._line = sock.dup()
        if self.late.is_set():
            self._cut()

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._line is not None:
            self._line.close()

    def _cut(self) -> None:
        self.late.set()
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
