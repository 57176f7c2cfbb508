"""Sealed windows: who is asked about tricks and interrupts, what they may say, what happens when one closes.

(K25–K28, K38, K45, K-A7, edge 18)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds import state as events
from apps.games.kobolds.cards import BLINDFOLD, CHATTERBOX, TRICK, Cards, count
from apps.games.kobolds.concern import concerned
from apps.games.kobolds.editions import interrupts_wait_for_the_concerned, tricks_go_round
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.penalties import breaks, fine
from apps.games.kobolds.stack import replies, settled
from apps.games.kobolds.state import Action, BuyOff, Claim, Event, Item, Lift, Pass, Phase, Play, Said, Seats, State
from apps.games.kobolds.tricks import choices, trick
from apps.kernel import window
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.latest import latest
from apps.kernel.table import HOUSE, Seat

_PASS: Final = Pass()
_KEEP: Final = Pass(keep=True)
_CLAIM: Final = Claim(on=True)
_UNCLAIM: Final = Claim(on=False)
NEXT: Final[Mapping[str, Phase]] = {"trick1": "tinker", "trick2": "end"}
"""What follows a trick phase in which nobody plays any more."""


def is_open(state: State) -> bool:
    return state.phase in NEXT


@latest
def asked(state: State) -> Seats:
    """Clockwise from the holder, everybody whom the others must think able to answer.

    That a hand holds no trick is plain from its backs; where hands are closed, only that it is empty.
    """
    owner = state.stack[-1].seat if state.stack else None
    return _able(state.setup.clockwise(state.holder), owner, state.hands, state.setup.options.closed_hands)


@lru_cache(1024)  # Of a window it is asked again and again, by everybody's memory: hands seldom change between.
def _able(seats: Seats, owner: Seat | None, hands: tuple[Cards, ...], closed: bool) -> Seats:
    return tuple([seat for seat in seats if seat != owner and (hands[seat] if closed else count(hands[seat], TRICK))])


def foremost(state: State) -> Seat:
    """From whom clockwise the first is played of those who want to at once: for tricks, from the left of whoever played
    the last one of this phase; for the first one, and for interrupts, from the holder (K27, K-A7).

    Whoever takes a trick over owns it, but has not had their turn to play one.
    """
    if state.stack or state.laid is None or not tricks_go_round(state.setup):
        return state.holder
    return state.setup.after(state.laid)


def asks(state: State) -> tuple[Ask[Action], ...]:
    """The same question for everybody, whatever they hold. The holder, whose turn it is, is awaited in earnest."""
    about = "reply" if state.stack else "trick"
    key = f"{about}:{state.turn}.{state.window}"
    fixed = state.setup.options.fixed_windows
    questions: tuple[Ask[Action], ...] = window.window(
        about, key, asked(state), said(state), silence=_PASS, fixed=fixed, duty=False
    )
    if state.stack:
        return _expecting(state, questions)
    return tuple([replace(ask, duty=True) if ask.seat == state.holder else ask for ask in questions])


def awaited(state: State) -> Ask[Action]:
    """Whose answer comes next, by these questions' key; what it is to the others to wait for it is not worked out."""
    about = "reply" if state.stack else "trick"
    key, fixed = f"{about}:{state.turn}.{state.window}", state.setup.options.fixed_windows
    return window.awaited(about, key, asked(state), said(state), fixed=fixed, duty=False)


def _expecting(state: State, questions: tuple[Ask[Action], ...]) -> tuple[Ask[Action], ...]:
    """Of those who may interrupt, whom the trick concerns; all, if it concerns none of them."""
    if not interrupts_wait_for_the_concerned(state.setup):
        return questions
    seats = concerned(state)
    if not any(ask.seat in seats for ask in questions):
        return questions
    awaited = (HOUSE, *seats)
    return tuple([ask if ask.seat in awaited else replace(ask, expected=False) for ask in questions])


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """What the seat may say in the open window."""
    if seat == HOUSE:
        return window.of_house(fixed=state.setup.options.fixed_windows)
    if seat not in asked(state):
        return ()
    return (_PASS, _KEEP, *plays(state, seat), *asides(state, seat), _UNCLAIM if state.claims[seat] else _CLAIM)


