"""Numbers for the answers of Kobold Bombs. Copies of a card share a number.

A number means the copy without a mission where a card leaves the hand, and for one with a mission where it comes
out of the bomb. That is the only choice that it leaves out. A bomb holds no more than one gadget, and mechanisms all do
the same, so a card to take is the gadget, a mechanism, one of 21 tricks, or a trick whose face the seat can't see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from apps.games.kobolds import rules
from apps.games.kobolds.bomb import list_takeable_cards
from apps.games.kobolds.cards import (
    APPARATUS,
    APPARATUSES,
    MECHANISM,
    MECHANISMS,
    TRICK,
    CardId,
    Options,
)
from apps.games.kobolds.stack import MINE, NOT_ME
from apps.games.kobolds.state import (
    Action,
    BuyOff,
    Claim,
    Drop,
    Lift,
    Obey,
    Pass,
    Pay,
    Play,
    Skip,
    State,
    Tinker,
)
from apps.games.kobolds.tricks import TRICKS, get_mission_key
from apps.kernel.numbering import Numbering, count_from, find_from, write_mask
from apps.kernel.table import Seat, Setup

_ALONE: Final[tuple[Action, ...]] = (
    Pass(), Pass(keep=True), Skip(), Obey(), Pay(), BuyOff(), Lift(), Claim(on=True), Claim(on=False),
)  # fmt: skip

_HAND_KIND: Final = {
    **{card: face.key for face in TRICKS.values() for card in face.copies},
    **{card: card for card in APPARATUSES},
    **dict.fromkeys(MECHANISMS, MECHANISM),
}
"""Kind of each card in a hand: copies are of one kind."""
_BOMB_KIND: Final = {
    **_HAND_KIND,
    **dict.fromkeys((*APPARATUSES, APPARATUS), APPARATUS),
    MECHANISM: MECHANISM,
    TRICK: TRICK,
}
"""Kind of each card of the bomb, as a face or as a back."""
_GIVES: Final = tuple(dict.fromkeys(_HAND_KIND.values()))
_TAKES: Final = tuple(dict.fromkeys(_BOMB_KIND.values()))
_SWAPS: Final = tuple(product(_GIVES, _TAKES))


class _Said(NamedTuple):
    """An answer that names cards, by their kinds, and its target as the number of seats to the left."""

    type: type[Drop | Play | Tinker]
    card: str = ""
    target: int | None = None
    give: str | None = None
    take: str | None = None
    keep: bool = False
    hush: bool = False


@lru_cache(64)
def number_actions(setup: Setup[Options]) -> Numbering[State, Action]:
    """Return the numbers of all answers."""
    seats = setup.seats
    said = tuple(_list_answers_with_cards(seats, hushes=setup.options.resurrection))
    number_of: dict[Action | _Said, int] = {each: number for number, each in enumerate((*_ALONE, *said))}
    count = len(number_of)

    def encode(_state: State, seat: Seat, action: Action) -> int:
        return number_of[_describe_answer(seat, action, seats)]

    def decode(state: State, seat: Seat, number: int) -> Action:
        return _ALONE[number] if number < len(_ALONE) else _find_answer(state, seat, said[number - len(_ALONE)])

    def mask(state: State, seat: Seat) -> bytes:
        return write_mask(count, [encode(state, seat, action) for action in rules.legal(state, seat)])

    def names(number: int) -> str:
        if number < len(_ALONE):
            return repr(_ALONE[number]).lower()
        fields = said[number - len(_ALONE)]._asdict()
        words = [
            f"{name} {value}" for name, value in fields.items() if name != "type" and value not in ("", None, False)
        ]
        return f"{fields['type'].__name__.lower()}: {', '.join(words)}"

    return Numbering(count=count, mask=mask, encode=encode, decode=decode, names=names)


def _list_answers_with_cards(seats: int, *, hushes: bool) -> Iterator[_Said]:
    """Yield every answer that names cards. No one can pay to hush at a table without resurrection cards."""
    quiet = (False, True) if hushes else (False,)
    yield from (_Said(Drop, give) for give in _GIVES)
    yield from (_Said(Tinker, give=give, take=take, hush=hush) for hush in quiet for give, take in _SWAPS)
    for key, face in TRICKS.items():
        choices = [*_list_choices(key, seats)]
        for keep, hush in product((False, True) if face.phases else (False,), quiet):
            yield from (_Said(Play, key, *choice, keep, hush) for choice in choices)


def _list_choices(key: str, seats: int) -> Iterator[tuple[int | None, str | None, str | None]]:
    """Yield every choice that a trick can leave its player: (target, give, take). *I'll Handle That!* leaves any."""
    if TRICKS[key].swaps is None:
        yield None, None, None
    if TRICKS[key].targets is not None or key in (MINE, NOT_ME):
        yield from ((target, None, None) for target in range(seats))
    if key in (MINE, "PIN"):
        yield from ((None, None, take) for take in _TAKES)
    if key in (MINE, "QUICK"):
        yield from ((None, give, take) for give, take in _SWAPS)


def _describe_answer(seat: Seat, action: Action, seats: int) -> Action | _Said:
    match action:
        case Play(card, target, give, take, keep, hush):
            places = None if target is None else count_from(seat, target, seats)
            gives, takes = None if give is None else _HAND_KIND[give], None if take is None else _BOMB_KIND[take]
            return _Said(Play, _HAND_KIND[card], places, gives, takes, keep, hush)
        case Tinker(give, take, hush):
            return _Said(Tinker, give=_HAND_KIND[give], take=_BOMB_KIND[take], hush=hush)
        case Drop(card):
            return _Said(Drop, _HAND_KIND[card])
    return action


def _find_answer(state: State, seat: Seat, said: _Said) -> Action:
    """Return the answer with the cards that the seat holds and can take.

    :raises LookupError: if it has no such card
    """
    hand = state.hands[seat]
    if said.type is Drop:
        return Drop(_find_in_hand(hand, said.card))
    take = None if said.take is None else _find_in_bomb(state, seat, said.take)
    if said.type is Tinker:
        return Tinker(_find_in_hand(hand, said.give or ""), take or "", said.hush)
    card = _find_in_hand(hand, said.card)
    give = None if said.give is None else _find_in_hand(hand, said.give, without=card)
    target = None if said.target is None else find_from(seat, said.target, state.setup.seats)
    return Play(card, target, give, take, said.keep, said.hush)


def _find_in_hand(hand: Iterable[CardId], kind: str, without: CardId = "") -> CardId:
    """Return the hand's card of this kind, one without a mission if it has several."""
    cards = [card for card in hand if card != without and _HAND_KIND.get(card) == kind]
    if not cards:
        raise LookupError(f"no {kind} in hand")
    return min(cards, key=lambda card: (bool(get_mission_key(card)), card))


def _find_in_bomb(state: State, seat: Seat, kind: str) -> CardId:
    """Return the card of this kind that the seat can take, one with a mission if there are several."""
    cards = [card for card in list_takeable_cards(state, seat) if _BOMB_KIND.get(card) == kind]
    if not cards:
        raise LookupError(f"no {kind} to take out of the bomb")
    return min(cards, key=lambda card: (not get_mission_key(card), card))
