"""Connections to PostgreSQL and Redis, mostly what happens when the other end falls silent.

A disconnected machine closes nothing. By default its peers wait for a quarter of an hour, and its locks in PostgreSQL
stay for two hours. Every sweep would skip its matches.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Final

KEEPALIVE_IDLE_SECONDS: Final = 5
"""Seconds of silence after which one end probes the other."""
KEEPALIVE_INTERVAL_SECONDS: Final = 2
"""Seconds between two probes."""
KEEPALIVE_PROBES: Final = 3
"""Number of unanswered probes after which the connection is closed."""
UNACKNOWLEDGED_SECONDS: Final = 10
"""Seconds after which a connection is closed if sent data isn't acknowledged."""
CONNECT_SECONDS: Final = 5
"""Seconds within which a connection must be established."""
MAX_IDLE_TRANSACTION_SECONDS: Final = 300
"""Seconds a transaction can wait for its client, in case a process hangs while its machine still answers.

It's long because ratings are recalculated in a single transaction.
"""


def build_postgresql_options(chosen: Mapping[str, object]) -> dict[str, object]:
    """Return psycopg's options, as libpq parameters for this end and session settings for the server.

    The operator's choices take precedence.
    """
    server = {
        "lock_timeout": "3s",
        "idle_in_transaction_session_timeout": f"{MAX_IDLE_TRANSACTION_SECONDS}s",
        "tcp_keepalives_idle": KEEPALIVE_IDLE_SECONDS,
        "tcp_keepalives_interval": KEEPALIVE_INTERVAL_SECONDS,
        "tcp_keepalives_count": KEEPALIVE_PROBES,
        "tcp_user_timeout": f"{UNACKNOWLEDGED_SECONDS}s",
        # Our statements take a millisecond. Without statistics, e.g. after pg_restore, PostgreSQL compiled some of them
        # for a tenth of a second each. Deadlines were settled seven times more slowly.
        "jit": "off",
    }
    options = " ".join(f"-c {name}={value}" for name, value in server.items())
    return {
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": KEEPALIVE_IDLE_SECONDS,
        "keepalives_interval": KEEPALIVE_INTERVAL_SECONDS,
        "keepalives_count": KEEPALIVE_PROBES,
        "tcp_user_timeout": 1000 * UNACKNOWLEDGED_SECONDS,
        **chosen,
        "options": f"{options} {chosen.get('options', '')}".strip(),
    }


def build_redis_options() -> dict[str, object]:
    """Return redis-py's options.

    Commands have no time limit of their own, because a worker waits for its next message.
    """
    wanted = {
        "TCP_KEEPIDLE": KEEPALIVE_IDLE_SECONDS,
        "TCP_KEEPINTVL": KEEPALIVE_INTERVAL_SECONDS,
        "TCP_KEEPCNT": KEEPALIVE_PROBES,
        "TCP_USER_TIMEOUT": 1000 * UNACKNOWLEDGED_SECONDS,
    }
    here = {
        getattr(socket, name): value for name, value in wanted.items() if hasattr(socket, name)
    }  # Linux has all of them.
    return {"socket_keepalive": True, "socket_keepalive_options": here}