def plays(state: State, seat: Seat) -> Iterator[Play]:
    """Every trick the seat may play now, each way of playing it; what breaks its resurrection card costs a coin."""
    return _plays(state, seat, state.hands[seat])


def _plays(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    """Those with these cards of its hand."""
    solvent, first = state.gold[seat] > 0, not state.stack
    hushes = solvent and state.risen[seat] == CHATTERBOX and len(state.hands[seat]) > 1
    for play in _tricks(state, seat, hand) if first else replies(state, seat, hand):
        if not solvent and breaks(state, seat, play):
            continue
        yield play
        if hushes:
            yield replace(play, hush=True)
        if first:
            yield replace(play, keep=True)
            if hushes:
                yield replace(play, keep=True, hush=True)


def asides(state: State, seat: Seat) -> Iterator[Action]:
    """What the seat may do beside, without answering: buy its resurrection card off (K64), lift the Blindfold."""
    if state.risen[seat] is not None and state.gold[seat] >= 2:
        yield BuyOff()
    if seat == state.holder and state.risen[seat] == BLINDFOLD and not state.lifted and state.gold[seat] > 0:
        yield Lift()


@latest
def said(state: State) -> Mapping[Seat, Said]:
    """What was said and still holds: not of those whose last trick was stolen meanwhile, who are not asked any more,
    and no kept trick that cannot be played any more (edge 18).
    """
    seats = asked(state)
    return {
        each.seat: each.said
        for each in state.sealed
        if each.seat in seats and (isinstance(each.said, Pass) or _holds(state, each.seat, each.said))
    }


def _holds(state: State, seat: Seat, word: Play) -> bool:
    return word.card in state.hands[seat] and word in _plays(state, seat, (word.card,))


def complete(state: State) -> bool:
    """Whether the window closes by itself: all have answered, or there is nobody to ask."""
    seats = asked(state)
    if len(state.sealed) < len(seats):  # Whether what was said still holds is dear to find out, after every answer.
        return False
    return not seats or window.complete(seats, said(state), fixed=state.setup.options.fixed_windows)


def closed(state: State, chance: Chance) -> list[Event]:
    """The first trick in order is played; if there is none, what waited is settled, or the phase is over."""
    answers, first = said(state), foremost(state)
    for seat in state.setup.clockwise(first):
        if isinstance(play := answers.get(seat), Play):
            return _played(state, seat, play, chance)
    if state.stack:
        return settle(state, chance)
    return [events.Phased(NEXT[state.phase])]


def settle(state: State, chance: Chance) -> list[Event]:
    """Nobody interrupts any more: the trick takes effect as it stands (K26, K28, edge 15)."""
    item = settled(state.stack)
    if item is None or not _possible(state, item):
        left = item or state.stack[0]
        return [events.Settled(left.seat, left.card, left.target, works=False)]
    face = trick(item.card)
    lasts = face.kind if face.kind in ("temporary", "permanent") else ""
    facts: list[Event] = [events.Settled(item.seat, item.card, item.target, works=True, lasts=lasts)]
    if face.effect is not None:
        facts += face.effect(evolve(state, facts[0]), item, chance)
    return facts


def _tricks(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    for card in hand:
        if card.startswith(TRICK) and state.phase in (face := trick(card)).phases and face.playable(state, seat):
            for target, give, take in choices(state, seat, card):
                yield Play(card, target, give, take)


def _possible(state: State, item: Item) -> bool:
    """Whether its owner could still name what it names; who may play it is not asked again."""
    return (item.target, item.give, item.take) in choices(state, item.seat, item.card)


def _played(state: State, seat: Seat, play: Play, chance: Chance) -> list[Event]:
    """The coin for breaking a resurrection card, the trick, and what a Chatterbox lets slip."""
    facts = [*fine(state, seat, play), events.Played(seat, play.card, play.target)]
    rest = [card for card in state.hands[seat] if card != play.card]
    if state.risen[seat] == CHATTERBOX and not play.hush and rest:
        facts.append(events.Shown(seat, (chance.pick("chatter", rest),)))
    return facts
