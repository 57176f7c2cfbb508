"""Phase 3: what the holder may exchange, must, or must not (K30–K32, K-A28)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.bomb import swap
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.cards import MECHANISM, SHOW_TINKERER, TRICK, is_face, kind
from apps.games.kobolds.editions import only_swaps_are_made
from apps.games.kobolds.forcing import allowed, forced
from apps.games.kobolds.penalties import breaks, fine
from apps.games.kobolds.state import Action, Event, Phased, Skip, Skipped, State, Tinker
from apps.games.kobolds.tricks import active
from apps.games.kobolds.windows import asides
from apps.kernel.chance import Chance
from apps.kernel.game import Ask

_SKIP: Final = Skip()
_ANY: Final = Tinker("", "")
"""An exchange of which nothing is known."""


def is_open(state: State) -> bool:
    """Whether the holder is asked: with cards (edge 6), as often as the bomb lets them, and not if Hands Off! lies
    there, nor if a resurrection card forbids every exchange and they have no gold to pay for it.
    """
    holder = state.holder
    if state.bomb is None or active(state, "HANDSOFF"):
        return False
    barred = not state.gold[holder] and breaks(state, holder, _ANY)
    return bool(state.hands[holder]) and state.swaps < BOMBS[state.bomb].flaps and not barred


def asks(state: State) -> tuple[Ask[Action], ...]:
    """One question to the holder; what a forced one does in silence, only those know who know the hand."""
    return (Ask(state.holder, "tinker", f"tinker:{state.turn}.{state.swaps}", silence(state)),)


def legal(state: State) -> tuple[Action, ...]:
    """Every exchange the holder may make, and not to make one."""
    holder, solvent = state.holder, state.gold[state.holder] > 0
    possible: list[Action] = []
    for give, take in allowed(state):
        plain = Tinker(give, take)
        if solvent or not breaks(state, holder, plain):
            possible.append(plain)
            if state.risen[holder] == SHOW_TINKERER and solvent:
                possible.append(Tinker(give, take, hush=True))
    if not possible or (not forced(state) and (solvent or not breaks(state, holder, _SKIP))):
        possible.append(_SKIP)
    return (*possible, *asides(state, holder))


def find_only_swap(state: State) -> Tinker | None:
    """Find the swap that everyone knows the holder must make (edition 4). With closed hands, no one can know."""
    if state.setup.options.closed_hands or not only_swaps_are_made(state.setup) or not forced(state):
        return None
    possible = legal(state)
    return possible[0] if len(possible) == 1 and isinstance(possible[0], Tinker) else None


def silence(state: State) -> Action | None:
    """Not to tinker; where one must, the oldest trick goes in for a mechanism. Nothing is ever paid."""
    if not forced(state) and not breaks(state, state.holder, _SKIP):
        return _SKIP
    if not all(map(is_face, state.hands[state.holder])):
        return None
    free = [act for act in legal(state) if isinstance(act, Tinker) and not breaks(state, state.holder, act)]
    return min((act for act in free if not act.hush), key=_reluctance, default=_SKIP)


def tinkered(state: State, act: Tinker, chance: Chance) -> list[Event]:
    """The exchange, and the coin it may cost."""
    holder = state.holder
    shown = state.risen[holder] == SHOW_TINKERER and not act.hush
    swapped = swap(state, holder, act.give, act.take, chance, tinkering=True, shown=shown)
    return [*fine(state, holder, act), *swapped]


def skipped(state: State) -> list[Event]:
    """No exchange (any more)."""
    return [*fine(state, state.holder, _SKIP), Skipped(state.holder), Phased("trick2")]


def _reluctance(act: Tinker) -> tuple[bool, bool]:
    """Mechanisms leave the bomb before others, tricks the hand before others; `min` takes the oldest of equals."""
    return kind(act.take) != MECHANISM, kind(act.give) != TRICK
