"""The hosted broker: kombu's Redis, asked less often whether there is a message."""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as Disconnected


class Channel(redis.Channel):
    """Says that its connection is gone, where kombu trips over it.

    A worker that loses Redis lets go of its connection first and returns its unfinished messages afterwards. To do so,
    kombu looks for the address of a connection that is no longer there. Its `AttributeError` is no connection error,
    so the worker ended instead of connecting again.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise Disconnected("The connection to Redis was given up.")
        params: dict[str, Any] = super()._connparams(asynchronous=asynchronous)
        return params


class Transport(redis.Transport):
    """What `redis://` and `rediss://` mean here."""

    Channel = Channel

    brpop_timeout = 10
    """Seconds that Redis is waited for, which wakes a worker when a message comes. After them it is asked anew: each
    second, as kombu does it, a tenth of what a house costs that nobody visits. A connection that broke is found by the
    system (`apps.config.sockets`), whatever is asked through it.
    """
