"""Forecast which seats the bomb will hit, as far as an observer can know."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from apps.games.kobolds.bomb import apparatus, armed
from apps.games.kobolds.cards import APPARATUS, MECHANISM, count, kind
from apps.games.kobolds.explosion import blast
from apps.games.kobolds.foresight import in_hands_of
from apps.games.kobolds.state import Seats, State
from apps.games.kobolds.tricks import active, due
from apps.games.kobolds.turn import heir
from apps.kernel.table import Seat

When: TypeAlias = Literal["safe", "next", "now", "later"]
"""`safe`: it is not armed. `next`: in the next turn, `now`: in this one. `later`: in this one but for a Slow Burner."""


class Outlook(Struct, frozen=True):
    """What everybody at the table would like to know."""

    when: When
    holder: Seat
    """The seat that has the bomb in hand then, if no trick changes that."""
    killed: Seats
    spared: Seats
    """Affected, but protected."""
    apparatus: bool
    """An apparatus the observer has not seen may turn it elsewhere."""
    mechanisms: bool
    """Whom it affects depends on mechanisms in hands whose kinds nobody sees."""


def outlook(state: State) -> Outlook | None:
    """From what the observer knows, and nothing else; None while there is no bomb."""
    if state.bomb is None or state.phase in ("", "blast", "over"):
        return None
    when = _when(state)
    then = in_hands_of(state, heir(state)) if when == "next" else state
    bang = blast(then)
    return Outlook(
        when=when,
        holder=then.holder,
        killed=bang.killed,
        spared=tuple(seat for seat in bang.affected if seat not in bang.killed),
        apparatus=bool(count(state.inside, APPARATUS)) and apparatus(state) is None,
        mechanisms=state.setup.options.closed_hands and bool(active(state, "SPLINTER")),
    )


def arming(state: State) -> Outlook | None:
    """Forecast next turn’s explosion if the holder takes the last mechanism out now.

    Return None unless exactly one is left, or if a gadget that the observer hasn’t seen could still change it.
    """
    if state.bomb is None or count(state.inside, MECHANISM) != 1:
        return None
    gadget = apparatus(state)
    if gadget is None and any(count(cards, APPARATUS) for cards in (state.inside, state.hands[state.holder])):
        return None
    without = tuple(card for card in state.inside if kind(card) != MECHANISM)
    return outlook(replace(state, inside=without, primed=False))


def _when(state: State) -> When:
    if not armed(state):
        return "safe"
    if not state.primed or state.bound_for is not None:
        return "next"
    return "now" if due(state) else "later"
