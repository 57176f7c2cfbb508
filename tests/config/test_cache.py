"""Tests that the cache in front of the database can disappear at any time."""

from __future__ import annotations

import os
from typing import Any

import pytest

from apps.common import rate_limits
from apps.config.cache import Forgetful


def test_without_redis_nothing_is_remembered_and_nothing_breaks() -> None:
    cache = Forgetful("redis://127.0.0.1:1/0", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    cache.set("a", 1, 60)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a"]) == {}
    assert cache.add("a", 1) is True
    assert cache.touch("a") is False
    assert "a" not in cache
    assert cache.delete("a") is False
    with pytest.raises(ValueError, match="a"):
        cache.incr("a")


@pytest.mark.skipif("SLOWFUSE_TEST_BROKER_URL" not in os.environ, reason="SLOWFUSE_TEST_BROKER_URL names no Redis")
def test_with_redis_it_remembers() -> None:
    cache = Forgetful(os.environ["SLOWFUSE_TEST_BROKER_URL"], {"KEY_PREFIX": f"slowfuse-tests-{os.getpid()}"})
    assert cache.add("a", 1, 5) is True
    assert cache.add("a", 7, 5) is False
    assert cache.incr("a") == 2
    assert cache.get("a") == 2
    assert cache.get_many(["a", "b"]) == {"a": 2}
    assert cache.touch("a", 5) is True
    assert "a" in cache
    assert cache.delete("a") is True


@pytest.mark.skipif("SLOWFUSE_TEST_BROKER_URL" not in os.environ, reason="SLOWFUSE_TEST_BROKER_URL names no Redis")
def test_a_count_that_runs_out_is_never_begun_anew_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a count that expires right after its existence was checked."""
    cache = Forgetful(os.environ["SLOWFUSE_TEST_BROKER_URL"], {"KEY_PREFIX": f"slowfuse-tests-{os.getpid()}"})
    redis: Any = cache._cache.get_client()
    monkeypatch.setattr(redis, "exists", lambda *_: True)  # It was there a moment ago.
    with pytest.raises(ValueError, match="late"):
        cache.incr("late")
    assert redis.get(cache.make_key("late")) is None
    cache.add("late", 0, 5)
    assert cache.incr("late") == 1
    assert 0 < redis.ttl(cache.make_key("late")) <= 5
    cache.delete("late")


@pytest.mark.skipif("SLOWFUSE_TEST_BROKER_URL" not in os.environ, reason="SLOWFUSE_TEST_BROKER_URL names no Redis")
def test_a_limit_that_has_lost_its_end_gets_one_when_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Forgetful(os.environ["SLOWFUSE_TEST_BROKER_URL"], {"KEY_PREFIX": f"slowfuse-tests-{os.getpid()}"})
    redis: Any = cache._cache.get_client()
    key = cache.make_key("limit:knocks:ada")
    redis.set(key, 150)
    monkeypatch.setattr(rate_limits, "cache", cache)
    assert rate_limits.count_use(what="knocks", who="ada", seconds=60) == 151
    assert 0 < redis.ttl(key) <= 60
    redis.expire(key, 20)
    assert rate_limits.count_use(what="knocks", who="ada", seconds=60) == 152
    assert 0 < redis.ttl(key) <= 20, "an end that is known doesn't move"
    cache.delete("limit:knocks:ada")
