"""A listener on this machine, like a push service or a webhook's receiver."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Heard:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Listener:
    url: str = ""
    status: int = 200
    location: str = ""
    retry_after: str = ""
    answer: bytes = b""
    wait: float = 0
    heard: list[Heard] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[Listener]:
    """Answer every request with its `status`, and record it."""
    listener = Listener()

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.heard.append(Heard(self.path, dict(self.headers.items()), body))
            time.sleep(listener.wait)
            self.send_response(listener.status)
            if listener.location:
                self.send_header("Location", listener.location)
            if listener.retry_after:
                self.send_header("Retry-After", listener.retry_after)
            self.send_header("Content-Length", str(len(listener.answer)))
            self.end_headers()
            with suppress(OSError):  # It isn't read.
                self.wfile.write(listener.answer)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Ear)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    listener.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield listener
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
