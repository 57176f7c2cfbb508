"""Tests of who knows what: by default, no one."""

from __future__ import annotations

from apps.kernel.events import Event, Private, Public, Secret, known_to
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat, Setup


class Said(Public, frozen=True, tag="said"):
    pass


class Whispered(Private, frozen=True, tag="whispered"):
    pass


class Hidden(Secret, frozen=True, tag="hidden"):
    pass


class Careless(Event, frozen=True, tag="careless"):
    """An event whose author forgot to declare who knows it."""


EVERYBODY: tuple[Observer, ...] = (Seat(0), Seat(1), PUBLIC, REFEREE)


def told(event: Event) -> list[object]:
    return [observer for observer in EVERYBODY if known_to(event, observer)]


def test_what_is_said_aloud_everybody_knows() -> None:
    assert told(Said()) == [0, 1, PUBLIC, REFEREE]


def test_what_is_whispered_only_its_seats_and_the_referee_know() -> None:
    assert told(Whispered((Seat(1),))) == [1, REFEREE]


def test_a_secret_is_the_referees() -> None:
    assert told(Hidden()) == [REFEREE]


def test_who_says_nothing_about_the_audience_keeps_a_secret() -> None:
    assert told(Careless()) == [REFEREE]


def test_seats_are_counted_to_the_left() -> None:
    setup: Setup[None] = Setup(3, None)
    assert setup.everyone() == (0, 1, 2)
    assert setup.after(Seat(2)) == 0
    assert setup.others(Seat(1)) == (2, 0)
