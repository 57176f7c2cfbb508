"""A gunicorn worker that gives a request to a thread when all of it has arrived, and not before.

gthread reads a request in the thread that will answer it: as many slow clients as there are threads, each sending a
byte now and then, stop every page. Here the loop that accepts connections gathers them, as a proxy does; a client that
takes its time costs a socket. It also hangs up at once, where gthread's only loop waits for each client to do so first.
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
"""Seconds within which the whole of a request must have arrived."""
HEAD: Final = 32 * 1024
BODY: Final = 64 * 1024
"""Bytes of a request. Forms of ours are smaller; Django refuses more than that, but would be waited for."""

_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n)", re.IGNORECASE)
_LENGTHS: Final = re.compile(rb"\r\ncontent-length[ \t]*:", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)


class RequestRefused(Exception):
    """It will not be read any further; the message is what it is answered."""


class Connection(TConn):
    """A client, and what has arrived of its next request."""

    arrived = b""
    until = 0.0

    def close(self, graceful: bool = False) -> None:
        """All of a request was read before it was answered: there is nothing to wait for."""
        if graceful:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_WR)
        close(self.sock)


class BufferedThreadWorker(ThreadWorker):
    """See above. TLS is the proxy's; this one speaks HTTP/1 only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[Connection, None] = {}  # Those that wait longest come first.

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
        """Every way to a thread leads through here: of new clients, of those who were kept, of pipelined requests."""
        conn.sock.setblocking(False)
        conn.arrived = conn.parser.unreader.take_buffered() if conn.initialized else b""
        conn.until = time.monotonic() + PATIENCE
        self.arriving[conn] = None
        self._gather(conn)  # Mostly all of it is there already.
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
        """Called about once a second."""
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
        with suppress(KeyError):  # It may have come at once.
            self.poller.unregister(conn.sock)


def whole(arrived: bytes) -> bool:
    """Whether this is a whole request, or one that gunicorn refuses for what it begins with.

    :raises RequestRefused: if it is too long, or does not say how long it is: Django reads no such body
    """
    head, end, body = arrived.lstrip(b"\r\n").partition(b"\r\n\r\n")
    if len(head) > HEAD or (not end and len(arrived) > HEAD):  # Of empty lines, too, somebody may send no end.
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
