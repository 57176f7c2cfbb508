"""Tests that the cache in front of the database can disappear at any time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import CacheHandler
from django.utils import timezone

from apps.common import rate_limits
from apps.config.logs import error_mail
from apps.matches.store import spectators
from tests.ports import free_port

REDIS = os.environ.get("SLOWFUSE_TEST_BROKER_URL")
needs_redis = pytest.mark.skipif(REDIS is None, reason="SLOWFUSE_TEST_BROKER_URL names no Redis")


def caches_at(url: str) -> CacheHandler:
    """Return the caches of a hosted installation whose Redis is there."""
    options = {"IGNORE_EXCEPTIONS": True, "SOCKET_CONNECT_TIMEOUT": 0.2, "SOCKET_TIMEOUT": 0.5}
    one = {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": url,
        "KEY_PREFIX": f"slowfuse-tests-{os.getpid()}",
        "OPTIONS": options,
    }
    return CacheHandler({"default": one, "shared": one})


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a cache in the Redis of these tests, which limits use."""
    assert REDIS
    cache: Any = caches_at(REDIS)["default"]
    monkeypatch.setattr(rate_limits, "cache", cache)
    yield cache
    cache.delete_pattern("*")


def test_without_redis_nothing_is_remembered_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    away = caches_at(f"redis://127.0.0.1:{free_port()}/0")
    cache = away["default"]
    cache.set("a", 1, 60)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a"]) == {}
    assert cache.get_or_set("a", 7, 60) == 7
    assert "a" not in cache
    assert not cache.delete("a")
    monkeypatch.setattr(rate_limits, "cache", cache)
    assert rate_limits.count_use(what="knocks", who="ada", seconds=60) == 0
    monkeypatch.setattr(spectators, "caches", away)
    spectators.add_streams({"abcdef": 3}, now=timezone.now())
    assert spectators.count_spectators(["abcdef"], now=timezone.now()) == {"abcdef": 0}


def test_without_redis_an_error_is_still_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_mail, "caches", caches_at(f"redis://127.0.0.1:{free_port()}/0"))
    error_mail.send_report("It broke.", "It broke.", ["ada@example.org"])
    assert len(mail.outbox) == 1


@needs_redis
def test_with_redis_it_remembers(redis: Any) -> None:
    assert redis.add("a", 1, 5) is True
    assert redis.add("a", 7, 5) is False
    assert redis.incr("a") == 2
    assert redis.get("a") == 2
    assert redis.get_many(["a", "b"]) == {"a": 2}
    assert redis.touch("a", 5) is True
    assert "a" in redis
    assert redis.delete("a") is True


@needs_redis
def test_a_limit_counts_and_ends(redis: Any) -> None:
    """Check that a count never loses its end. It would refuse its user for good."""
    assert [rate_limits.count_use(what="knocks", who="ada", seconds=5) for _ in range(3)] == [1, 2, 3]
    assert 0 < redis.ttl("limit:knocks:ada") <= 5
    redis.delete("limit:knocks:ada")
    with pytest.raises(ValueError, match="knocks"):
        redis.incr("limit:knocks:ada")
    assert redis.get("limit:knocks:ada") is None
