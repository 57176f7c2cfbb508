"""The hosted broker, kombu's Redis with workers that survive losing it. Embedded processes never import it."""

from __future__ import annotations

from kombu.transport import redis
from redis.exceptions import ConnectionError as Disconnected


class Channel(redis.Channel):
    """A channel that raises a connection error where kombu raises an `AttributeError` (kombu#582).

    A worker that loses Redis closes its connection first and returns its unfinished messages afterwards. For that,
    kombu reads the address of the connection that is already closed. A worker reconnects after a connection error, but
    an `AttributeError` would end it.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, object]:
        if self.connection.client is None:
            raise Disconnected("The connection to Redis is closed.")
        params: dict[str, object] = super()._connparams(asynchronous=asynchronous)
        return params


class Transport(redis.Transport):
    """The transport that handles `redis://` and `rediss://`."""

    Channel = Channel
