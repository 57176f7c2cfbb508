"""The vocabulary: cards, dice and their faces (L1–L3, L-A1), and what a table may agree on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Struct

from apps.kernel.options import option
from apps.kernel.words import gettext_noop as _

Colour: TypeAlias = Literal["blue", "pink", "yellow"]
Kind: TypeAlias = Literal["blue", "pink", "yellow", "blank", "grey"]
"""A player's card. Everybody holds one of each, and takes the thrown one back after the turn (L1, L29)."""
Face: TypeAlias = Literal["blank", "blue", "pink", "yellow", "pink-blue", "yellow-pink", "blue-yellow"]
"""What lies up on a die."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SHOWS: Final[Mapping[Face, frozenset[Colour]]] = {
    "blank": frozenset(),
    "blue": frozenset({"blue"}),
    "pink": frozenset({"pink"}),
    "yellow": frozenset({"yellow"}),
    "pink-blue": frozenset({"pink", "blue"}),
    "yellow-pink": frozenset({"yellow", "pink"}),
    "blue-yellow": frozenset({"blue", "yellow"}),
}
"""The colours of a face (L23, L27)."""

_TWO: Final[tuple[Face, ...]] = ("pink-blue", "yellow-pink", "blue-yellow") * 2
DICE: Final[tuple[tuple[Face, ...], ...]] = tuple(("blue", "pink", "yellow", "blank", "blank", two) for two in _TWO)
"""The six faces of each of the six dice (L3, L-A1), in the order in which they fall: however a turn is split, no colour
is ahead of another by more than one face."""
THROWS: Final = 3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on."""

    laps: Annotated[
        int, option(_("Laps"), _("How often everybody is active; with 0 as often as recommended."), ge=0, le=3)
    ] = 0
    order: Annotated[
        Literal["luck", "left", "arrival"],
        option(
            _("Cards thrown at once"),
            _(
                "Which of them lies first: by luck, from the left of whoever has the dice,"
                " or, at live tables only, by arrival."
            ),
        ),
    ] = "luck"
    tiebreak: Annotated[
        Literal["turn", "lap"],
        option(_("A tie is broken by"), _("Extra turns until somebody leads alone, or one whole extra lap.")),
    ] = "turn"
    fines: Annotated[bool, option(_("Fines"), _("A missed deadline costs a point; nobody falls below zero."))] = False
    fixed_windows: Annotated[
        bool,
        option(
            _("Fixed windows"),
            _("The time for throwing always runs to its end, so that nothing shows from how fast everybody was."),
        ),
    ] = False


ORDERS: Final = (_("luck"), _("left"), _("arrival"))
TIEBREAKS: Final = (_("turn"), _("lap"))


def laps(options: Options, seats: int) -> int:
    """How often everybody is active before the match may end (L31)."""
    return options.laps or (3 if seats == 3 else 2 if seats <= 5 else 1)


def cards_each(seats: int) -> int:
    """How many cards every other player throws in a turn (L15, L33)."""
    return 2 if seats == 3 else 1


def scoring_each(seats: int) -> int:
    """How many cards of a kind score (L19, L36)."""
    return 2 if seats >= 6 else 1
