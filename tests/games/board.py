"""A match of any game without a database: a test sets the position, and the game's rules move it on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from apps.kernel.chance import Chance
from apps.kernel.events import Event, known_to
from apps.kernel.game import AnyGame, Ask
from apps.kernel.table import REFEREE, Observer, Seat

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT", bound=Event)
SEED: Final = b"t" * 32


class Board(Generic[StateT, ActionT, EventT]):
    """A running match. Seats answer by `answers`; `state` is its current state, `log` all facts since the start."""

    def __init__(
        self, game: AnyGame, start: StateT, unseen: Callable[[StateT, Observer], StateT], seed: bytes = SEED
    ) -> None:
        """Start the match from a position.

        :param unseen: returns the start as an observer other than the referee knows it after seeing all they could
        """
        self._game, self._start, self._unseen, self._seed = game, start, unseen, seed
        self.state = start
        self.log: list[EventT] = []

    def answers(self, seat: Seat, action: ActionT) -> list[EventT]:
        """Play the seat's legal answer and return the resulting facts."""
        assert action in self._game.legal(self.state, seat), f"{action} is not legal for seat {seat}"
        return self.decides(seat, action)

    def is_silent(self, seat: Seat) -> list[EventT]:
        """Let the seat's question expire and return the resulting facts. The default needn't be a legal answer."""
        default = self.ask(seat).default
        assert default is not None
        return self.decides(seat, default)

    def decides(self, seat: Seat, action: ActionT) -> list[EventT]:
        """Play an answer, legal or not, and return the resulting facts."""
        return self.learns(self._game.decide(self.state, seat, action, self.chance()))

    def learns(self, facts: Iterable[EventT]) -> list[EventT]:
        """Apply these facts to the state and return them."""
        happened = list(facts)
        self.log += happened
        self.state = self._game.learn(self.state, happened)
        return happened

    def chance(self) -> Chance:
        """Return the randomness of the next move."""
        return Chance(self._seed, len(self.log) + 1)

    def memory(self, observer: Observer) -> StateT:
        """Return what the observer knows."""
        start = self._start if observer == REFEREE else self._unseen(self._start, observer)
        known: StateT = self._game.learn(start, [fact for fact in self.log if known_to(fact, observer)])
        return known

    def ask(self, seat: Seat) -> Ask[ActionT]:
        return next(ask for ask in self._game.asks(self.state) if ask.seat == seat)

    def asked(self) -> list[Seat]:
        return [ask.seat for ask in self._game.asks(self.state)]

    def questions(self) -> list[tuple[Seat, str]]:
        """Return each asked seat with the subject of its question."""
        return [(ask.seat, ask.about) for ask in self._game.asks(self.state)]


class Box:
    """The cards of a box that haven't been placed yet. They're taken by name, each once."""

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
