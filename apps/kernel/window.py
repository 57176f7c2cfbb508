"""A sealed window: several seats are asked at once, answer in secret, and can change their answers until it closes.

All seats are asked the same, so the question reveals nothing about hidden cards. An observer only sees the answers they
know of. If the table wants windows to last their whole time (`fixed`), play waits for no seat and the clock closes
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Protocol, TypeVar

from apps.kernel.game import Answer, AnyAction, Ask
from apps.kernel.table import HOUSE, Seat

A = TypeVar("A")


class Close(Answer, frozen=True, tag="close"):
    """The clock's answer that closes a fixed window when its time is up."""


CLOSE: Final[AnyAction] = Close()


class Sealed(Protocol):
    """A seat's sealed answer, as a game stores it."""

    @property
    def seat(self) -> Seat: ...


R = TypeVar("R", bound=Sealed)


def build_window(
    about: str,
    key: str,
    seats: Iterable[Seat],
    answers: Mapping[Seat, A],
    *,
    silence: A,
    fixed: bool = False,
    duty: bool = True,
) -> tuple[Ask[A], ...]:
    """Return the questions of a window. The table's own question comes last.

    :param answers: the answers that the observer knows of
    :param silence: the meaning of silence
    :param duty: whether silence is a missed turn
    """
    # Positional arguments and no unnecessary questions, because a window is built at every move, for each observer.
    asks = [
        Ask(seat, about, key, answers[seat], False, duty, True, True)
        if seat in answers
        else Ask(seat, about, key, silence, not fixed, duty, False, True)
        for seat in seats
    ]
    if fixed:
        asks.append(Ask(HOUSE, about, key, CLOSE, duty=False))
    return tuple(asks)


def get_awaited_question(
    about: str,
    key: str,
    seats: Iterable[Seat],
    answers: Collection[Seat],
    *,
    fixed: bool = False,
    duty: bool = True,
) -> Ask[A]:
    """Return the question of an open window that is answered next (`game.Game.awaited`)."""
    for seat in seats:
        if seat not in answers:
            return Ask(seat, about, key, None, not fixed, duty, False, True)
    return Ask(HOUSE, about, key, CLOSE, duty=False)


def of_house(*, fixed: bool) -> tuple[AnyAction, ...]:
    """Return what the table itself can answer in a window."""
    return (CLOSE,) if fixed else ()


def replace_answer(answers: tuple[R, ...], answer: R) -> tuple[R, ...]:
    """Return the sealed answers with this one at the end, replacing the seat's earlier answer."""
    return (*[each for each in answers if each.seat != answer.seat], answer)


def is_window_complete(seats: Collection[Seat], answers: Collection[object], *, fixed: bool) -> bool:
    """Check whether the window closes now: every seat has answered, and it needn't last its whole time."""
    return not fixed and len(answers) == len(seats)
