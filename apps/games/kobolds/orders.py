"""The answers of Kobold Bombs' standing orders, from what their seat knows."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds import windows
from apps.games.kobolds.as_soon import is_worth_playing
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.concern import list_concerned_seats
from apps.games.kobolds.editions import interrupts_wait_for_the_concerned
from apps.games.kobolds.effects import pick_pocket
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.foresight import find_bomb_receiver
from apps.games.kobolds.penalties import is_quirk_breach
from apps.games.kobolds.stack import find_effective_trick
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
from apps.games.kobolds.tricks import TRICKS, get_trick
from apps.kernel.table import Seat

HABITS: Final = (Profile(),)
"""The orders that players start with, because calm windows aren't worth a question."""
FIRST_HABITS: Final = (Profile("always"),)
"""The orders of players in their first match, where no order passes before they ask for one."""


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer to the seat's open question, or None if it has none now."""
    if state.phase == "tinker":
        return _choose_planned_swap(state, order) if isinstance(order, Plan) and seat == state.holder else None
    if not windows.is_open(state) or seat not in windows.list_asked_seats(state):
        return None
    match order:
        case Profile():
            return None if _wants_to_be_asked(state, seat, order) else Pass()
        case Plan():
            return Pass() if _is_pass_planned(state, seat, order) else None
        case Reply():
            return _choose_stored_reply(state, seat, order)
        case Trick():
            return _choose_stored_trick(state, seat, order)
        case Soon():
            return _choose_worthwhile_trick(state, seat, order)


# -- when to be asked ------------------------------------------------------------------


def _wants_to_be_asked(state: State, seat: Seat, profile: Profile) -> bool:
    """Check whether the seat wants to be asked. With the bomb or a trick that names them, players always do."""
    if profile.when == "always" or (seat == state.holder and not state.stack) or is_seat_named(state, seat):
        return True
    if _only_concerned(state, profile):
        hears = is_armed(state) and profile.when != "named"
        return (hears or _is_own_trick_interrupted(state, seat)) and seat in list_concerned_seats(state)
    if not is_armed(state) or profile.when == "named":
        return False
    return profile.when == "armed" or seat == state.holder or seat in resolve_explosion(state).affected


def _only_concerned(state: State, profile: Profile) -> bool:
    """Check whether the seat passes when it could interrupt a trick that doesn't concern it."""
    return bool(state.stack) and profile.replies == "concerned" and interrupts_wait_for_the_concerned(state.setup)


def _is_own_trick_interrupted(state: State, seat: Seat) -> bool:
    """Check whether someone has interrupted what the seat played."""
    return any(each.seat == seat for each in state.stack[:-1])


def is_seat_named(state: State, seat: Seat) -> bool:
    """Check whether the waiting trick names the seat, gives it the bomb, or takes the bomb from it."""
    item = find_effective_trick(state.stack)
    if item is None:
        return False
    to = find_bomb_receiver(item)
    return seat in (item.target, to) or (to is not None and seat == state.holder)


# -- the holder's plan -----------------------------------------------------------------


def _choose_planned_swap(state: State, plan: Plan) -> Action | None:
    """Return what was planned for this turn. A second swap is a question only if the plan says so."""
    if plan.turn != state.turn or plan.give == "ask":
        return None
    if not plan.give or state.swaps:
        return Skip()
    return Tinker(plan.give, plan.take)


def _is_pass_planned(state: State, seat: Seat, plan: Plan) -> bool:
    """Check whether the holder passes after tinkering, as planned. They don't if the bomb is armed or a trick waits."""
    calm = not state.stack and not is_armed(state)
    here = seat == state.holder and state.phase == "trick2" and plan.turn == state.turn
    return here and calm and plan.after == "pass"


# -- stored tricks ---------------------------------------------------------------------


def _choose_stored_reply(state: State, seat: Seat, order: Reply) -> Play | None:
    item = find_effective_trick(state.stack)
    if item is None or item.seat == seat or not _has_opposed_effect(state, seat, item, order.against):
        return None
    return _find_playable_trick(state, seat, order.play, find_target_seat(state, seat, order.target))


def _has_opposed_effect(state: State, seat: Seat, item: Item, against: str) -> bool:
    """Check whether a trick has the effect that the order is against, or its key."""
    printed, named, gives_bomb = get_trick(item.card), item.target == seat, find_bomb_receiver(item) == seat
    does = {
        "any": True,
        "gives me the bomb": gives_bomb,
        "gives me the armed bomb": gives_bomb and is_armed(state),
        "hits me": named and printed.hits is not None,
        "robs me": named and printed.effect is pick_pocket,
        "names me": named,
    }
    return does.get(against, printed.key == against)


def _choose_stored_trick(state: State, seat: Seat, order: Trick) -> Play | None:
    """Play the stored trick if it fits, but only once per turn. A lasting order would spend every copy at once."""
    holder = {"any": True, "me": state.holder == seat, "others": state.holder != seat}.get(
        order.holder, order.holder == str(state.holder)
    )
    fits = (
        not state.stack
        and holder
        and not state.played[seat]
        and order.phase in ("any", state.phase[-1:])
        and order.bomb in ("any", "armed" if is_armed(state) else "secured")
        and (not order.doomed or (state.primed and seat in resolve_explosion(state).killed))
    )
    return _find_playable_trick(state, seat, order.play, find_target_seat(state, seat, order.target)) if fits else None


def _choose_worthwhile_trick(state: State, seat: Seat, order: Soon) -> Play | None:
    """Play the trick if it's worth it.

    Only one per turn, like any stored one, and never one that needs a choice of cards.
    """
    printed = TRICKS.get(order.play)
    if printed is None or printed.swaps is not None or (state.played[seat] and not state.stack):
        return None
    play = _find_playable_trick(state, seat, order.play, find_target_seat(state, seat, order.target))
    return play if play is not None and is_worth_playing(state, seat, play) else None


def _find_playable_trick(state: State, seat: Seat, key: str, target: Seat | None) -> Play | None:
    """Return the trick with this key, naming the target if it must name a player. It never costs a fine."""
    for play in windows.list_plays(state, seat):
        if get_trick(play.card).key == key and play.target in (None, target) and not is_quirk_breach(state, seat, play):
            return play
    return None


def find_target_seat(state: State, seat: Seat, target: Whom) -> Seat | None:
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
