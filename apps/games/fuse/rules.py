"""The course of play of Fuse: which seats are asked, what they can answer, and what follows (F14–F37)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from apps.games.fuse import cards, dealing, memory, scoring
from apps.games.fuse import state as fuse
from apps.games.fuse.cards import TIMEBOMB, CardId, select_lowest_card, sum_points
from apps.games.fuse.editions import slow_is_who_is_silent
from apps.games.fuse.memory import evolve
from apps.games.fuse.state import Action, Cards, Event, Laid, Lay, Saw, State, Why
from apps.kernel.chance import Chance
from apps.kernel.game import Ask, next_of
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import Close, build_window, is_window_complete, of_house

# Every action exists once. Building new ones for each question would cost as much as the rules themselves.
_LAY: Final[Mapping[CardId, Action]] = {card: Lay(card) for card in cards.FUSE_CARD_IDS}
_CUT: Final[Mapping[CardId, Action]] = {card: fuse.Cut(card) for card in (*cards.DEFUSE_CARD_IDS, cards.EXTINGUISHER)}
_SHED: Final[Mapping[CardId, Action]] = {card: fuse.Shed(card) for card in _CUT}
_DAWDLE: Final[Mapping[CardId, Action]] = {card: fuse.Dawdle(card) for card in _CUT}
_BURNING: Final[Mapping[CardId, Action]] = {**_LAY, **_CUT}
_FRESH: Final[Mapping[CardId, Action]] = {**_LAY, **_SHED}
_BOMB: Final = fuse.Bomb()
_PASS: Final = fuse.Pass()
_STRIKE: Final = fuse.Strike()


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Return one turn, or one sealed window for everyone except the seat that cut the fuse."""
    if not _is_running(state):
        return ()
    if state.cut_by is not None:
        return _ask_about_matchman(state, state.cut_by)
    return (Ask(state.seat, "turn", _turn_key(state), _get_silent_action(state)),)


def awaited(state: State) -> Ask[Action] | None:
    """Return the next of these questions, without working out what silence means on a turn."""
    if state.ended is not None or state.deal < 0:  # `_is_running`, inlined because a playout asks at every move.
        return None
    if state.cut_by is not None:
        return next_of(_ask_about_matchman(state, state.cut_by))
    return Ask(state.seat, "turn", _turn_key(state), None)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat can answer now. It's empty if the seat isn't asked.

    Dawdling is only the meaning of silence, not an answer (F44).
    """
    if state.ended is not None or state.deal < 0:  # `_is_running`, inlined as above.
        return ()
    if state.cut_by is not None:
        return _list_matchman_replies(state, seat)
    return _list_turn_actions(state, seat) if seat == state.seat else ()


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    match action:
        case Lay(card):
            return _play_card(Laid, state, seat, card, chance)
        case fuse.Shed(card):
            return _play_card(fuse.Gave, state, seat, card, chance)
        case fuse.Bomb():
            return _explode_bomb(state, seat, chance)
        case fuse.Cut(card):
            return _cut_fuse(state, seat, card, chance)
        case fuse.Dawdle(card):
            return _pay_for_dawdling(state, seat, card, chance)
        case fuse.Strike() | fuse.Pass():
            return _record_sealed_reply(state, seat, isinstance(action, fuse.Strike), chance)
        case Close():
            return _close_window(state, chance)


def moved(state: State, seat: Seat, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the facts that follow from a legal action, and the table after them."""
    if type(action) is Lay and (drawn := state.pile[0]) != TIMEBOMB:  # Inlined, because most moves are like this.
        laid, saw = Laid(seat, action.card), Saw((seat,), seat, drawn)
        return [laid, saw], memory.apply_laid_and_saw(state, laid, saw)
    facts = decide(state, seat, action, chance)
    return facts, reduce(evolve, facts, state)


# -- questions -------------------------------------------------------------------------


def _is_running(state: State) -> bool:
    return state.ended is None and state.deal >= 0


def _turn_key(state: State) -> str:
    return f"turn:{state.turn}"


