"""The pile turned over, with the final worth of every card of the last turn."""

from __future__ import annotations

from msgspec import Struct

from apps.games.frogs.card_values import Worth, explain_last_card
from apps.games.frogs.cards import Colour, Kind, scoring_each
from apps.games.frogs.dice import Group, group_dice, list_missing_colours
from apps.games.frogs.state import State, Window
from apps.kernel.table import Seat


class Counted(Struct, frozen=True):
    """A card after the pile was turned over."""

    place: int
    seat: Seat
    window: Window
    kind: Kind
    worth: Worth
    copied: bool
    """True if the active player copied it."""


class Reveal(Struct, frozen=True):
    """The last scored turn."""

    turn: int
    seat: Seat
    whom: Seat
    gain: int
    """Points that the active player got by copying."""
    throws: tuple[Group, ...]
    missing: tuple[Colour, ...]
    cards: tuple[Counted, ...]
    fined: tuple[Seat, ...]


def build_reveal(state: State) -> Reveal | None:
    """Return the last scored turn, or None before the first."""
    last = state.last
    if last is None:
        return None
    kinds = [card.kind for card in last.pile]
    return Reveal(
        turn=last.turn,
        seat=last.seat,
        whom=last.whom,
        gain=last.gains[last.seat],
        throws=group_dice(last.faces, last.fell, None),
        missing=list_missing_colours(last.faces),
        cards=tuple(
            Counted(
                place=place,
                seat=card.seat,
                window=card.window,
                kind=card.kind or "blank",
                worth=Worth(points, *explain_last_card(last.faces, kinds[:place], scoring_each(state.setup.seats))),
                copied=card.seat == last.whom,
            )
            for place, (card, points) in enumerate(zip(last.pile, last.points, strict=True), 1)
        ),
        fined=last.fined,
    )
