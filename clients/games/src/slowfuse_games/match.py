"""A match to step through: any game, with answers as numbers and observations as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from apps.games import load_games
from apps.kernel.chance import SEED_BYTES, Chance, build_bot_chance
from apps.kernel.events import Event
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState, Illegal, Outcome, compute_places
from apps.kernel.numbering import Numbering
from apps.kernel.playout import play_out_match as play_out_match
from apps.kernel.pseudorandom import Pseudorandom
from apps.kernel.table import HOUSE, Observer, Seat
from slowfuse_games.encoders import build_encoder

DEFAULT_LIMITS: Final[Mapping[str, int]] = {"kobolds": 2000}
"""Number of answers after which a match is cut off, for games that random players hardly end."""

LIMIT_REASON: Final = "limit"
"""Why a match ended if it was cut off. Places are those of the scores at that time."""


class Match:
    """A match that one program plays for all seats.

    The house (a window's deadline) answers by itself. In a window, several seats are asked at once. They answer one
    after the other, and no seat learns what the others said before all have answered.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seats: int = 0,
        options: Mapping[str, object] | None = None,
        *,
        limit: int | None = None,
        checkable: bool = False,
    ) -> None:
        """Agree on the setup. `reset` starts the match.

        :param game: a game, or its name: `bombe`, `frogs`, `fuse` or `kobolds`
        :param seats: number of seats, or 0 for the fewest
        :param options: options of the table, e.g. `{"bid_cap": 40}`. All others have their defaults
        :param limit: number of answers after which the match is cut off. 0 means never, None the game's default
        :param checkable: whether cards and dice are drawn as on the site, where a seed then deals the same. Slower
        :raises Illegal: if the game isn't for so many players, or an option is unknown
        """
        self.game: AnyGame = load_games()[game] if isinstance(game, str) else game
        self.setup = self.game.setup(seats or self.game.meta.seats[0], write_options(options or {}))
        if self.game.number_actions is None:
            raise Illegal(f"{self.game.meta.title} has no numbers for its answers.")
        self.numbers: Numbering[Any, Any] = self.game.number_actions(self.setup)
        self.encoder = build_encoder(self.game, self.setup)
        self.seats: tuple[Seat, ...] = self.setup.everyone()
        self.limit = DEFAULT_LIMITS.get(self.game.meta.slug, 0) if limit is None else limit
        self.turn: Seat | None = None
        """The seat that answers next, or None if the match is over."""
        self.moves = 0
        """Number of answers so far, with those of the house."""
        self.outcome: Outcome | None = None
        """The result, once the match is over."""
        self.truncated = False
        """True if the match was cut off."""
        self._checkable = checkable
        self._next, self._after = self.game.next, self.game.after
        self._mask, self._decode = self.numbers.mask, self.numbers.decode
        self._learns = self.encoder.needs_memory
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Deal a new match. The same seed and the same answers lead to the same match."""
        self.seed = seed.to_bytes(SEED_BYTES, "big")
        self._luck: Chance = Chance(self.seed, 0) if self._checkable else Pseudorandom(self.seed, 0)
        deal = tuple(self.game.deal(self.setup, self._luck))
        self.state: AnyState = self.game.recall(self.setup, deal)
        self.log: list[Event] = [*deal]
        """All facts so far."""
        self.moves, self.outcome, self.truncated = 0, None, False
        self._known: dict[Observer, tuple[int, AnyState]] = {}
        self._masked: tuple[int, Seat, bytes] | None = None
        self.encoder.reset()
        self._find_turn()

    # -- what a seat sees ----------------------------------------------------------------

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Return all seats that are asked now. In a window, that's everyone who hasn't answered yet."""
        return tuple([ask.seat for ask in self.game.asks(self.state) if ask.seat != HOUSE and not ask.answered])

    @property
    def ask(self) -> AnyAsk:
        """Return the question of the seat that answers next.

        :raises LookupError: if the match is over
        """
        for ask in self.game.asks(self.state):
            if ask.seat == self.turn:
                return ask
        raise LookupError("no one is asked, because the match is over")

    def mask(self, seat: Seat) -> bytes:
        """Return a byte for each number: 1 if the seat can answer it now, otherwise 0."""
        if self._masked is not None and self._masked[0] == self.moves and self._masked[1] == seat:
            return self._masked[2]
        mask = self._mask(self.state, seat) if self.outcome is None else bytes(self.numbers.count)
        self._masked = self.moves, seat, mask
        return mask

    def observe(self, seat: Seat) -> NDArray[np.float32]:
        """Return what the seat knows, as a new array (`encoder.layout`)."""
        return self.encoder.encode(self.remember(seat) if self._learns else self.state, seat)

    def remember(self, observer: Observer) -> AnyState:
        """Return what a seat or the public knows. It learns every fact once, when it is asked for."""
        heard, state = self._known.get(observer) or (0, self.game.blank(self.setup))
        if heard < len(self.log):
            state = self.game.learn(state, self.log[heard:], observer)
            self._known[observer] = len(self.log), state
        return state

    def get_bot_chance(self) -> Chance:
        """Return randomness for a bot that answers now. It reveals nothing about cards and dice."""
        return build_bot_chance(self.seed, self.moves + 1)

    # -- answers -------------------------------------------------------------------------

    def step(self, number: int) -> None:
        """Answer for the seat whose turn it is.

        :raises Illegal: if this answer isn't legal now, or the match is over
        """
        seat = self.turn
        if seat is None:
            raise Illegal("The match is over.")
        self.step_seat(seat, number)

    def step_seat(self, seat: Seat, number: int) -> None:
        """Answer for any seat that is asked. In a window, seats can answer in any order.

        :raises Illegal: if this answer isn't legal now
        """
        if not 0 <= number < self.numbers.count or not self.mask(seat)[number]:
            raise Illegal(f"Seat {seat} can't answer {number} now.")
        self._apply(seat, self._decode(self.state, seat, number))

    def answer(self, seat: Seat, action: AnyAction) -> None:
        """Answer with an action instead of a number.

        :raises Illegal: if this answer isn't legal now
        """
        if self.outcome is not None or action not in self.game.legal(self.state, seat):
            raise Illegal(f"Seat {seat} can't answer {action} now.")
        self._apply(seat, action)

    def _apply(self, seat: Seat, action: AnyAction) -> None:
        if self._checkable:
            self._luck = Chance(self.seed, self.moves + 1)
        facts, self.state = self._after(self.state, seat, action, self._luck)
        self.log += facts
        self.moves += 1
        self._find_turn()

    def _find_turn(self) -> None:
        """Find whose turn it is, and let the house answer its own questions."""
        ask = self._next(self.state)
        if ask is None:
            self.turn, self.outcome = None, self.game.outcome(self.state)
        elif 0 < self.limit <= self.moves:
            self.turn, self.truncated, self.outcome = None, True, self._build_standing()
        elif ask.seat == HOUSE:
            self._apply(HOUSE, ask.default)
        else:
            self.turn = ask.seat

    def _build_standing(self) -> Outcome:
        scores = self.game.scores(self.state)
        return Outcome(compute_places([-score for score in scores]), scores, LIMIT_REASON)


def write_options(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options as a form says them, which is how a game reads them."""
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items()}


@lru_cache(1024)
def list_numbers(mask: bytes) -> tuple[int, ...]:
    """Return the numbers in a mask."""
    return tuple([number for number, can in enumerate(mask) if can])
