"""The course of play of Fuse: which seats are asked, what they can answer, and what follows (F14–F37)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from apps.games.fuse import cards, dealing, memory, scoring
from apps.games.fuse import state as fuse
from apps.games.fuse.cards import TIMEBOMB, CardId, lowest, worth
from apps.games.fuse.editions import slow_is_who_is_silent
from apps.games.fuse.memory import evolve
from apps.games.fuse.state import Action, Cards, Event, Laid, Lay, Saw, State, Why
from apps.kernel.chance import Chance
from apps.kernel.game import Ask, next_of
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import Close, complete, of_house, window

# Every action exists once. Building new ones for each question would cost as much as the rules themselves.
_LAY: Final[Mapping[CardId, Action]] = {card: Lay(card) for card in cards.FUSE}
_CUT: Final[Mapping[CardId, Action]] = {card: fuse.Cut(card) for card in (*cards.DEFUSE, cards.EXTINGUISHER)}
_SHED: Final[Mapping[CardId, Action]] = {card: fuse.Shed(card) for card in _CUT}
_DAWDLE: Final[Mapping[CardId, Action]] = {card: fuse.Dawdle(card) for card in _CUT}
_BURNING: Final[Mapping[CardId, Action]] = {**_LAY, **_CUT}
_FRESH: Final[Mapping[CardId, Action]] = {**_LAY, **_SHED}
_BOMB: Final = fuse.Bomb()
_PASS: Final = fuse.Pass()
_STRIKE: Final = fuse.Strike()


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Return one turn, or one sealed window for everyone except the seat that cut the fuse."""
    if not _running(state):
        return ()
    if state.cut_by is not None:
        return _window(state, state.cut_by)
    return (Ask(state.seat, "turn", _turn_key(state), _silence(state)),)


def awaited(state: State) -> Ask[Action] | None:
    """Return the next of these questions, without working out what silence means on a turn."""
    if state.ended is not None or state.deal < 0:  # `_running`, inlined because a playout asks at every move.
        return None
    if state.cut_by is not None:
        return next_of(_window(state, state.cut_by))
    return Ask(state.seat, "turn", _turn_key(state), None)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat can answer now. It's empty if the seat isn't asked.

    Dawdling is only the meaning of silence, not an answer (F44).
    """
    if state.ended is not None or state.deal < 0:  # `_running`, inlined as above.
        return ()
    if state.cut_by is not None:
        return _replies(state, seat)
    return _turn(state, seat) if seat == state.seat else ()


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    match action:
        case Lay(card):
            return _plays(Laid, state, seat, card, chance)
        case fuse.Shed(card):
            return _plays(fuse.Gave, state, seat, card, chance)
        case fuse.Bomb():
            return _explode(state, seat, chance)
        case fuse.Cut(card):
            return _cut(state, seat, card, chance)
        case fuse.Dawdle(card):
            return _dawdle(state, seat, card, chance)
        case fuse.Strike() | fuse.Pass():
            return _reply(state, seat, isinstance(action, fuse.Strike), chance)
        case Close():
            return _close(state, chance)


def moved(state: State, seat: Seat, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the facts that follow from a legal action, and the table after them."""
    if type(action) is Lay and (drawn := state.pile[0]) != TIMEBOMB:  # Inlined, because most moves are like this.
        laid, saw = Laid(seat, action.card), Saw((seat,), seat, drawn)
        return [laid, saw], memory.laid(state, laid, saw)
    facts = decide(state, seat, action, chance)
    return facts, reduce(evolve, facts, state)


# -- questions -------------------------------------------------------------------------


def _running(state: State) -> bool:
    return state.ended is None and state.deal >= 0


def _turn_key(state: State) -> str:
    return f"turn:{state.turn}"


