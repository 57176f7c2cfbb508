"""The course of a turn: which seats are asked, what they can answer, and what follows (L6–L17, L29–L34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, reduce
from itertools import permutations
from typing import Final, TypeAlias

from apps.games.frogs import scoring
from apps.games.frogs import state as events
from apps.games.frogs.cards import DICE, KINDS, ROLLS_PER_TURN, Face, Kind, cards_each, scoring_each
from apps.games.frogs.memory import evolve
from apps.games.frogs.state import Action, Close, Copy, Dice, Doze, Event, State, Throw, Wait
from apps.kernel import window
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.known import require_known
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import is_window_complete, of_house

_WAIT: Final = Wait()
_DOZE: Final = Doze()
Moved: TypeAlias = tuple[list[Event], State]
"""The facts that happened, and the table after them."""
_SILENT_SPLIT: Final = (2, 2, 2)
"""The rolls that silence means."""


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Ask all seats that owe a card in one sealed window, and the active player about the dice or whom to copy."""
    if not _is_running(state):
        return ()
    if state.closed:
        return (Ask(state.seat, "copy", f"copy:{state.turn}", _DOZE),)
    dice = (_about_dice(state),) if _can_split_dice(state) else ()
    return dice if state.shut else (*dice, *_ask_throwers(state))


def awaited(state: State) -> Ask[Action] | None:
    """Return the next of these questions, without the meaning of silence for a throw."""
    if not _is_running(state) or state.closed or state.shut or (state.plan is None and _can_split_dice(state)):
        return next(iter(asks(state)), None)
    last, fixed = state.window == ROLLS_PER_TURN, state.setup.options.fixed_windows
    key, sealed = f"throw:{state.turn}.{state.window}", [reply.seat for reply in state.replies]
    return window.get_awaited_question("throw", key, count_owed_cards(state), sealed, fixed=fixed, duty=last)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat can answer now. It's empty if the seat isn't asked.

    Dozing means not to answer, so it's only legal until the seat has answered.
    """
    if not _is_running(state):
        return ()
    if seat == HOUSE:
        return of_house(fixed=state.setup.options.fixed_windows and not state.shut and not state.closed)
    if state.closed:
        return _list_copy_targets(state.setup.seats, seat) if seat == state.seat else ()
    if seat == state.seat:
        return _list_splits(state.fell.count(1), state.plan is None) if _can_split_dice(state) else ()
    owed = 0 if state.shut else count_owed_cards(state).get(seat, 0)
    if not owed:
        return ()
    silent = seat not in [reply.seat for reply in state.replies]
    return _list_throws(list_held_cards(state, seat), owed, state.window == ROLLS_PER_TURN, silent)


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    return moved(state, seat, action, chance)[0]


def moved(state: State, seat: Seat, action: Action, chance: Chance) -> Moved:
    """Return the facts that follow from a legal action, and the table after them."""
    match action:
        case Throw(card, then):
            return _record_sealed_answer(
                state, events.Replied((seat,), seat, (card,) if then is None else (card, then)), chance
            )
        case Wait():
            return _record_sealed_answer(state, events.Replied((seat,), seat, ()), chance)
        case Dice(first, second, third):
            return _record_sealed_answer(state, events.Planned((seat,), seat, first, second, third), chance)
        case Copy(whom):
            return _copy_player(state, whom, state.dozed)
        case Doze():
            return _apply_silence(state, seat, chance)
        case Close():
            return _close_window(state, chance)


def count_owed_cards(state: State) -> Mapping[Seat, int]:
    """Return how many cards each seat still has to throw in this turn (L15, L33), without seats that owe none."""
    thrown = tuple([card.seat for card in state.pile]) if state.pile else ()
    return _count_cards_left(state.setup.seats, state.seat, thrown)


def list_held_cards(state: State, seat: Seat) -> tuple[Kind, ...]:
    """Return the cards that the seat hasn't thrown in this turn, for an observer who knows its cards (L5, L29)."""
    thrown = [card.kind for card in state.pile if card.seat == seat]
    return tuple([kind for kind in KINDS if kind not in thrown]) if thrown else KINDS


@lru_cache(4096)
def _count_cards_left(seats: int, active: Seat, thrown: tuple[Seat, ...]) -> Mapping[Seat, int]:
    order = (Seat((active + i) % seats) for i in range(1, seats))
    left = {seat: cards_each(seats) - thrown.count(seat) for seat in order}
    return {seat: cards for seat, cards in left.items() if cards}


