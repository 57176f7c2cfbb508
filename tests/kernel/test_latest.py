"""Tests of the cache of values about a state."""

from __future__ import annotations

from apps.kernel.latest import cache_latest


def test_it_is_found_once_as_long_as_the_same_is_asked_about() -> None:
    asked = []

    @cache_latest
    def length(state: tuple[int, ...]) -> int:
        asked.append(state)
        return len(state)

    one, equal = (1, 2), tuple(range(1, 3))
    assert [length(one), length(one), length(one)] == [2, 2, 2]
    assert len(asked) == 1
    assert [length(equal), length(()), length(one)] == [2, 0, 2]
    assert len(asked) == 4


def test_nothing_is_something_to_remember_too() -> None:
    asked = []

    @cache_latest
    def nothing(state: object) -> None:
        asked.append(state)

    assert [nothing(None), nothing(None)] == [None, None]
    assert asked == [None]
