"""The hosted broker: kombu's Redis, asked less often whether there is a message."""

from __future__ import annotations

from kombu.transport import redis


class Transport(redis.Transport):
    """What `redis://` and `rediss://` mean in this house."""

    brpop_timeout = 10
    """Seconds that Redis is waited for, which wakes a worker when a message comes. After them it is asked anew: each
    second, as kombu does it, a tenth of what a house costs that nobody visits. A connection that broke is found by the
    system (`apps.config.sockets`), whatever is asked through it.
    """
