"""The hosted broker, kombu's Redis with less frequent polling."""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as Disconnected


class Channel(redis.Channel):
    """A channel that raises a connection error where kombu raises an `AttributeError`.

    A worker that loses Redis closes its connection first and returns its unfinished messages afterwards. For that,
    kombu reads the address of the connection that is already closed. A worker reconnects after a connection error, but
    an `AttributeError` would end it.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise Disconnected("The connection to Redis is closed.")
        params: dict[str, Any] = super()._connparams(asynchronous=asynchronous)
        return params


class Transport(redis.Transport):
    """The transport that handles `redis://` and `rediss://`."""

    Channel = Channel

    brpop_timeout = 10
    """Seconds of each blocking request to Redis, which returns early when a message comes.

    kombu's one second makes up a tenth of the cost of an idle installation. The operating system detects broken
    connections anyway (`apps.config.sockets`).
    """