def _list_turn_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the actions of a turn: lay, cut or bomb if a fuse burns (F14, F23, F30).

    A new fuse starts with a fuse card, if the hand has one.
    """
    hand = state.hands[seat]
    if state.fuse:
        actions = _filter_by_hand(hand, _BURNING)
        if state.bombs[seat]:
            actions.append(_BOMB)
    else:
        actions = _filter_by_hand(hand, _LAY) or _filter_by_hand(hand, _SHED)
    if state.setup.options.penalty and not slow_is_who_is_silent(state.setup):
        actions += _filter_by_hand(hand, _DAWDLE)
    return tuple(actions)


def _filter_by_hand(hand: Cards, actions: Mapping[CardId, Action]) -> list[Action]:
    """Return those of these actions that the hand allows, in its order."""
    return list(filter(None, map(actions.get, hand)))


def _get_silent_action(state: State) -> Action | None:
    """Return what a silent seat does. It never bombs, and cuts only if it can do nothing else."""
    hand = state.hands[state.seat]
    if not hand:
        return None  # It's another player's hand.
    if state.setup.options.penalty and (defuse := [card for card in hand if cards.is_defuse(card)]):
        return _DAWDLE[select_lowest_card(defuse)]
    return _get_unpenalised_action(state, hand)


def _get_unpenalised_action(state: State, hand: Cards) -> Action:
    """Return the turn of a silent seat without any penalty."""
    return (_BURNING if state.fuse else _FRESH)[select_lowest_card(hand)]


def _ask_about_matchman(state: State, cutter: Seat) -> tuple[Ask[Action], ...]:
    """Ask everyone the same, so that nothing shows who holds the Matchman. Replies can be changed."""
    replies: dict[Seat, Action] = {each.seat: _STRIKE if each.strike else _PASS for each in state.replies}
    seats, key, fixed = state.setup.others(cutter), f"matchman:{state.turn}", state.setup.options.fixed_windows
    return build_window("matchman", key, seats, replies, silence=_PASS, fixed=fixed, duty=False)


def _list_matchman_replies(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat == HOUSE:
        return of_house(fixed=state.setup.options.fixed_windows)
    if seat == state.cut_by:
        return ()
    return (_PASS, _STRIKE) if cards.MATCHMAN in state.hands[seat] else (_PASS,)


# -- what follows ----------------------------------------------------------------------


def _play_card(
    kind: type[Laid | fuse.Gave | fuse.Paid | fuse.Relit], state: State, seat: Seat, card: CardId, chance: Chance
) -> list[Event]:
    """Play a card from the hand and draw another (F18)."""
    drew = _can_draw_card(state)
    return _add_drawn_card(state, seat, drew, [kind(seat, card, drew)], chance)


def _explode_bomb(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """Let the seat win everything and draw nothing (F23–F28). The last bomb of all ends the deal (F37)."""
    won = state.fuse + state.beside
    facts: list[Event] = [fuse.Exploded(seat, cards=len(won), points=sum_points(won))]
    if sum(state.bombs) == 1:
        return _end_deal(state, facts, "bombs", chance)
    return facts


def _cut_fuse(state: State, seat: Seat, card: CardId, chance: Chance) -> list[Event]:
    """Let the fuse die (F30–F35), unless someone can still strike the Matchman (F46)."""
    drew = _can_draw_card(state)
    window = state.matchman and drew  # The time bomb ends the deal before anyone could strike.
    facts: list[Event] = [fuse.Snuffed(seat, card, drew, window)]
    if not state.matchman:
        facts.append(_build_died_fact(state))
    return _add_drawn_card(state, seat, drew, facts, chance)


def _pay_for_dawdling(state: State, seat: Seat, card: CardId, chance: Chance) -> list[Event]:
    """Pay, refill, and play the turn of a silent seat, unless the refill was the time bomb (F44, F-A7)."""
    facts = _play_card(fuse.Paid, state, seat, card, chance)
    if not _can_draw_card(state):
        return facts
    after = reduce(evolve, facts, state)
    return [*facts, *decide(after, seat, _get_unpenalised_action(after, after.hands[seat]), chance)]


def _record_sealed_reply(state: State, seat: Seat, strike: bool, chance: Chance) -> list[Event]:
    """Record a sealed reply. The last one closes the window, unless windows last their whole time."""
    facts: list[Event] = [fuse.Replied((seat,), seat, strike)]
    after = reduce(evolve, facts, state)
    if not is_window_complete(state.setup.others(seat), after.replies, fixed=state.setup.options.fixed_windows):
        return facts
    return [*facts, *_close_window(after, chance)]


def _close_window(state: State, chance: Chance) -> list[Event]:
    for reply in state.replies:
        if reply.strike:
            return _play_card(fuse.Relit, state, reply.seat, cards.MATCHMAN, chance)
    return [_build_died_fact(state)]


def _build_died_fact(state: State) -> fuse.Died:
    return fuse.Died(cards=len(state.fuse), points=sum_points(state.fuse))


def _can_draw_card(state: State) -> bool:
    """Check whether the next card is one to hold, not the time bomb."""
    return state.pile[0] != TIMEBOMB


def _add_drawn_card(state: State, seat: Seat, drew: bool, facts: list[Event], chance: Chance) -> list[Event]:
    """Add the card that is drawn. The time bomb ends the deal, but the hand is still refilled (F21, F-A8)."""
    if drew:
        facts.append(Saw((seat,), seat, state.pile[0]))
        return facts
    facts.append(fuse.TimedOut(seat))
    if len(state.pile) > 1:
        facts += (fuse.Drew(seat), Saw((seat,), seat, state.pile[1]))
    return _end_deal(state, facts, "timebomb", chance)


def _end_deal(state: State, facts: list[Event], why: Why, chance: Chance) -> list[Event]:
    """Show and count the hands. If there are more deals, the seat after the last starter starts the next one."""
    end = reduce(evolve, facts, state)
    last = scoring.last_deal(end)
    facts.append(fuse.Scored(end.deal, end.hands, scoring.of_deal(end), scoring.sum_defused_points(end), why, last))
    if last:
        return facts
    return [*facts, *dealing.start_deal(end.setup, end.deal + 1, end.setup.after(end.starter), chance)]
