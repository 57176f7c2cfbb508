"""A limit for all that is done over one connection: whoever answers byte by byte is late for none of them."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

ALTOGETHER: Final = 15.0
"""Seconds a request or a mail may take, however slowly its answer drips."""


class Limit:
    """When the time is up, the connection that was opened meanwhile is cut from outside, whatever it is waiting for."""

    def __init__(self) -> None:
        self.late = threading.Event()
        self._line: socket.socket | None = None
        self._timer = threading.Timer(ALTOGETHER, self._cut)
        self._timer.daemon = True

    def hold(self, sock: socket.socket) -> None:
        """This is the connection. A handle of its own: a handshake takes the other away while it lasts."""
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