def _turn(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the actions of a turn: lay, cut or bomb if a fuse burns (F14, F23, F30).

    A new fuse starts with a fuse card, if the hand has one.
    """
    hand = state.hands[seat]
    if state.fuse:
        actions = _with(hand, _BURNING)
        if state.bombs[seat]:
            actions.append(_BOMB)
    else:
        actions = _with(hand, _LAY) or _with(hand, _SHED)
    if state.setup.options.penalty and not slow_is_who_is_silent(state.setup):
        actions += _with(hand, _DAWDLE)
    return tuple(actions)


def _with(hand: Cards, actions: Mapping[CardId, Action]) -> list[Action]:
    """Return those of these actions that the hand allows, in its order."""
    return list(filter(None, map(actions.get, hand)))


def _silence(state: State) -> Action | None:
    """Return what a silent seat does. It never bombs, and cuts only if it can do nothing else."""
    hand = state.hands[state.seat]
    if not hand:
        return None  # It's another player's hand.
    if state.setup.options.penalty and (defuse := [card for card in hand if cards.is_defuse(card)]):
        return _DAWDLE[lowest(defuse)]
    return _auto(state, hand)


def _auto(state: State, hand: Cards) -> Action:
    """Return the turn of a silent seat without any penalty."""
    return (_BURNING if state.fuse else _FRESH)[lowest(hand)]


def _window(state: State, cutter: Seat) -> tuple[Ask[Action], ...]:
    """Ask everyone the same, so that nothing shows who holds the Matchman. Replies can be changed."""
    replies: dict[Seat, Action] = {each.seat: _STRIKE if each.strike else _PASS for each in state.replies}
    seats, key, fixed = state.setup.others(cutter), f"matchman:{state.turn}", state.setup.options.fixed_windows
    return window("matchman", key, seats, replies, silence=_PASS, fixed=fixed, duty=False)


def _replies(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat == HOUSE:
        return of_house(fixed=state.setup.options.fixed_windows)
    if seat == state.cut_by:
        return ()
    return (_PASS, _STRIKE) if cards.MATCHMAN in state.hands[seat] else (_PASS,)


# -- what follows ----------------------------------------------------------------------


def _plays(
    kind: type[Laid | fuse.Gave | fuse.Paid | fuse.Relit], state: State, seat: Seat, card: CardId, chance: Chance
) -> list[Event]:
    """Play a card from the hand and draw another (F18)."""
    drew = _draws(state)
    return _drawn(state, seat, drew, [kind(seat, card, drew)], chance)


def _explode(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """Let the seat win everything and draw nothing (F23–F28). The last bomb of all ends the deal (F37)."""
    won = state.fuse + state.beside
    facts: list[Event] = [fuse.Exploded(seat, cards=len(won), points=worth(won))]
    if sum(state.bombs) == 1:
        return _finish(state, facts, "bombs", chance)
    return facts


def _cut(state: State, seat: Seat, card: CardId, chance: Chance) -> list[Event]:
    """Let the fuse die (F30–F35), unless someone can still strike the Matchman (F46)."""
    drew = _draws(state)
    window = state.matchman and drew  # The time bomb ends the deal before anyone could strike.
    facts: list[Event] = [fuse.Snuffed(seat, card, drew, window)]
    if not state.matchman:
        facts.append(_died(state))
    return _drawn(state, seat, drew, facts, chance)


def _dawdle(state: State, seat: Seat, card: CardId, chance: Chance) -> list[Event]:
    """Pay, refill, and play the turn of a silent seat, unless the refill was the time bomb (F44, F-A7)."""
    facts = _plays(fuse.Paid, state, seat, card, chance)
    if not _draws(state):
        return facts
    after = reduce(evolve, facts, state)
    return [*facts, *decide(after, seat, _auto(after, after.hands[seat]), chance)]


def _reply(state: State, seat: Seat, strike: bool, chance: Chance) -> list[Event]:
    """Record a sealed reply. The last one closes the window, unless windows last their whole time."""
    facts: list[Event] = [fuse.Replied((seat,), seat, strike)]
    after = reduce(evolve, facts, state)
    if not complete(state.setup.others(seat), after.replies, fixed=state.setup.options.fixed_windows):
        return facts
    return [*facts, *_close(after, chance)]


def _close(state: State, chance: Chance) -> list[Event]:
    for reply in state.replies:
        if reply.strike:
            return _plays(fuse.Relit, state, reply.seat, cards.MATCHMAN, chance)
    return [_died(state)]


def _died(state: State) -> fuse.Died:
    return fuse.Died(cards=len(state.fuse), points=worth(state.fuse))


def _draws(state: State) -> bool:
    """Check whether the next card is one to hold, not the time bomb."""
    return state.pile[0] != TIMEBOMB


def _drawn(state: State, seat: Seat, drew: bool, facts: list[Event], chance: Chance) -> list[Event]:
    """Add the card that is drawn. The time bomb ends the deal, but the hand is still refilled (F21, F-A8)."""
    if drew:
        facts.append(Saw((seat,), seat, state.pile[0]))
        return facts
    facts.append(fuse.TimedOut(seat))
    if len(state.pile) > 1:
        facts += (fuse.Drew(seat), Saw((seat,), seat, state.pile[1]))
    return _finish(state, facts, "timebomb", chance)


def _finish(state: State, facts: list[Event], why: Why, chance: Chance) -> list[Event]:
    """Show and count the hands. If there are more deals, the seat after the last starter starts the next one."""
    end = reduce(evolve, facts, state)
    last = scoring.last_deal(end)
    facts.append(fuse.Scored(end.deal, end.hands, scoring.of_deal(end), scoring.defused(end), why, last))
    if last:
        return facts
    return [*facts, *dealing.shuffled(end.setup, end.deal + 1, end.setup.after(end.starter), chance)]
