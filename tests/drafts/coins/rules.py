"""Coins: players take one to three coins in turn, and the last coin wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apps.kernel.chance import Chance
from apps.kernel.events import Public
from apps.kernel.fold import build_evolve
from apps.kernel.game import Answer, Ask, Outcome, compute_places
from apps.kernel.length import Remaining, Waits
from apps.kernel.table import Observer, Seat, Setup


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Coins can't agree on anything."""


class Take(Answer, frozen=True, tag="take"):
    """Take this many coins."""

    coins: int


class Poured(Public, frozen=True, tag="poured"):
    """The coins on the table at the start."""

    coins: int


class Took(Public, frozen=True, tag="took"):
    """The coins that a seat took."""

    seat: Seat
    coins: int


Action = Take
Event = Poured | Took


class State(Struct, frozen=True):
    """The table, which everyone knows."""

    setup: Setup[Options]
    coins: int = -1
    seat: Seat = Seat(0)


def blank(setup: Setup[Options]) -> State:
    """Return the table before the coins are poured."""
    return State(setup)


def deal(_setup: Setup[Options], chance: Chance) -> list[Event]:
    """Pour out some coins."""
    return [Poured(chance.pick("coins", range(10, 20)))]


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        Poured: lambda state, event: replace(state, coins=event.coins),
        Took: lambda state, event: replace(state, coins=state.coins - event.coins, seat=Seat(1 - event.seat)),
    }
)


def asks(state: State) -> tuple[Ask[Take], ...]:
    """Ask the next seat. Silence takes one coin."""
    return (Ask(state.seat, "turn", f"turn:{state.coins}", Take(1)),) if state.coins > 0 else ()


def legal(state: State, seat: Seat) -> tuple[Take, ...]:
    """Return the seat's legal answers, or none if it isn't asked."""
    return tuple(map(Take, range(1, min(3, state.coins) + 1))) if seat == state.seat else ()


def decide(_state: State, seat: Seat, action: Take, _: Chance) -> list[Event]:
    """Return the fact that follows from an answer."""
    return [Took(seat, action.coins)]


def scores(state: State) -> tuple[int, int]:
    """Return a point for the seat that took the last coin."""
    won = state.coins == 0
    return (int(won and state.seat == 1), int(won and state.seat == 0))


def outcome(state: State) -> Outcome | None:
    """Return the outcome once there are no coins left."""
    points = scores(state)
    return Outcome(compute_places([-each for each in points]), points, why="last") if any(points) else None


def remaining(state: State) -> Remaining:
    """Return what remains: two coins a turn."""
    turns = max(1, (15 if state.coins < 0 else state.coins) // 2)
    return Remaining(turns, (Waits("turn", turns, 1),))


def imagine(state: State, _seat: Seat, _luck: Chance) -> State:
    """Return the table, of which nothing is hidden."""
    return state


def seen(table: State, _seat: Seat) -> State:
    """Return the table, of which nothing is hidden."""
    return table


def board(state: State, _observer: Observer) -> Any:
    """Return the table as it is."""
    return state
