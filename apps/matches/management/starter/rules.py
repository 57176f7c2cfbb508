"""The rules of Coins: questions, answers, what follows, and the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from apps.kernel.chance import Chance
from apps.kernel.draft import NoOptions
from apps.kernel.events import Public
from apps.kernel.fold import build_evolve
from apps.kernel.game import Answer, Ask, Outcome, compute_places
from apps.kernel.length import Remaining, Waits
from apps.kernel.table import Seat, Setup


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


Action: TypeAlias = Take
Event: TypeAlias = Poured | Took


class State(Struct, frozen=True):
    """The table, which everyone knows."""

    setup: Setup[NoOptions]
    coins: int = -1
    next: Seat = Seat(0)


def deal(_setup: Setup[NoOptions], chance: Chance) -> list[Event]:
    """Pour out some coins."""
    return [Poured(chance.pick("poured", range(10, 20)))]


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        Poured: lambda state, event: replace(state, coins=event.coins),
        Took: lambda state, event: replace(state, coins=state.coins - event.coins, next=state.setup.after(event.seat)),
    }
)


def asks(state: State) -> tuple[Ask[Take], ...]:
    """Ask the next seat. Silence takes one coin."""
    return (Ask(state.next, "turn", f"turn:{state.coins}", Take(1)),) if state.coins > 0 else ()


def legal(state: State, seat: Seat) -> tuple[Take, ...]:
    """Return what the seat can answer: nothing, if it isn't asked."""
    return tuple(map(Take, range(1, min(3, state.coins) + 1))) if seat == state.next else ()


def decide(state: State, seat: Seat, action: Take, _chance: Chance) -> list[Event]:
    """Return the facts that follow from an answer. The next seat isn't asked whether it takes a single coin."""
    facts: list[Event] = [Took(seat, action.coins)]
    return [*facts, Took(state.setup.after(seat), 1)] if state.coins - action.coins == 1 else facts


def scores(state: State) -> tuple[int, ...]:
    """Return a point for the seat that took the last coin."""
    return tuple(int(state.coins == 0 and state.setup.after(seat) == state.next) for seat in state.setup.everyone())


def outcome(state: State) -> Outcome | None:
    """Return the outcome once there are no coins left."""
    points = scores(state)
    return Outcome(compute_places([-each for each in points]), points, why="last") if any(points) else None


def remaining(state: State) -> Remaining:
    """Estimate what remains: two coins a turn."""
    turns = max(1, (15 if state.coins < 0 else state.coins) // 2)
    return Remaining(turns, (Waits("turn", turns),))
