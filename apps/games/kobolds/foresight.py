"""What becomes of the table if a trick takes effect, as far as everybody can tell: who gets the bomb, whom it kills."""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.kobolds.bomb import armed
from apps.games.kobolds.effects import demand_bomb, given_to
from apps.games.kobolds.explosion import blast
from apps.games.kobolds.state import Active, Item, Seats, State
from apps.games.kobolds.tricks import direction, due, trick
from apps.kernel.table import Seat


def receiver(item: Item) -> Seat | None:
    """To whom the trick hands the bomb; None if it does not."""
    return given_to(item) if trick(item.card).effect is demand_bomb else None


def handed_on(state: State) -> State:
    """The next turn, if nothing else happens."""
    return in_hands_of(state, Seat((state.holder + direction(state)) % state.setup.seats))


def in_hands_of(state: State, holder: Seat) -> State:
    """The turn that begins when somebody is handed the bomb: temporary tricks are gone (K42)."""
    lasting = tuple(each for each in state.active if each.lasts == "permanent")
    return replace(state, holder=holder, phase="start", primed=armed(state), bound_for=None, active=lasting)


def with_effect(state: State, item: Item) -> State:
    """Once nobody interrupts any more: where the bomb is and what lies in front of whom; hands and the inside of the
    bomb stay as they are.
    """
    if (to := receiver(item)) is not None:
        return in_hands_of(state, to)
    kind = trick(item.card).kind
    if kind not in ("temporary", "permanent"):
        return state
    return replace(state, active=(*state.active, Active(item.card, item.seat, kind, item.target)))


def threatened(state: State) -> Seats:
    """Whom an armed bomb kills if nobody does anything about it: in this turn, or else in the next one."""
    if not armed(state):
        return ()
    return blast(state if due(state) else handed_on(state)).killed
