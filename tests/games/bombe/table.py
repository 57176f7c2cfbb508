"""Sets up positions of Die Bombe in short names: `r15` is red 15, `g3` green 3, `bomb` a bomb."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.bombe import GAME
from apps.games.bombe.cards import FACES, LOTS, CardId
from apps.games.bombe.state import Action, Bid, Choose, Close, Event, Lay, Offered, Stacks, State, Stray
from apps.kernel.table import HOUSE, Observer, Seat
from tests.games.board import SEED, Board, Box, tags

ADA, BEN, CLEO, DORA, EMIL, FAY = map(Seat, range(6))


def named(card: CardId) -> str:
    face = FACES[card]
    return "bomb" if face.kind == "bomb" else f"{face.kind[0]}{face.points}"


class Table(Board[State, Action, Event]):
    """A running match with two cards on offer. Every card of the box is used once."""

    def __init__(
        self,
        *stacks: str,
        offer: str = "r15 g3",
        pile: str = "r21 g21",
        minus: Iterable[int] = (),
        seed: bytes = SEED,
        edition: int = GAME.meta.edition,
        **options: Any,
    ) -> None:
        """Set up the position.

        :param stacks: the cards each seat has won, in the order of winning; three seats without cards if omitted
        """
        box = Box(FACES, named)
        seats = len(stacks) or 3
        won = [box.take(each) for each in stacks] or [()] * seats
        cards, left = box.take(offer), box.take(pile)
        setup = GAME.in_edition(edition).setup(seats, options)
        start = replace(
            GAME.blank(setup),
            stacks=tuple(
                Stacks(
                    tuple(card for card in cards if FACES[card].kind == "red"),
                    tuple(card for card in cards if FACES[card].kind == "green"),
                )
                for cards in won
            ),
            minus=tuple(minus) or (0,) * seats,
            pile=(*cards, *left),
        )
        super().__init__(GAME, GAME.learn(start, [Offered(LOTS - len(left) // 2, cards)]), _unseen, seed)

    # -- actions -------------------------------------------------------------------

    def bid(self, *amounts: int | tuple[int, int]) -> list[Event]:
        """Bid for all asked seats in order, with or without a tie number, and return the facts of the last bid."""
        facts: list[Event] = []
        for seat, amount in zip(self.state.bidders, amounts, strict=True):
            facts = self.answers(seat, Bid(amount) if isinstance(amount, int) else Bid(*amount))
        return facts

    def takes(self, seat: Seat, card: str) -> list[Event]:
        return self.answers(seat, Choose(self.offered(card)))

    def lays(self, seat: Seat, on: Seat, colour: str) -> list[Event]:
        return self.answers(seat, Lay(on, colour))  # type: ignore[arg-type]

    def strays(self, seat: Seat) -> list[Event]:
        return self.answers(seat, Stray())

    def closes(self) -> list[Event]:
        return self.answers(HOUSE, Close())

    # -- state ---------------------------------------------------------------------

    def about(self) -> set[str]:
        return {ask.about for ask in GAME.asks(self.state)}

    def key(self) -> str:
        (key,) = {ask.key for ask in GAME.asks(self.state)}
        return key

    def offered(self, card: str) -> CardId:
        """Return the card on offer with this name."""
        return next(each for each in self.state.open if named(each) == card)

    def won(self, seat: Seat) -> str:
        """Return the seat's cards, red before green, each in the order of winning."""
        stacks = self.state.stacks[seat]
        return " ".join(map(named, (*stacks.red, *stacks.green)))

    def say(self, action: Action | None) -> str:
        """Return the action in words: `bid 5`, `choose r15`, `lay 2 red`, `stray` and so on."""
        match action:
            case Bid(amount, tie):
                return f"bid {amount} tie {tie}" if tie else f"bid {amount}"
            case Choose(card):
                return f"choose {named(card)}"
            case Lay(seat, colour):
                return f"lay {seat} {colour}"
        return "nothing" if action is None else str(action.__struct_config__.tag)

    def legal(self, seat: Seat) -> set[str]:
        return {self.say(action) for action in GAME.legal(self.state, seat)}

    def silence(self, seat: Seat) -> str:
        return self.say(self.ask(seat).default)


def _unseen(start: State, _: Observer) -> State:
    return replace(start, pile=())


__all__ = ["ADA", "BEN", "CLEO", "DORA", "EMIL", "FAY", "HOUSE", "Table", "named", "tags"]
