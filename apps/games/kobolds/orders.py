"""The answers of Kobold Bombs' standing orders, from what their seat knows."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds import windows
from apps.games.kobolds.as_soon import fits
from apps.games.kobolds.bomb import armed
from apps.games.kobolds.concern import concerned
from apps.games.kobolds.editions import interrupts_wait_for_the_concerned
from apps.games.kobolds.effects import pick_pocket
from apps.games.kobolds.explosion import blast
from apps.games.kobolds.foresight import receiver
from apps.games.kobolds.penalties import breaks
from apps.games.kobolds.stack import settled
from apps.games.kobolds.state import (
    Action,
    Item,
    Order,
    Pass,
    Plan,
    Play,
    Profile,
    Reply,
    Skip,
    Soon,
    State,
    Tinker,
    Trick,
    Whom,
)
from apps.games.kobolds.tricks import TRICKS, trick
from apps.kernel.table import Seat

HABITS: Final = (Profile(),)
"""The orders that players start with, because calm windows aren't worth a question."""
FIRST_HABITS: Final = (Profile("always"),)
"""The orders of players in their first match, where no order passes before they ask for one."""


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer to the seat's open question, or None if it has none now."""
    if state.phase == "tinker":
        return _tinker(state, order) if isinstance(order, Plan) and seat == state.holder else None
    if not windows.is_open(state) or seat not in windows.asked(state):
        return None
    match order:
        case Profile():
            return None if _wants(state, seat, order) else Pass()
        case Plan():
            return Pass() if _passes(state, seat, order) else None
        case Reply():
            return _reply(state, seat, order)
        case Trick():
            return _trick(state, seat, order)
        case Soon():
            return _soon(state, seat, order)


# -- when to be asked ------------------------------------------------------------------


def _wants(state: State, seat: Seat, profile: Profile) -> bool:
    """Check whether the seat wants to be asked. With the bomb or a trick that names them, players always do."""
    if profile.when == "always" or (seat == state.holder and not state.stack) or names(state, seat):
        return True
    if _only_concerned(state, profile):
        hears = armed(state) and profile.when != "named"
        return (hears or _answered(state, seat)) and seat in concerned(state)
    if not armed(state) or profile.when == "named":
        return False
    return profile.when == "armed" or seat == state.holder or seat in blast(state).affected


def _only_concerned(state: State, profile: Profile) -> bool:
    """Check whether the seat passes when it could interrupt a trick that doesn't concern it."""
    return bool(state.stack) and profile.replies == "concerned" and interrupts_wait_for_the_concerned(state.setup)


def _answered(state: State, seat: Seat) -> bool:
    """Check whether someone has interrupted what the seat played."""
    return any(each.seat == seat for each in state.stack[:-1])


def names(state: State, seat: Seat) -> bool:
    """Check whether the waiting trick names the seat, gives it the bomb, or takes the bomb from it."""
    item = settled(state.stack)
    if item is None:
        return False
    to = receiver(item)
    return seat in (item.target, to) or (to is not None and seat == state.holder)


# -- the holder's plan -----------------------------------------------------------------


def _tinker(state: State, plan: Plan) -> Action | None:
    """Return what was planned for this turn. A second swap is a question only if the plan says so."""
    if plan.turn != state.turn or plan.give == "ask":
        return None
    if not plan.give or state.swaps:
        return Skip()
    return Tinker(plan.give, plan.take)


def _passes(state: State, seat: Seat, plan: Plan) -> bool:
    """Check whether the holder passes after tinkering, as planned. They don't if the bomb is armed or a trick waits."""
    calm = not state.stack and not armed(state)
    here = seat == state.holder and state.phase == "trick2" and plan.turn == state.turn
    return here and calm and plan.after == "pass"


# -- stored tricks ---------------------------------------------------------------------


def _reply(state: State, seat: Seat, order: Reply) -> Play | None:
    item = settled(state.stack)
    if item is None or item.seat == seat or not _fits(state, seat, item, order.against):
        return None
    return _play(state, seat, order.play, whom(state, seat, order.target))


def _fits(state: State, seat: Seat, item: Item, against: str) -> bool:
    """Check whether a trick has the effect that the order is against, or its key."""
    printed, named, gives_bomb = trick(item.card), item.target == seat, receiver(item) == seat
    does = {
        "any": True,
        "gives me the bomb": gives_bomb,
        "gives me the armed bomb": gives_bomb and armed(state),
        "hits me": named and printed.hits is not None,
        "robs me": named and printed.effect is pick_pocket,
        "names me": named,
    }
    return does.get(against, printed.key == against)


def _trick(state: State, seat: Seat, order: Trick) -> Play | None:
    """Play the stored trick if it fits, but only once per turn. A lasting order would spend every copy at once."""
    holder = {"any": True, "me": state.holder == seat, "others": state.holder != seat}.get(
        order.holder, order.holder == str(state.holder)
    )
    fits = (
        not state.stack
        and holder
        and not state.played[seat]
        and order.phase in ("any", state.phase[-1:])
        and order.bomb in ("any", "armed" if armed(state) else "secured")
        and (not order.doomed or (state.primed and seat in blast(state).killed))
    )
    return _play(state, seat, order.play, whom(state, seat, order.target)) if fits else None


def _soon(state: State, seat: Seat, order: Soon) -> Play | None:
    """Play the trick if it's worth it.

    Only one per turn, like any stored one, and never one that needs a choice of cards.
    """
    printed = TRICKS.get(order.play)
    if printed is None or printed.swaps is not None or (state.played[seat] and not state.stack):
        return None
    play = _play(state, seat, order.play, whom(state, seat, order.target))
    return play if play is not None and fits(state, seat, play) else None


def _play(state: State, seat: Seat, key: str, target: Seat | None) -> Play | None:
    """Return the trick with this key, naming the target if it must name a player. It never costs a fine."""
    for play in windows.plays(state, seat):
        if trick(play.card).key == key and play.target in (None, target) and not breaks(state, seat, play):
            return play
    return None


def whom(state: State, seat: Seat, target: Whom) -> Seat | None:
    """Return the player who is meant, or None if no one fits."""
    others = state.setup.others(seat)
    meant = {
        "player": state.stack[-1].seat if state.stack else None,
        "holder": state.holder,
        "armer": state.armer,
        "leader": max(others, key=lambda other: state.gold[other]),
        "left": others[0],
        "right": others[-1],
    }
    if target in meant:
        return meant[target]
    return Seat(int(target)) if int(target) < state.setup.seats else None
