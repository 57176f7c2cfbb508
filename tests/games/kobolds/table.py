"""Sets up positions of Kobold Bombs in short names.

A card is named by its id (`TR12`), by the key of its trick (`TROLL`, preferably a copy without a mission) or by its
back alone (`TR`, `ME`, `AP`: any). Cards not placed go to the draw pile and the pile of mechanisms, in number order, so
that no card is ever missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apps.games.kobolds import GAME
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import (
    APPARATUS,
    APPARATUSES,
    CLOSED,
    MECHANISM,
    MECHANISMS,
    TRICK,
    TRICKS,
    CardId,
    Cards,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.state import Action, Active, Event, Exploded, Pass, Phase, Play, Settled, State
from apps.games.kobolds.tricks import TRICKS as PRINTED
from apps.games.kobolds.tricks import get_mission_key, get_trick
from apps.games.kobolds.turn import apply_until_asked
from apps.games.kobolds.zones import list_card_backs
from apps.kernel.game import Ask
from apps.kernel.table import Observer, Seat
from tests.games.board import Board

ADA, BEN, CLEO, DORA, EVE, FAY = map(Seat, range(6))
SEED: Final = b"k" * 32

Lying = tuple[Any, ...]
"""An active trick: its card, its owner, and the player it names, if any."""


class Box:
    """The cards that haven't been placed yet."""

    def __init__(self) -> None:
        self.left: list[CardId] = [*TRICKS, *APPARATUSES, *MECHANISMS]

    def lay(self, places: Sequence[str]) -> list[Cards]:
        """Take the cards of each place, in the order of its words.

        Named cards are found before any of a kind are taken.
        """
        found: dict[tuple[int, int], CardId] = {}
        words = [(at, word) for at, place in enumerate(places) for word in enumerate(place.split())]
        for named in (is_face, lambda word: not is_face(word)):
            for at, (nth, word) in words:
                if named(word):
                    found[at, nth] = self._take(word)
        return [tuple(card for (where, _), card in sorted(found.items()) if where == at) for at in range(len(places))]

    def _take(self, word: str) -> CardId:
        if word in PRINTED:
            fitting = [card for card in self.left if card in PRINTED[word].copies]
        else:
            fitting = [card for card in self.left if word in (card, get_card_kind(card))]
        assert fitting, f"there is no {word} left"
        card = min(fitting, key=lambda each: bool(get_mission_key(each)))
        self.left.remove(card)
        return card


