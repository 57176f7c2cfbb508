"""Sealed windows: who is asked about tricks and interrupts, what they can answer, and what happens when one closes.

(K25–K28, K38, K45, K-A7, edge 18)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds import state as events
from apps.games.kobolds.cards import BLINDFOLD, CHATTERBOX, TRICK, Cards, count_cards
from apps.games.kobolds.concern import list_concerned_seats
from apps.games.kobolds.editions import interrupts_wait_for_the_concerned, tricks_go_round
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.penalties import charge_fine, is_quirk_breach
from apps.games.kobolds.stack import find_effective_trick, list_playable_interrupts
from apps.games.kobolds.state import Action, BuyOff, Claim, Event, Item, Lift, Pass, Phase, Play, Said, Seats, State
from apps.games.kobolds.tricks import get_trick, list_trick_choices
from apps.kernel import window
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.latest import cache_latest
from apps.kernel.table import HOUSE, Seat

_PASS: Final = Pass()
_KEEP_PASSING: Final = Pass(keep=True)
_CLAIM: Final = Claim(on=True)
_UNCLAIM: Final = Claim(on=False)
NEXT_PHASE: Final[Mapping[str, Phase]] = {"trick1": "tinker", "trick2": "end"}
"""Trick phase → the phase that follows once no one plays any longer."""


def is_open(state: State) -> bool:
    return state.phase in NEXT_PHASE


@cache_latest
def list_asked_seats(state: State) -> Seats:
    """Return, clockwise from the holder, all seats that could have an answer as far as the others can tell.

    Everyone can see from the backs that a hand has no trick. If hands are closed, they only see that it's empty.
    """
    owner = state.stack[-1].seat if state.stack else None
    return _filter_able_seats(state.setup.clockwise(state.holder), owner, state.hands, state.setup.options.closed_hands)


@lru_cache(1024)  # Every observer's memory asks for it repeatedly, and hands seldom change in between.
def _filter_able_seats(seats: Seats, owner: Seat | None, hands: tuple[Cards, ...], closed: bool) -> Seats:
    return tuple(
        [seat for seat in seats if seat != owner and (hands[seat] if closed else count_cards(hands[seat], TRICK))]
    )


def find_foremost_seat(state: State) -> Seat:
    """Return the seat where the search for the next trick starts, clockwise (K27, K-A7).

    For tricks, that's the seat to the left of the last one's player in this phase. For the first trick and for
    interrupts, it's the holder. Taking over a trick makes you its owner, but isn't a turn to play one.
    """
    if state.stack or state.laid is None or not tricks_go_round(state.setup):
        return state.holder
    return state.setup.after(state.laid)


def ask_all_seats(state: State) -> tuple[Ask[Action], ...]:
    """Ask all seats the same question, no matter which cards they hold. Only the holder's silence is a missed turn."""
    about = "reply" if state.stack else "trick"
    key = f"{about}:{state.turn}.{state.window}"
    fixed = state.setup.options.fixed_windows
    questions: tuple[Ask[Action], ...] = window.build_window(
        about, key, list_asked_seats(state), get_sealed_answers(state), silence=_PASS, fixed=fixed, duty=False
    )
    if state.stack:
        return _mark_expected_seats(state, questions)
    return tuple([replace(ask, duty=True) if ask.seat == state.holder else ask for ask in questions])


def get_next_question(state: State) -> Ask[Action]:
    """Return the seat and key of the next answer, without working out which seats the others expect to answer."""
    about = "reply" if state.stack else "trick"
    key, fixed = f"{about}:{state.turn}.{state.window}", state.setup.options.fixed_windows
    return window.get_awaited_question(
        about, key, list_asked_seats(state), get_sealed_answers(state), fixed=fixed, duty=False
    )


def _mark_expected_seats(state: State, questions: tuple[Ask[Action], ...]) -> tuple[Ask[Action], ...]:
    """Expect an answer only from the seats that the trick concerns, or from all if it concerns none of those asked."""
    if not interrupts_wait_for_the_concerned(state.setup):
        return questions
    seats = list_concerned_seats(state)
    if not any(ask.seat in seats for ask in questions):
        return questions
    awaited = (HOUSE, *seats)
    return tuple([ask if ask.seat in awaited else replace(ask, expected=False) for ask in questions])


