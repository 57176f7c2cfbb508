"""How we connect to PostgreSQL and Redis: mostly, what happens when the other end says nothing any more.

A machine that is cut off closes nothing. Left to the system, whoever waits for it waits for a quarter of an hour, and
what it held locked in PostgreSQL stays locked for two: its matches would be passed over by every sweep.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any, Final

IDLE: Final = 5
"""Seconds of silence after which one end asks whether the other is still there …"""
EVERY: Final = 2
"""… and so many after that again …"""
TIMES: Final = 3
"""… until it has asked so often."""
UNHEARD: Final = 10
"""Seconds after which a connection is given up on which nobody says that what was sent has arrived."""
CONNECT: Final = 5
"""Seconds in which a connection must have come to be."""
THINKING: Final = 300
"""Seconds that a transaction may wait for whoever began it: for a process that hangs, though its machine answers. Long,
as ratings are counted anew in one.
"""


def postgresql(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """How psycopg connects: this end by libpq's parameters, the server's by settings of the session. What the operator
    has chosen goes before.
    """
    server = {
        "lock_timeout": "3s",
        "idle_in_transaction_session_timeout": f"{THINKING}s",
        "tcp_keepalives_idle": IDLE,
        "tcp_keepalives_interval": EVERY,
        "tcp_keepalives_count": TIMES,
        "tcp_user_timeout": f"{UNHEARD}s",
        # Ours run for a millisecond. Without statistics, as after pg_restore, PostgreSQL thought some of them worth
        # compiling, a tenth of a second each time: what falls due was settled seven times slower.
        "jit": "off",
    }
    options = " ".join(f"-c {name}={value}" for name, value in server.items())
    return {
        "connect_timeout": CONNECT,
        "keepalives_idle": IDLE,
        "keepalives_interval": EVERY,
        "keepalives_count": TIMES,
        "tcp_user_timeout": 1000 * UNHEARD,
        **chosen,
        "options": f"{options} {chosen.get('options', '')}".strip(),
    }


def redis() -> dict[str, Any]:
    """How redis-py connects, where no command has a time limit of its own: a worker waits for its next message."""
    wanted = {"TCP_KEEPIDLE": IDLE, "TCP_KEEPINTVL": EVERY, "TCP_KEEPCNT": TIMES, "TCP_USER_TIMEOUT": 1000 * UNHEARD}
    here = {
        getattr(socket, name): value for name, value in wanted.items() if hasattr(socket, name)
    }  # All of it on Linux.
    return {"socket_keepalive": True, "socket_keepalive_options": here}