# -- questions -------------------------------------------------------------------------


def _is_running(state: State) -> bool:
    return state.turn > 0 and state.over is None


def _ask_throwers(state: State) -> tuple[Ask[Action], ...]:
    """Ask every seat that owes a card until all have answered. In the last window, no one can wait (L16)."""
    last, fixed = state.window == ROLLS_PER_TURN, state.setup.options.fixed_windows
    replies = {reply.seat: _build_reply_action(reply.cards) for reply in state.replies}
    key, silence = f"throw:{state.turn}.{state.window}", _DOZE if last else _WAIT
    return window.build_window("throw", key, count_owed_cards(state), replies, silence=silence, fixed=fixed, duty=last)


def _about_dice(state: State) -> Ask[Action]:
    """Ask about the dice. The answer is sealed like cards, but after the first roll everyone knows there is a plan."""
    key = f"dice:{state.turn}"
    if state.plan is None and not state.window:
        return Ask(state.seat, "dice", key, _DOZE, sealed=True)
    plan = Dice(*state.plan) if state.plan is not None else None
    return Ask(state.seat, "dice", key, plan, waits=False, answered=True, sealed=True)


def _can_split_dice(state: State) -> bool:
    """Check whether the dice in hand can still be split in different ways. Everyone can count that (L8–L11)."""
    return not state.window or (state.window == 1 and state.fell.count(0) > ROLLS_PER_TURN - 1)


@cache
def _build_reply_action(cards: tuple[Kind, ...]) -> Action:
    return Throw(*cards) if cards else _WAIT


@cache
def _list_throws(hand: tuple[Kind, ...], owed: int, last: bool, silent: bool) -> tuple[Action, ...]:
    """Return the throws: one card, or two in any order if two are owed.

    Fewer than are owed are allowed only while there's another window to come.
    """
    counts = (owed,) if last else range(1, owed + 1)
    cards = [_build_reply_action(chosen) for count in counts for chosen in permutations(hand, count)]
    if not last:
        cards.append(_WAIT)
    elif silent:
        cards.append(_DOZE)
    return tuple(cards)


@cache
def _list_splits(fallen: int, silent: bool) -> tuple[Action, ...]:
    """Return all ways to split six dice into three rolls, after a first roll of `fallen` dice (0 before it)."""
    numbers = range(1, len(DICE) - 1)
    firsts = (fallen,) if fallen else numbers
    splits = [Dice(i, j, len(DICE) - i - j) for i in firsts for j in numbers if i + j < len(DICE)]
    return (*splits, _DOZE) if silent else tuple(splits)


@cache
def _list_copy_targets(seats: int, seat: Seat) -> tuple[Action, ...]:
    return (*(Copy(Seat(other)) for other in range(seats) if other != seat), _DOZE)


# -- what follows ----------------------------------------------------------------------


def _apply_silence(state: State, seat: Seat, chance: Chance) -> Moved:
    """Apply the silence of the active player or, in the last window, of a seat that owes a card."""
    if seat != state.seat:
        return _record_sealed_answer(state, _reply_at_random(state, seat, chance), chance)
    if state.closed:
        return _copy_player(state, state.pile[0].seat, (*state.dozed, seat))
    return _record_sealed_answer(state, events.Planned((seat,), seat, *_SILENT_SPLIT, dozed=True), chance)


def _reply_at_random(state: State, seat: Seat, chance: Chance) -> events.Replied:
    """Choose random cards, so that being away is neither clever nor predictable."""
    cards = chance.shuffle(f"doze:{seat}", list_held_cards(state, seat))[: count_owed_cards(state)[seat]]
    return events.Replied((seat,), seat, cards, dozed=True)


def _record_sealed_answer(state: State, fact: events.Replied | events.Planned, chance: Chance) -> Moved:
    """Record a sealed answer. Once no other answer is awaited, the cards land."""
    after = evolve(state, fact)
    if not _is_window_complete(after):
        return [fact], after
    facts, after = _land_cards(after, chance)
    return [fact, *facts], after


def _is_window_complete(state: State) -> bool:
    """Check whether all answers of the window are in.

    A fixed window lasts its whole time. No dice follow the last one.
    """
    if state.plan is None and state.window < ROLLS_PER_TURN:
        return False
    return state.shut or is_window_complete(
        count_owed_cards(state), state.replies, fixed=state.setup.options.fixed_windows
    )


