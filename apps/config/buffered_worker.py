"""A gunicorn worker that hands a request to a thread only once all of it has arrived.

gthread reads a request in the thread that will answer it. A few slow clients, one per thread, each sending a byte now
and then, stop every page. Here the loop that accepts connections collects requests, as a proxy does, and a slow client
costs only a socket. It also closes connections at once, while gthread's only loop waits for each client to do so first.
"""

from __future__ import annotations

import errno
import re
import selectors
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any, Final

from gunicorn.util import close
from gunicorn.workers.gthread import TConn, ThreadWorker

PATIENCE: Final = 15.0
"""Seconds within which a whole request must have arrived."""
HEAD: Final = 32 * 1024
BODY: Final = 64 * 1024
"""Maximum bytes of a request body, more than our forms need, because Django would read more before refusing it."""

_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n)", re.IGNORECASE)
_LENGTHS: Final = re.compile(rb"\r\ncontent-length[ \t]*:", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)


class RequestRefused(Exception):
    """A request that won't be read any further. The message is the status line of the answer."""


class Connection(TConn):
    """A client connection, with the bytes that have arrived of its next request."""

    arrived = b""
    until = 0.0

    def close(self, graceful: bool = False) -> None:
        """Close at once, because the whole request was read before it was answered."""
        if graceful:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_WR)
        close(self.sock)


class BufferedThreadWorker(ThreadWorker):
    """The worker described above. TLS is left to the proxy, and only HTTP/1 is supported."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[Connection, None] = {}  # The connections that have waited longest come first.

    def accept(self, listener: socket.socket) -> None:
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        self.enqueue_req(Connection(self.cfg, client, address, listener.getsockname()))

    def enqueue_req(self, conn: Connection) -> None:
        """Collect the rest of a request. New, kept-alive and pipelined connections all reach a thread through here."""
        conn.sock.setblocking(False)
        conn.arrived = conn.parser.unreader.take_buffered() if conn.initialized else b""
        conn.until = time.monotonic() + PATIENCE
        self.arriving[conn] = None
        self._gather(conn)  # Usually all of it is there already.
        if conn in self.arriving:
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._gather, conn))

    def _gather(self, conn: Connection, _socket: Any = None) -> None:
        try:
            while not whole(conn.arrived):
                arrived = conn.sock.recv(HEAD + BODY)
                if not arrived:
                    return self._drop(conn)
                conn.arrived += arrived
        except BlockingIOError:
            return None
        except OSError:
            return self._drop(conn)
        except RequestRefused as refusal:
            return self._drop(conn, str(refusal))
        self._forget(conn)
        conn.init()
        conn.parser.unreader.unread(conn.arrived)
        conn.arrived = b""
        return super().enqueue_req(conn)

    def murder_pending(self) -> None:
        """Drop connections whose request is overdue. gunicorn calls this about once a second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in list(self.arriving):
            if conn.until <= now or not (self.alive or conn.arrived):
                self._drop(conn, "408 Request Timeout" if conn.arrived else "")

    def _drop(self, conn: Connection, answer: str = "") -> None:
        self._forget(conn)
        if answer:
            self.log.info("%s: %s", conn.client, answer)
            with suppress(OSError):
                conn.sock.send(f"HTTP/1.1 {answer}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())
        self.nr_conns -= 1
        conn.close(graceful=True)

    def _forget(self, conn: Connection) -> None:
        del self.arriving[conn]
        with suppress(KeyError):  # It may have arrived at once.
            self.poller.unregister(conn.sock)


def whole(arrived: bytes) -> bool:
    """Check whether this is a whole request, or one that gunicorn refuses because of its first bytes.

    :raises RequestRefused: if it's too long or doesn't state its length, because Django wouldn't read such a body
    """
    head, end, body = arrived.lstrip(b"\r\n").partition(b"\r\n\r\n")
    if len(head) > HEAD or (not end and len(arrived) > HEAD):  # An endless run of empty lines counts, too.
        raise RequestRefused("431 Request Header Fields Too Large")
    if not end:
        return False
    head += b"\r\n"
    if _CHUNKED.search(head):
        raise RequestRefused("411 Length Required")
    said = _LENGTH.findall(head)
    if len(said) != len(_LENGTHS.findall(head)) or len(said) > 1:
        return True
    length = said[0].lstrip(b"0") if said else b""
    if len(length) > len(str(BODY)) or int(length or 0) > BODY:
        raise RequestRefused("413 Content Too Large")
    return len(body) >= int(length or 0)
