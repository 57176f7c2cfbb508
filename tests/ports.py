"""Ports for test servers in processes of their own."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import count
from typing import Final

FIRST: Final = 20_000
MANY: Final = 12_000
"""The number of ports. All are below the system's range for outgoing connections, which any client can use."""

_numbers = count(os.getpid() * 37)
"""A counter that starts at a different port in each test process running at the same time."""


def free_port(address: str = "127.0.0.1") -> int:
    """Return a port on which nothing listens, a new one with each call."""
    for number in _numbers:
        port = FIRST + number % MANY
        with suppress(OSError), socket.create_server((address, port)):
            return port
    raise AssertionError
