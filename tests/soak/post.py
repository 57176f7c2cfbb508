"""A mail server on this machine that stores received e-mails.

Now and then it says nothing at all, or hangs up before it confirms an e-mail that it has taken.
"""

from __future__ import annotations

import random
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.policy import default
from typing import Final

SILENT: Final = 0.08
"""The share of silent calls. In a row, they'd rightly keep the site from sending anything."""
RUDE: Final = 0.15
"""The share of e-mails after which it hangs up."""
PATIENT: Final = 120.0
"""The number of seconds for which it says nothing; callers hang up long before."""
ANSWERS: Final = {b"DATA": "354 go on", b"QUIT": "221 bye"}


class Post(socketserver.ThreadingTCPServer):
    """The e-mails that arrived, and how they were taken."""

    daemon_threads, block_on_close, request_queue_size = True, False, 64

    def __init__(self, address: str, seed: int) -> None:
        super().__init__((address, 0), _Call)
        self.port: int = self.server_address[1]
        self.arrived: list[tuple[str, str]] = []
        """The id and address of each e-mail, in order."""
        self.silent = self.rude = 0
        """How often it said nothing, and how often it hung up after taking an e-mail."""
        self.luck, self.over = random.Random(seed), threading.Event()

    def handle_error(self, *_request: object) -> None:
        """Ignore errors of callers that were killed while they spoke."""


class _Call(socketserver.StreamRequestHandler):
    server: Post

    def handle(self) -> None:
        if self.server.luck.random() < SILENT:
            self.server.silent += 1
            self.server.over.wait(PATIENT)
            return
        with suppress(OSError):
            self._say("220 post")
            to = ""
            while line := self.rfile.readline():
                word = line[:4].upper()
                self._say(ANSWERS.get(word, "250 yes"))
                if word == b"RCPT":
                    to = line.decode().partition("<")[2].partition(">")[0]
                elif word == b"QUIT" or (word == b"DATA" and not self._taken(to)):
                    return

    def _taken(self, to: str) -> bool:
        """Take an e-mail, and perhaps confirm it."""
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False  # The sender was killed before its end.
            lines.append(line)
        name = str(message_from_bytes(b"".join(lines), policy=default)["Message-ID"])
        self.server.arrived.append((name.strip().strip("<>").partition("@")[0], to))
        if self.server.luck.random() < RUDE:
            self.server.rude += 1
            return False
        self._say("250 taken")
        return True

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def post_office(address: str = "127.0.0.1", *, seed: int = 3) -> Iterator[Post]:
    """Run the mail server until this ends."""
    with Post(address, seed) as post:
        threading.Thread(target=post.serve_forever, daemon=True).start()
        try:
            yield post
        finally:
            post.over.set()
            post.shutdown()