def list_legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat can answer in the open window."""
    if seat == HOUSE:
        return window.of_house(fixed=state.setup.options.fixed_windows)
    if seat not in list_asked_seats(state):
        return ()
    return (
        _PASS,
        _KEEP_PASSING,
        *list_plays(state, seat),
        *list_asides(state, seat),
        _UNCLAIM if state.claims[seat] else _CLAIM,
    )


def list_plays(state: State, seat: Seat) -> Iterator[Play]:
    """Yield every way to play each trick that the seat can play now. Breaking its resurrection card costs 1 gold."""
    return _list_plays_with(state, seat, state.hands[seat])


def _list_plays_with(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    """Yield those that use these cards of its hand."""
    solvent, first = state.gold[seat] > 0, not state.stack
    hushes = solvent and state.risen[seat] == CHATTERBOX and len(state.hands[seat]) > 1
    for play in _list_trick_plays(state, seat, hand) if first else list_playable_interrupts(state, seat, hand):
        if not solvent and is_quirk_breach(state, seat, play):
            continue
        yield play
        if hushes:
            yield replace(play, hush=True)
        if first:
            yield replace(play, keep=True)
            if hushes:
                yield replace(play, keep=True, hush=True)


def list_asides(state: State, seat: Seat) -> Iterator[Action]:
    """Yield what the seat can do without answering: buy off its resurrection card (K64) or lift the Blindfold."""
    if state.risen[seat] is not None and state.gold[seat] >= 2:
        yield BuyOff()
    if seat == state.holder and state.risen[seat] == BLINDFOLD and not state.lifted and state.gold[seat] > 0:
        yield Lift()


@cache_latest
def get_sealed_answers(state: State) -> Mapping[Seat, Said]:
    """Return the sealed answers that are still valid, by seat.

    Seats that are no longer asked because their last trick was stolen are left out. So are kept tricks that can't be
    played any longer (edge 18).
    """
    seats = list_asked_seats(state)
    return {
        each.seat: each.said
        for each in state.sealed
        if each.seat in seats and (isinstance(each.said, Pass) or _is_still_playable(state, each.seat, each.said))
    }


def _is_still_playable(state: State, seat: Seat, word: Play) -> bool:
    return word.card in state.hands[seat] and word in _list_plays_with(state, seat, (word.card,))


def is_window_complete(state: State) -> bool:
    """Check whether the window closes by itself: all seats have answered, or none is asked."""
    seats = list_asked_seats(state)
    if len(state.sealed) < len(seats):  # It's slow to check after every answer whether all are still valid.
        return False
    return not seats or window.is_window_complete(
        seats, get_sealed_answers(state), fixed=state.setup.options.fixed_windows
    )


def close_window(state: State, chance: Chance) -> list[Event]:
    """Play the first trick in order. If there is none, settle what's waiting or end the phase."""
    answers, first = get_sealed_answers(state), find_foremost_seat(state)
    for seat in state.setup.clockwise(first):
        if isinstance(play := answers.get(seat), Play):
            return _play_trick(state, seat, play, chance)
    if state.stack:
        return settle_waiting_trick(state, chance)
    return [events.Phased(NEXT_PHASE[state.phase])]


def settle_waiting_trick(state: State, chance: Chance) -> list[Event]:
    """Let the trick take effect as it is, because no one interrupts any longer (K26, K28, edge 15)."""
    item = find_effective_trick(state.stack)
    if item is None or not _is_choice_possible(state, item):
        left = item or state.stack[0]
        return [events.Settled(left.seat, left.card, left.target, works=False)]
    face = get_trick(item.card)
    lasts = face.kind if face.kind in ("temporary", "permanent") else ""
    facts: list[Event] = [events.Settled(item.seat, item.card, item.target, works=True, lasts=lasts)]
    if face.effect is not None:
        facts += face.effect(evolve(state, facts[0]), item, chance)
    return facts


def _list_trick_plays(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    for card in hand:
        if card.startswith(TRICK) and state.phase in (face := get_trick(card)).phases and face.playable(state, seat):
            for target, give, take in list_trick_choices(state, seat, card):
                yield Play(card, target, give, take)


def _is_choice_possible(state: State, item: Item) -> bool:
    """Check whether the owner could still choose what the trick names. Whether it's playable isn't checked again."""
    return (item.target, item.give, item.take) in list_trick_choices(state, item.seat, item.card)


def _play_trick(state: State, seat: Seat, play: Play, chance: Chance) -> list[Event]:
    """Return the fine for breaking a resurrection card, the trick, and the card that a Chatterbox shows."""
    facts = [*charge_fine(state, seat, play), events.Played(seat, play.card, play.target)]
    rest = [card for card in state.hands[seat] if card != play.card]
    if state.risen[seat] == CHATTERBOX and not play.hush and rest:
        facts.append(events.Shown(seat, (chance.pick("chatter", rest),)))
    return facts
