"""Phase 3: the swaps that the holder can, must or must not make (K30–K32, K-A28)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.bomb import swap_cards
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import MECHANISM, SHOW_TINKERER, TRICK, get_card_kind, is_face
from apps.games.kobolds.editions import only_swaps_are_made
from apps.games.kobolds.forcing import is_holder_forced, list_allowed_swaps
from apps.games.kobolds.penalties import charge_fine, is_quirk_breach
from apps.games.kobolds.state import Action, Event, Phased, Skip, Skipped, State, Tinker
from apps.games.kobolds.tricks import list_active_copies
from apps.games.kobolds.windows import list_asides
from apps.kernel.chance import Chance
from apps.kernel.game import Ask

_SKIP: Final = Skip()
_ANY_SWAP: Final = Tinker("", "")
"""A swap of unknown cards."""


def is_open(state: State) -> bool:
    """Check whether the holder is asked: with cards in hand (edge 6), and as often as the bomb allows.

    They aren't if Hands Off! is active, or if a resurrection card forbids every swap and they can't pay.
    """
    holder = state.holder
    if state.bomb is None or list_active_copies(state, "HANDSOFF"):
        return False
    barred = not state.gold[holder] and is_quirk_breach(state, holder, _ANY_SWAP)
    return bool(state.hands[holder]) and state.swaps < BOMBS[state.bomb].flaps and not barred


def ask_holder(state: State) -> tuple[Ask[Action], ...]:
    """Ask the holder one question. What silence means for a forced holder is known only if the hand is."""
    return (Ask(state.holder, "tinker", f"tinker:{state.turn}.{state.swaps}", get_silent_action(state)),)


def list_legal_actions(state: State) -> tuple[Action, ...]:
    """Return every swap that the holder can make, and the choice to make none if that's allowed."""
    holder, solvent = state.holder, state.gold[state.holder] > 0
    possible: list[Action] = []
    for give, take in list_allowed_swaps(state):
        plain = Tinker(give, take)
        if solvent or not is_quirk_breach(state, holder, plain):
            possible.append(plain)
            if state.risen[holder] == SHOW_TINKERER and solvent:
                possible.append(Tinker(give, take, hush=True))
    if not possible or (not is_holder_forced(state) and (solvent or not is_quirk_breach(state, holder, _SKIP))):
        possible.append(_SKIP)
    return (*possible, *list_asides(state, holder))


def find_only_swap(state: State) -> Tinker | None:
    """Find the swap that everyone knows the holder must make (edition 4). With closed hands, no one can know."""
    if state.setup.options.closed_hands or not only_swaps_are_made(state.setup) or not is_holder_forced(state):
        return None
    possible = list_legal_actions(state)
    return possible[0] if len(possible) == 1 and isinstance(possible[0], Tinker) else None


def get_silent_action(state: State) -> Action | None:
    """Return what silence means: not to tinker or, if forced, to put the oldest trick in for a mechanism.

    Silence never pays for anything.
    """
    if not is_holder_forced(state) and not is_quirk_breach(state, state.holder, _SKIP):
        return _SKIP
    if not all(map(is_face, state.hands[state.holder])):
        return None
    free = [
        act
        for act in list_legal_actions(state)
        if isinstance(act, Tinker) and not is_quirk_breach(state, state.holder, act)
    ]
    return min((act for act in free if not act.hush), key=_rank_by_reluctance, default=_SKIP)


def tinker_with_bomb(state: State, act: Tinker, chance: Chance) -> list[Event]:
    """Return the facts of a swap, and the fine it can cost."""
    holder = state.holder
    shown = state.risen[holder] == SHOW_TINKERER and not act.hush
    swapped = swap_cards(state, holder, act.give, act.take, chance, tinkering=True, shown=shown)
    return [*charge_fine(state, holder, act), *swapped]


def skip_tinkering(state: State) -> list[Event]:
    """Return the facts of not tinkering, or not again."""
    return [*charge_fine(state, state.holder, _SKIP), Skipped(state.holder), Phased("trick2")]


def _rank_by_reluctance(act: Tinker) -> tuple[bool, bool]:
    """Return a key that sorts swaps: mechanisms leave the bomb first, and tricks leave the hand first.

    On a tie, `min` takes the oldest card.
    """
    return get_card_kind(act.take) != MECHANISM, get_card_kind(act.give) != TRICK
