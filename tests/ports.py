"""Ports for servers of tests that run in processes of their own."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import count
from typing import Final

FIRST: Final = 20_000
MANY: Final = 12_000
"""Below the ports that the system takes for outgoing connections, where any client may be given a free one."""

_numbers = count(os.getpid() * 37)
"""Processes of tests that run at the same time begin at different ports."""


def free_port(address: str = "127.0.0.1") -> int:
    """Find a port on which nobody listens, and another one with each call."""
    for number in _numbers:
        port = FIRST + number % MANY
        with suppress(OSError), socket.create_server((address, port)):
            return port
    raise AssertionError