def _close_window(state: State, chance: Chance) -> Moved:
    """Close the window when its time is up. Silent seats wait or, in the last window, throw at random."""
    facts: list[Event] = []
    if state.window == ROLLS_PER_TURN:
        silent = count_owed_cards(state).keys() - {reply.seat for reply in state.replies}
        facts += (_reply_at_random(state, seat, chance) for seat in sorted(silent))
    elif state.plan is None:
        shut = events.Shut(state.window)
        return [shut], evolve(state, shut)
    more, after = _land_cards(reduce(evolve, facts, state), chance)
    return [*facts, *more], after


def _land_cards(state: State, chance: Chance) -> Moved:
    """Put the window's cards on the pile, then roll dice until someone can throw a card again (L15, L18)."""
    facts: list[Event] = [events.Landed(state.window, _order_seats(state, chance))]
    after = evolve(state, facts[0])
    while after.window < ROLLS_PER_TURN:
        facts.append(_roll_dice(after, chance))
        after = evolve(after, facts[-1])
        if count_owed_cards(after):
            break
    return facts, after


def _order_seats(state: State, chance: Chance) -> tuple[Seat, ...]:
    """Return the order of seats within a window. Two cards of one seat stay together (L34, L-A5)."""
    cards = {reply.seat: len(reply.cards) for reply in state.replies if reply.cards}
    match state.setup.options.order:
        case "luck":
            seats = chance.shuffle(f"order:{state.window}", sorted(cards))
        case "left":
            seats = tuple(seat for seat in state.setup.others(state.seat) if seat in cards)
        case "arrival":  # silent players didn't arrive before anyone
            asleep = chance.shuffle(f"order:{state.window}", sorted(cards.keys() & state.dozed))
            seats = (*(seat for seat in cards if seat not in asleep), *asleep)
    return tuple([seat for seat in seats for _ in range(cards[seat])])


def _roll_dice(state: State, chance: Chance) -> events.Rolled:
    """Make the next roll of the plan with the first dice still in hand (L8–L11)."""
    throw, first = state.window + 1, len(DICE) - state.fell.count(0)
    dice = tuple(range(first, first + require_known(state.plan)[state.window]))
    numbers = chance.roll(f"dice:{throw}", faces=len(DICE[0]), dice=len(dice))
    faces = tuple([DICE[die][number] for die, number in zip(dice, numbers, strict=True)])
    return events.Rolled(state.seat, throw, dice, faces)


def _copy_player(state: State, whom: Seat, dozed: tuple[Seat, ...]) -> Moved:
    """Copy a player: turn the pile over and count it, then collect fines (L14, L17–L28)."""
    facts: list[Event] = [events.Copied(state.seat, whom)]
    seats = state.setup.seats
    faces: tuple[Face, ...] = tuple([require_known(face) for face in state.faces])
    kinds: tuple[Kind, ...] = tuple([require_known(card.kind) for card in state.pile])
    points = scoring.compute_card_points(faces, kinds, scoring_each(seats))
    gains = scoring.compute_gains(seats, state.pile, points, state.seat, whom)
    facts.append(events.Scored(state.seat, kinds, points, gains))
    after = reduce(evolve, facts, state)
    if state.setup.options.fines:
        fines = [*_collect_fines(after.scores, dozed)]
        after = reduce(evolve, fines, after)
        facts += fines
    facts.append(_advance_match(after))
    return facts, evolve(after, facts[-1])


def _collect_fines(scores: tuple[int, ...], dozed: tuple[Seat, ...]) -> Iterator[events.Fined]:
    """Yield a fine of one point for each missed deadline, from seats that have a point left after scoring (L-A14)."""
    for seat in sorted(set(dozed)):
        yield from (events.Fined(seat) for _ in range(min(scores[seat], dozed.count(seat))))


def _advance_match(state: State) -> Event:
    """Return the next turn to the left, or the end of the match.

    It ends once all were active equally often and any tie has been broken (L30–L32).
    """
    played = state.turn - scoring.count_planned_turns(state)
    if played < 0:
        return events.Began(state.turn + 1, state.setup.after(state.seat))
    leaders = scoring.list_leaders(state)
    lap, cap = state.setup.options.tiebreak == "lap", played == state.setup.seats
    if played == 0 and len(leaders) == 1:
        return events.Won(leaders, "turns")
    if played > 0 and len(leaders) == 1 and (cap or not lap):
        return events.Won(leaders, "extra")
    if cap:
        return events.Won(leaders, "cap")
    return events.Began(state.turn + 1, state.setup.after(state.seat), extra=True)
