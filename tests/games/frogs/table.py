"""Puts a match of Lunar Laser Frogs into a position, in short words.

Dice: `b`, `p`, `y`, `-` (blank), `pb`, `yp`, `by`. Cards: `blue`, `pink`, `yellow`, `blank`, `grey`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apps.games.frogs import GAME
from apps.games.frogs.cards import Face, Kind
from apps.games.frogs.scoring import points
from apps.games.frogs.state import Action, Close, Copy, Dice, Event, Scored, State, Throw, Thrown, Wait
from apps.kernel.chance import Chance
from apps.kernel.events import known_to
from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat

ADA, BEN, CLEO, DORA, EVE, FAY, GUS, HAL = map(Seat, range(8))
SEED: Final = b"t" * 32
A: Final = "p p y yp - -"
B: Final = "b p p yp - -"
C: Final = "b b p p by yp"

_FACES: Final[dict[str, Face]] = {
    "b": "blue", "p": "pink", "y": "yellow", "-": "blank", "pb": "pink-blue", "yp": "yellow-pink", "by": "blue-yellow",
}  # fmt: skip


def roll(words: str) -> tuple[Face, ...]:
    return tuple(_FACES[word] for word in words.split())


def values(words: str, *kinds: Kind, each: int = 1) -> tuple[int, ...]:
    """What these cards, thrown in this order, are worth with these dice."""
    return points(roll(words), kinds, each)


class Table:
    """A match under way. The turn is Ada's unless said otherwise; the pile lies as given, from the first card on."""

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
        self.state: State = replace(
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
        self._start, self._seed = self.state, seed
        self.log: list[Event] = []

    @classmethod
    def thrown(cls, seats: int, dice: str, *pile: tuple[Seat, Kind], **more: Any) -> Table:
        """All dice lie and all cards are thrown: Ada copies."""
        return cls(seats, *pile, dice=dice, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2), **more)

    # -- what happens --------------------------------------------------------------

    def answers(self, seat: Seat, action: Action) -> list[Event]:
        """The seat's legal answer, and what follows."""
        assert action in GAME.legal(self.state, seat), f"{action} is not legal for seat {seat}"
        facts = list(GAME.decide(self.state, seat, action, Chance(self._seed, len(self.log) + 1)))
        self.log += facts
        self.state = GAME.learn(self.state, facts)
        return facts

    def throws(self, seat: Seat, *cards: Kind) -> list[Event]:
        return self.answers(seat, Throw(*cards))

    def waits(self, *seats: Seat) -> list[Event]:
        """All of them wait; what follows the last one."""
        return [self.answers(seat, Wait()) for seat in seats][-1]

    def plans(self, first: int, second: int, third: int) -> list[Event]:
        return self.answers(self.state.seat, Dice(first, second, third))

    def copies(self, whom: Seat) -> list[Event]:
        return self.answers(self.state.seat, Copy(whom))

    def closes(self) -> list[Event]:
        return self.answers(HOUSE, Close())

    def is_silent(self, seat: Seat) -> list[Event]:
        """The seat lets its question lapse."""
        default = self.ask(seat).default
        assert default is not None
        return self.answers(seat, default)

    # -- what there is to see ------------------------------------------------------

    def memory(self, observer: Observer) -> State:
        """What the observer knows, if they had seen of the position what such an observer may have seen."""
        seen = self._start
        if observer != REFEREE:
            pile = tuple(card if card.seat == observer else replace(card, kind=None) for card in seen.pile)
            seen = replace(seen, pile=pile, plan=seen.plan if observer == seen.seat else None)
        return GAME.learn(seen, [fact for fact in self.log if known_to(fact, observer)])

    def ask(self, seat: Seat) -> Ask[Action]:
        return next(ask for ask in GAME.asks(self.state) if ask.seat == seat)

    def asked(self) -> list[tuple[Seat, str]]:
        return [(ask.seat, ask.about) for ask in GAME.asks(self.state)]

    def legal(self, seat: Seat) -> set[Action]:
        return set(GAME.legal(self.state, seat))

    def pile(self) -> list[Seat]:
        return [card.seat for card in self.state.pile]

    def scored(self) -> Scored:
        """The last turn that was scored."""
        return next(fact for fact in reversed(self.log) if isinstance(fact, Scored))


def tags(facts: Iterable[Event]) -> list[str]:
    return [str(fact.__struct_config__.tag) for fact in facts]


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
