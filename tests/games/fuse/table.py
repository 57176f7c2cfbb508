"""Sets up positions of Fuse in short names: `3`, `15`, `scissors`, `matchman` and so on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.fuse import GAME
from apps.games.fuse.cards import FACES, CardId
from apps.games.fuse.state import Action, Bomb, Cut, Event, Lay, Pass, Shed, State, Strike
from apps.kernel.table import HOUSE, Observer, Seat
from tests.games.board import Board, Box, tags

ADA, BEN, CLEO, DORA = map(Seat, range(4))
FULL = "3 3 7 10 15 boot scissors"
"""A hand of seven for the seats that a test doesn't care about."""


def named(card: CardId) -> str:
    face = FACES[card]
    return str(face.points) if face.kind == "fuse" else face.kind


class Table(Board[State, Action, Event]):
    """A running match. Cards are given by face, and every card of the box is used once."""

    def __init__(
        self,
        *hands: str,
        pile: str = "3 3 7 7 10 10 3 3 timebomb 7",
        fuse: str = "",
        beside: str = "",
        taken: Iterable[str] = (),
        bombs: Iterable[int] = (),
        seat: Seat = ADA,
        totals: Iterable[int] = (),
        defused: Iterable[int] = (),
        deal: int = 0,
        starter: Seat = ADA,
        edition: int = GAME.meta.edition,
        **options: Any,
    ) -> None:
        box = Box(FACES, named)
        setup = replace(GAME.setup(len(hands), options), edition=edition)
        piles = tuple(box.take(cards) for cards in taken) or ((),) * len(hands)
        held = tuple(box.take(hand) for hand in hands)
        drawn = box.take(pile)
        none = (0,) * len(hands)
        start = replace(
            GAME.blank(setup),
            hands=held,
            bombs=tuple(bombs) or (3 if len(hands) == 2 else 2,) * len(hands),
            taken=piles,
            pile=drawn,
            left=len(drawn),
            fuse=box.take(fuse),
            beside=box.take(beside),
            matchman=setup.options.matchman,
            seat=seat,
            starter=starter,
            turn=1,
            deal=deal,
            totals=tuple(totals) or none,
            defused=tuple(defused) or none,
        )
        super().__init__(GAME, start, _unseen)

    # -- actions -------------------------------------------------------------------

    def lays(self, seat: Seat, face: str) -> list[Event]:
        return self.answers(seat, Lay(self.card(seat, face)))

    def cuts(self, seat: Seat, face: str) -> list[Event]:
        return self.answers(seat, Cut(self.card(seat, face)))

    def sheds(self, seat: Seat, face: str) -> list[Event]:
        return self.answers(seat, Shed(self.card(seat, face)))

    def bombs(self, seat: Seat) -> list[Event]:
        return self.answers(seat, Bomb())

    def strikes(self, seat: Seat) -> list[Event]:
        return self.answers(seat, Strike())

    def passes(self, seat: Seat) -> list[Event]:
        return self.answers(seat, Pass())

    # -- state ---------------------------------------------------------------------

    def legal(self, seat: Seat) -> set[str]:
        """Return the legal answers in words: `lay 3`, `cut boot`, `bomb` …; equal cards count once."""
        return {self.say(action) for action in GAME.legal(self.state, seat)}

    def say(self, action: Action | None) -> str:
        card = getattr(action, "card", None)
        tag = str(action.__struct_config__.tag) if action is not None else "unknown"
        return tag if card is None else f"{tag} {named(card)}"

    def silence(self, seat: Seat) -> str:
        return self.say(self.ask(seat).default)

    def card(self, seat: Seat, face: str) -> CardId:
        return next(card for card in self.state.hands[seat] if named(card) == face)

    def hand(self, seat: Seat) -> str:
        return self.faces(self.state.hands[seat])

    @staticmethod
    def faces(cards: Iterable[CardId]) -> str:
        return " ".join(map(named, cards))

    def scores(self) -> tuple[int, ...]:
        outcome = GAME.outcome(self.state)
        assert outcome is not None, "the match is not over"
        return outcome.scores


def _unseen(start: State, observer: Observer) -> State:
    """Return the start as an observer knows it. Seats know their own hand."""
    hands = tuple(hand if seat == observer else () for seat, hand in enumerate(start.hands))
    return replace(start, hands=hands, pile=())


__all__ = ["ADA", "BEN", "CLEO", "DORA", "FULL", "HOUSE", "Table", "named", "tags"]
