"""A sealed window: several seats are asked at once, answer unseen, and may change their minds until it closes.

Everybody is asked the same, so that a question tells nothing of hidden cards; an observer sees as answered only what
they were told. Where the table wants windows to last their whole time (`fixed`), nobody is waited for and the house
closes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Protocol, TypeVar

from apps.kernel.game import Answer, Ask
from apps.kernel.table import HOUSE, Seat

A = TypeVar("A")


class Close(Answer, frozen=True, tag="close"):
    """The house closes a fixed window when its time is over."""


CLOSE: Final[Any] = Close()


class Sealed(Protocol):
    """A seat's sealed answer, as a game remembers it."""

    @property
    def seat(self) -> Seat: ...


R = TypeVar("R", bound=Sealed)


def window(
    about: str,
    key: str,
    seats: Iterable[Seat],
    answers: Mapping[Seat, A],
    *,
    silence: A,
    fixed: bool = False,
    duty: bool = True,
) -> tuple[Ask[A], ...]:
    """The questions of a window; the house's comes last.

    :param answers: those the observer knows of
    :param silence: what it means to say nothing
    :param duty: whether saying nothing is a missed turn
    """
    # By position, and no more of them than one must: a window is built at every move, by whoever looks at it.
    asks = [
        Ask(seat, about, key, answers[seat], False, duty, True, True)
        if seat in answers
        else Ask(seat, about, key, silence, not fixed, duty, False, True)
        for seat in seats
    ]
    if fixed:
        asks.append(Ask(HOUSE, about, key, CLOSE, duty=False))
    return tuple(asks)


def awaited(
    about: str,
    key: str,
    seats: Iterable[Seat],
    answers: Collection[Seat],
    *,
    fixed: bool = False,
    duty: bool = True,
) -> Ask[A]:
    """Of a window that is open, the question that is answered next (`game.Game.awaited`)."""
    for seat in seats:
        if seat not in answers:
            return Ask(seat, about, key, None, not fixed, duty, False, True)
    return Ask(HOUSE, about, key, CLOSE, duty=False)


def of_house(*, fixed: bool) -> tuple[Any, ...]:
    """What the house may answer in a window."""
    return (CLOSE,) if fixed else ()


def changed(answers: tuple[R, ...], answer: R) -> tuple[R, ...]:
    """The sealed answers with one more, the latest last; it takes the place of what its seat had answered before."""
    return (*[each for each in answers if each.seat != answer.seat], answer)


def complete(seats: Collection[Seat], answers: Collection[object], *, fixed: bool) -> bool:
    """Whether the last answer closes the window: there is one of every seat, and it need not last its whole time."""
    return not fixed and len(answers) == len(seats)
