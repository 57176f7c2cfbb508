"""The hosted broker: kombu's Redis, asked less often whether there is a message."""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as Disconnected


class Channel(redis.Channel):
    """Raises a connection error where kombu raises an `AttributeError`.

    A worker that loses Redis closes its connection first and returns its unfinished messages afterwards. For that,
    kombu reads the address of the connection that is already closed. A worker reconnects after a connection error,
    but an `AttributeError` would end it.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise Disconnected("The connection to Redis is closed.")
        params: dict[str, Any] = super()._connparams(asynchronous=asynchronous)
        return params


class Transport(redis.Transport):
    """Handles `redis://` and `rediss://`."""

    Channel = Channel

    brpop_timeout = 10
    """Seconds that Redis is waited for, which wakes a worker when a message comes. After them it is asked anew: each
    second, as kombu does it, a tenth of what a house costs that nobody visits. A connection that broke is found by the
    system (`apps.config.sockets`), whatever is asked through it.
    """
