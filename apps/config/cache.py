"""A Redis cache that can disappear. Until it's back, nothing is cached and nothing breaks."""

# Called by Django's caches, by these names.
# ruff: noqa: ARG002

from __future__ import annotations

import logging
from functools import cached_property
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


_ADD_SCRIPT: Final = """
if redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') then return 1 end
if redis.call('TTL', KEYS[1]) == -1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0
"""
_COUNT_SCRIPT: Final = "if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('INCRBY', KEYS[1], ARGV[1]) end"


class Steady(RedisCacheClient):
    """A cache client that reuses one Redis client.

    Django makes a new one for every command, which costs more than the command.
    """

    _serializer: Any

    @cached_property
    def _one(self) -> Any:
        return super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._one

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Store the value unless the key is there, and give an existing key without an expiry this one.

        A limit that never expired would refuse its user for good.
        """
        if not timeout:
            return bool(super().add(key, value, timeout))
        return bool(self._one.eval(_ADD_SCRIPT, 1, key, self._serializer.dumps(value), timeout))

    def incr(self, key: Any, delta: int = 1) -> int:
        """Increment the counter in one step.

        Django first checks whether the key is there. One that expired in between would be recreated without an expiry,
        and its user refused for good.

        :raises ValueError: if the key isn't there
        """
        counted = self._one.eval(_COUNT_SCRIPT, 1, key, delta)
        if counted is None:
            raise ValueError(f"Key {key!r} not found.")
        return int(counted)


class Forgetful(RedisCache):
    """A cache that works without Redis. Until it's back, sessions use the database and limits aren't enforced."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._class = Steady

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._try(default, "get", key, default, version)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        self._try(None, "set", key, value, *args, **kwargs)

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(True, "add", key, value, *args, **kwargs))

    def touch(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(False, "touch", key, *args, **kwargs))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._try(False, "has_key", key, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._try(False, "delete", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        counted = self._try(None, "incr", key, delta, version)
        if counted is None:
            raise ValueError(key)  # The same as for a key that has just expired.
        return int(counted)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._try({}, "get_many", keys, version)
        return found

    def _try(self, otherwise: Any, what: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(), what)(*args, **kwargs)
        except RedisError as error:
            logger.warning("Cache unreachable: %s", error)
            return otherwise
