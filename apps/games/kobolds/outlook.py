"""A forecast of the seats that the bomb will hit, as far as an observer can know."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from apps.games.kobolds.bomb import find_known_apparatus, is_armed
from apps.games.kobolds.cards import APPARATUS, MECHANISM, count_cards, get_card_kind
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.foresight import in_hands_of
from apps.games.kobolds.state import Seats, State
from apps.games.kobolds.tricks import is_explosion_due, list_active_copies
from apps.games.kobolds.turn import find_next_holder
from apps.kernel.table import Seat

When: TypeAlias = Literal["safe", "next", "now", "later"]
"""When the bomb goes off. `safe`: it isn't armed. `next`: next turn. `now`: this turn. `later`: delayed by a Slow
Burner.
"""


class Outlook(Struct, frozen=True):
    """The forecast that everyone at the table wants."""

    when: When
    holder: Seat
    """The seat that will hold the bomb then, unless a trick changes that."""
    killed: Seats
    spared: Seats
    """Seats that are affected but protected."""
    apparatus: bool
    """True if a gadget that the observer hasn't seen could change who is hit."""
    mechanisms: bool
    """True if it depends on mechanisms in closed hands, which no one can count."""


def forecast_explosion(state: State) -> Outlook | None:
    """Forecast the explosion from what the observer knows, or return None while there is no bomb."""
    if state.bomb is None or state.phase in ("", "blast", "over"):
        return None
    when = _forecast_timing(state)
    then = in_hands_of(state, find_next_holder(state)) if when == "next" else state
    bang = resolve_explosion(then)
    return Outlook(
        when=when,
        holder=then.holder,
        killed=bang.killed,
        spared=tuple(seat for seat in bang.affected if seat not in bang.killed),
        apparatus=bool(count_cards(state.inside, APPARATUS)) and find_known_apparatus(state) is None,
        mechanisms=state.setup.options.closed_hands and bool(list_active_copies(state, "SPLINTER")),
    )


def forecast_arming(state: State) -> Outlook | None:
    """Forecast next turn’s explosion if the holder takes the last mechanism out now.

    Return None unless exactly one is left, or if a gadget that the observer hasn’t seen could still change it.
    """
    if state.bomb is None or count_cards(state.inside, MECHANISM) != 1:
        return None
    gadget = find_known_apparatus(state)
    if gadget is None and any(count_cards(cards, APPARATUS) for cards in (state.inside, state.hands[state.holder])):
        return None
    without = tuple(card for card in state.inside if get_card_kind(card) != MECHANISM)
    return forecast_explosion(replace(state, inside=without, primed=False))


def _forecast_timing(state: State) -> When:
    if not is_armed(state):
        return "safe"
    if not state.primed or state.bound_for is not None:
        return "next"
    return "now" if is_explosion_due(state) else "later"
