"""A match of any game without a database, in a position that a test lays out, and moved on by its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from apps.kernel.chance import Chance
from apps.kernel.events import Event, known_to
from apps.kernel.game import Ask, Game
from apps.kernel.table import REFEREE, Observer, Seat

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT", bound=Event)
SEED: Final = b"t" * 32


class Board(Generic[StateT, ActionT, EventT]):
    """A match under way. What its state is, its seats answer by `answers`; `log` is what happened since the start."""

    def __init__(
        self, game: Game[Any, Any, Any], start: StateT, unseen: Callable[[StateT, Observer], StateT], seed: bytes = SEED
    ) -> None:
        """
        :param unseen: the start as an observer other than the referee knows it who saw what such an observer may see
        """
        self._game, self._start, self._unseen, self._seed = game, start, unseen, seed
        self.state = start
        self.log: list[EventT] = []

    def answers(self, seat: Seat, action: ActionT) -> list[EventT]:
        """The seat's legal answer, and what follows."""
        assert action in self._game.legal(self.state, seat), f"{action} is not legal for seat {seat}"
        return self.decides(seat, action)

    def is_silent(self, seat: Seat) -> list[EventT]:
        """The seat lets its question lapse; what silence means need not be legal."""
        default = self.ask(seat).default
        assert default is not None
        return self.decides(seat, default)

    def decides(self, seat: Seat, action: ActionT) -> list[EventT]:
        """What follows from an answer, legal or not."""
        return self.learns(self._game.decide(self.state, seat, action, self.chance()))

    def learns(self, facts: Iterable[EventT]) -> list[EventT]:
        """These facts happen."""
        happened = list(facts)
        self.log += happened
        self.state = self._game.learn(self.state, happened)
        return happened

    def chance(self) -> Chance:
        """The luck of the next move."""
        return Chance(self._seed, len(self.log) + 1)

    def memory(self, observer: Observer) -> StateT:
        """What the observer knows."""
        start = self._start if observer == REFEREE else self._unseen(self._start, observer)
        known: StateT = self._game.learn(start, [fact for fact in self.log if known_to(fact, observer)])
        return known

    def ask(self, seat: Seat) -> Ask[ActionT]:
        return next(ask for ask in self._game.asks(self.state) if ask.seat == seat)

    def asked(self) -> list[Seat]:
        return [ask.seat for ask in self._game.asks(self.state)]

    def questions(self) -> list[tuple[Seat, str]]:
        """Who is asked about what."""
        return [(ask.seat, ask.about) for ask in self._game.asks(self.state)]


class Box:
    """The cards of a box that lie nowhere yet, taken by their names; each is used once."""

    def __init__(self, cards: Iterable[Any], named: Callable[[Any], str]) -> None:
        self._left, self._named = dict.fromkeys(cards), named

    def take(self, names: str) -> tuple[Any, ...]:
        return tuple(self._one(name) for name in names.split())

    def _one(self, name: str) -> Any:
        card = next(card for card in self._left if self._named(card) == name)
        del self._left[card]
        return card


def tags(facts: Iterable[Any]) -> list[str]:
    return [str(fact.__struct_config__.tag) for fact in facts]
