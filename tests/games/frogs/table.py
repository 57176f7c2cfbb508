"""Sets up positions of Lunar Laser Frogs in short names.

Dice: `b`, `p`, `y`, `-` (blank), `pb`, `yp`, `by`. Cards: `blue`, `pink`, `yellow`, `blank`, `grey`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from apps.games.frogs import GAME
from apps.games.frogs.cards import Face, Kind
from apps.games.frogs.scoring import compute_card_points
from apps.games.frogs.state import Action, Close, Copy, Dice, Event, Scored, State, Throw, Thrown, Wait
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat
from tests.games.board import SEED, Board, tags

ADA, BEN, CLEO, DORA, EVE, FAY, GUS, HAL = map(Seat, range(8))
A: Final = "p p y yp - -"
B: Final = "b p p yp - -"
C: Final = "b b p p by yp"

_FACES: Final[dict[str, Face]] = {
    "b": "blue", "p": "pink", "y": "yellow", "-": "blank", "pb": "pink-blue", "yp": "yellow-pink", "by": "blue-yellow",
}  # fmt: skip


def roll(words: str) -> tuple[Face, ...]:
    return tuple(_FACES[word] for word in words.split())


def values(words: str, *kinds: Kind, each: int = 1) -> tuple[int, ...]:
    """Return what these cards, thrown in this order, are worth with these dice."""
    return compute_card_points(roll(words), kinds, each)


class Table(Board[State, Action, Event]):
    """A running match. Ada is active unless stated otherwise; the pile is given from the first card on."""

    def __init__(
        self,
        seats: int,
        *pile: tuple[Seat, Kind],
        dice: str = "",
        fell: Sequence[int] = (),
        window: int = 0,
        plan: tuple[int, int, int] | None = None,
        seat: Seat = ADA,
        turn: int = 1,
        scores: Sequence[int] = (),
        seed: bytes = SEED,
        thrown_in: int = 0,
        dozed: tuple[Seat, ...] = (),
        **options: Any,
    ) -> None:
        faces, down = roll(dice), 6 - len(dice.split())
        start: State = replace(
            GAME.blank(GAME.setup(seats, options)),
            seat=seat,
            turn=turn,
            scores=tuple(scores) or (0,) * seats,
            window=window,
            faces=(*faces, *(None,) * down),
            fell=(*(fell or (1,) * len(faces)), *(0,) * down),
            plan=plan,
            pile=tuple(Thrown(who, thrown_in, kind) for who, kind in pile),
            dozed=dozed,
            closed=window == 3 and len(pile) == (seats - 1) * (2 if seats == 3 else 1),
        )
        super().__init__(GAME, start, _unseen, seed)

    @classmethod
    def thrown(cls, seats: int, dice: str, *pile: tuple[Seat, Kind], **more: Any) -> Table:
        """Return a match in which all dice are rolled and all cards thrown, so Ada copies."""
        return cls(seats, *pile, dice=dice, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2), **more)

    # -- actions -------------------------------------------------------------------

    def throws(self, seat: Seat, *cards: Kind) -> list[Event]:
        return self.answers(seat, Throw(*cards))

    def waits(self, *seats: Seat) -> list[Event]:
        """Let all these seats wait, and return the facts that follow the last one."""
        return [self.answers(seat, Wait()) for seat in seats][-1]

    def plans(self, first: int, second: int, third: int) -> list[Event]:
        return self.answers(self.state.seat, Dice(first, second, third))

    def copies(self, whom: Seat) -> list[Event]:
        return self.answers(self.state.seat, Copy(whom))

    def closes(self) -> list[Event]:
        return self.answers(HOUSE, Close())

    # -- state ---------------------------------------------------------------------

    def legal(self, seat: Seat) -> set[Action]:
        return set(GAME.legal(self.state, seat))

    def pile(self) -> list[Seat]:
        return [card.seat for card in self.state.pile]

    def scored(self) -> Scored:
        """Return the last turn that was scored."""
        return next(fact for fact in reversed(self.log) if isinstance(fact, Scored))


def _unseen(start: State, observer: Observer) -> State:
    """Return the start as an observer knows it. Seats know their own cards; the active seat also knows the plan."""
    pile = tuple(card if card.seat == observer else replace(card, kind=None) for card in start.pile)
    return replace(start, pile=pile, plan=start.plan if observer == start.seat else None)


__all__ = [
    "ADA",
    "BEN",
    "CLEO",
    "DORA",
    "EVE",
    "FAY",
    "GUS",
    "HAL",
    "HOUSE",
    "PUBLIC",
    "REFEREE",
    "SEED",
    "A",
    "B",
    "C",
    "Table",
    "roll",
    "tags",
    "values",
]  # fmt: skip