class Table(Board[State, Action, Event]):
    """A running match. By default, Ada holds a human bomb in the first trick phase."""

    def __init__(
        self,
        seats: int,
        *hands: str,
        inside: str = "ME ME ME",
        bomb: CardId = "BO01",
        holder: Seat = ADA,
        phase: Phase = "trick1",
        gold: Sequence[int] = (),
        active: Sequence[Lying] = (),
        armer: Seat | None = None,
        primed: bool | None = None,
        deck: str | None = None,
        discards: str = "",
        risen: Sequence[CardId | None] = (),
        rounds: int = 0,
        seed: bytes = SEED,
        target: int = 10,
        edition: int = GAME.meta.edition,
        **options: Any,
    ) -> None:
        """Set up the position.

        `gold` is what the seats own, `target` what wins. `primed` means the bomb was armed when the turn started. With
        `deck`, next card first, all other cards are discarded.
        """
        box = Box()
        given = (*hands, *("",) * (seats - len(hands)))
        *held, built, lying, pile, thrown = box.lay(
            [*given, inside, " ".join(card for card, *_ in active), deck or "", discards]
        )
        rest = tuple(card for card in box.left if get_card_kind(card) != MECHANISM)
        if deck is None:
            pile = rest
        else:
            thrown += rest
        start: State = replace(
            GAME.blank(GAME.in_edition(edition).setup(seats, {"gold": target, **options})),
            hands=tuple(held),
            gold=tuple(gold) or (0,) * seats,
            deck=pile,
            top=pile[0] if pile else None,
            left=len(pile),
            discards=thrown,
            mechanisms=tuple(card for card in box.left if get_card_kind(card) == MECHANISM),
            bomb=bomb,
            inside=built,
            holder=holder,
            turn=1,
            phase=phase,
            window=1,
            active=tuple(map(_active, lying, active)),
            armer=armer,
            blocked=armer is not None and BOMBS[bomb].blocks,
            primed=armer is not None if primed is None else primed,
            risen=tuple(risen) or (None,) * seats,
            rounds=rounds,
        )
        super().__init__(GAME, start, _unseen, seed)

    @classmethod
    def armed(cls, seats: int, *hands: str, apparatus: str = "", **more: Any) -> Table:
        """Return a match whose bomb goes off in this turn. Ben armed it, and the second trick phase is open."""
        inside = f"{apparatus} TR TR" if apparatus else "TR TR TR"
        return cls(seats, *hands, **{"inside": inside, "phase": "trick2", "armer": BEN, **more})

    # -- actions -------------------------------------------------------------------

    def happens(self, *facts: Event) -> list[Event]:
        """Apply these facts with everything that follows automatically, and return them."""
        return self.learns(apply_until_asked(self.state, facts, self.chance())[0])

    def passes(self) -> list[Event]:
        """Pass for everyone who hasn't answered in the open window, and return the resulting facts."""
        return [fact for seat in self._awaited() for fact in self.answers(seat, Pass())]

    def plays(self, seat: Seat, word: str, target: Seat | None = None, **more: Any) -> list[Event]:
        """Play a trick or an interrupt for the seat while everyone else in the window passes."""
        window = (self.state.turn, self.state.window)
        facts = self.answers(seat, Play(self.card(seat, word), target, **more))
        return facts if window != (self.state.turn, self.state.window) else facts + self.passes()

    def settles(self) -> list[Event]:
        """Pass for everyone if a trick can be interrupted, so that it takes effect."""
        return self.passes() if self.state.stack else []

    def does(self, seat: Seat, word: str, target: Seat | None = None, **more: Any) -> list[Event]:
        """Play a trick that no one interrupts, and return the facts from its effect on."""
        facts = self.plays(seat, word, target, **more) + self.settles()
        done = [at for at, fact in enumerate(facts) if isinstance(fact, Settled)]
        return facts[done[0] :]

    # -- state ---------------------------------------------------------------------

    def card(self, seat: Seat, word: str) -> CardId:
        """Return a card of the seat's hand."""
        hand = self.state.hands[seat]
        fitting = [
            card for card in hand if card == word or (get_card_kind(card) == TRICK and get_trick(card).key == word)
        ]
        return fitting[0]

    def legal(self, seat: Seat) -> Collection[Action]:
        return GAME.legal(self.state, seat)

    def plays_of(self, seat: Seat, word: str) -> list[Play]:
        """Return every way in which the seat can play the trick now."""
        card = self.card(seat, word)
        return [act for act in self.legal(seat) if isinstance(act, Play) and act.card == card and not act.keep]

    def exploded(self) -> Exploded:
        """Return the last explosion."""
        assert self.state.last is not None
        return self.state.last

    def _awaited(self) -> list[Seat]:
        asks: Iterable[Ask[Action]] = GAME.asks(self.state)
        return [ask.seat for ask in asks if ask.waits and ask.about in ("trick", "reply")]


def everything(state: State) -> list[CardId]:
    """Return all cards except bomb and resurrection cards, sorted; always the same 64."""
    places = (*state.hands, state.deck, state.discards, state.mechanisms, state.inside)
    lying = (*(each.card for each in state.active), *(item.card for item in state.stack))
    return sorted((*(card for place in places for card in place), *lying))


def _active(card: CardId, lying: Lying) -> Active:
    _, seat, *target = lying
    kind = get_trick(card).kind
    assert kind in ("temporary", "permanent")
    return Active(card, seat, kind, target[0] if target else None)


def _unseen(start: State, observer: Observer) -> State:
    """Return the start as an observer knows it. The holder has seen the bomb, and owners their hands."""
    known = start.holder == observer
    unseen = _closed if start.setup.options.closed_hands else list_card_backs
    return replace(
        start,
        hands=tuple(hand if seat == observer else unseen(hand) for seat, hand in enumerate(start.hands)),
        deck=(),
        discards=list_card_backs(start.discards),
        mechanisms=list_card_backs(start.mechanisms),
        inside=tuple(card if known or _announced(start, card) else get_card_kind(card) for card in start.inside),
    )


def _closed(hand: Cards) -> Cards:
    return (CLOSED,) * len(hand)


def _announced(state: State, card: CardId) -> bool:
    """Return whether everyone knows the card as the gadget of an armed bomb (K34, K-A13)."""
    return get_card_kind(card) == APPARATUS and not any(get_card_kind(each) == MECHANISM for each in state.inside)
