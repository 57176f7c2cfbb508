"""Puts a match of Fuse into a position, in the words of the box: `3`, `15`, `scissors`, `matchman` …"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.fuse import GAME
from apps.games.fuse.cards import FACES, CardId
from apps.games.fuse.state import Action, Bomb, Cut, Event, Lay, Pass, Shed, State, Strike
from apps.kernel.chance import Chance
from apps.kernel.events import known_to
from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat

ADA, BEN, CLEO, DORA = map(Seat, range(4))
FULL = "3 3 7 10 15 boot scissors"
"""A hand of seven to fill the seats a test does not care about."""


def named(card: CardId) -> str:
    face = FACES[card]
    return str(face.points) if face.kind == "fuse" else face.kind


class Table:
    """A match under way. Cards are given by face; every card of the box is used once."""

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
        self._box = dict.fromkeys(FACES)
        setup = replace(GAME.setup(len(hands), options), edition=edition)
        piles = tuple(self._take(cards) for cards in taken) or ((),) * len(hands)
        held = tuple(self._take(hand) for hand in hands)
        drawn = self._take(pile)
        none = (0,) * len(hands)
        self.state = replace(
            GAME.blank(setup),
            hands=held,
            bombs=tuple(bombs) or (3 if len(hands) == 2 else 2,) * len(hands),
            taken=piles,
            pile=drawn,
            left=len(drawn),
            fuse=self._take(fuse),
            beside=self._take(beside),
            matchman=setup.options.matchman,
            seat=seat,
            starter=starter,
            turn=1,
            deal=deal,
            totals=tuple(totals) or none,
            defused=tuple(defused) or none,
        )
        self._start = self.state
        self.log: list[Event] = []

    # -- what happens --------------------------------------------------------------

    def answers(self, seat: Seat, action: Action) -> list[Event]:
        """The seat's legal answer, and what follows."""
        assert action in GAME.legal(self.state, seat), f"{action} is not legal for seat {seat}"
        return self._learns(seat, action)

    def _learns(self, seat: Seat, action: Action) -> list[Event]:
        facts = list(GAME.decide(self.state, seat, action, Chance(b"t" * 32, len(self.log) + 1)))
        self.log += facts
        self.state = GAME.learn(self.state, facts)
        return facts

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

    def is_silent(self, seat: Seat) -> list[Event]:
        """The seat lets its question lapse."""
        default = self.ask(seat).default
        assert default is not None
        return self._learns(seat, default)

    # -- what there is to see ------------------------------------------------------

    def memory(self, observer: Observer) -> State:
        """What the observer knows, if they had seen of the position what such an observer may have seen."""
        hands = tuple(hand if seat == observer else () for seat, hand in enumerate(self._start.hands))
        seen = self._start if observer == REFEREE else replace(self._start, hands=hands, pile=())
        return GAME.learn(seen, [fact for fact in self.log if known_to(fact, observer)])

    def ask(self, seat: Seat) -> Ask[Action]:
        return next(ask for ask in GAME.asks(self.state) if ask.seat == seat)

    def asked(self) -> list[Seat]:
        return [ask.seat for ask in GAME.asks(self.state)]

    def legal(self, seat: Seat) -> set[str]:
        """Legal answers in words: `lay 3`, `cut boot`, `bomb` …; equal cards count once."""
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

    def _take(self, faces: str) -> tuple[CardId, ...]:
        return tuple(self._one(face) for face in faces.split())

    def _one(self, face: str) -> CardId:
        card = next(card for card in self._box if named(card) == face)
        del self._box[card]
        return card


def tags(facts: Iterable[Event]) -> list[str]:
    return [str(fact.__struct_config__.tag) for fact in facts]


__all__ = ["ADA", "BEN", "CLEO", "DORA", "FULL", "HOUSE", "Table", "named", "tags"]
