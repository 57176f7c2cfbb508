"""A sealed window: several seats are asked at once, answer unseen, and may change their minds until it closes.

Everybody is asked the same, so that a question tells nothing of hidden cards; an observer sees as answered only what
they were told. Where the table wants windows to last their whole time, nobody is waited for and the house closes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, Seat

A = TypeVar("A")


def window(
    about: str,
    key: str,
    seats: Iterable[Seat],
    said: Mapping[Seat, A],
    *,
    silence: A,
    duty: bool = True,
    close: A | None = None,
) -> tuple[Ask[A], ...]:
    """The questions of a window; the house's comes last.

    :param said: the answers the observer knows of
    :param silence: what it means to say nothing
    :param duty: whether saying nothing is a missed turn
    :param close: what the house answers when the time is over; None where the last answer closes the window
    """
    asks = [
        Ask(seat, about, key, said[seat], waits=False, duty=duty, answered=True)
        if seat in said
        else Ask(seat, about, key, silence, waits=close is None, duty=duty)
        for seat in seats
    ]
    if close is not None:
        asks.append(Ask(HOUSE, about, key, close, duty=False))
    return tuple(asks)


def complete(seats: Collection[Seat], said: Collection[object], *, fixed: bool) -> bool:
    """Whether the last answer closes the window: there is one of every seat, and it need not last its whole time."""
    return not fixed and len(said) == len(seats)
