"""The public consequences of a trick: where the bomb goes and which players it kills."""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.effects import demand_bomb, given_to
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.state import Active, Item, Seats, State
from apps.games.kobolds.tricks import get_bomb_direction, get_trick, is_explosion_due
from apps.kernel.table import Seat


def find_bomb_receiver(item: Item) -> Seat | None:
    """Return the seat that the trick hands the bomb to, or None if it doesn't."""
    return given_to(item) if get_trick(item.card).effect is demand_bomb else None


def handed_on(state: State) -> State:
    """Return the table in the next turn if nothing else happens."""
    return in_hands_of(state, Seat((state.holder + get_bomb_direction(state)) % state.setup.seats))


def in_hands_of(state: State, holder: Seat) -> State:
    """Return the table when this player is handed the bomb, without the temporary tricks (K42)."""
    lasting = tuple(each for each in state.active if each.lasts == "permanent")
    return replace(state, holder=holder, phase="start", primed=is_armed(state), bound_for=None, active=lasting)


def with_effect(state: State, item: Item) -> State:
    """Return the table once no one interrupts: who has the bomb, and which tricks are in front of whom.

    Hands and the contents of the bomb stay as they are.
    """
    if (to := find_bomb_receiver(item)) is not None:
        return in_hands_of(state, to)
    kind = get_trick(item.card).kind
    if kind not in ("temporary", "permanent"):
        return state
    return replace(state, active=(*state.active, Active(item.card, item.seat, kind, item.target)))


def list_threatened_seats(state: State) -> Seats:
    """Return the seats that an armed bomb kills if no one acts, this turn or else next turn."""
    if not is_armed(state):
        return ()
    return resolve_explosion(state if is_explosion_due(state) else handed_on(state)).killed
