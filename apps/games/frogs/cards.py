"""The vocabulary: cards, dice and their faces (L1–L3, L-A1), and the options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Struct

from apps.kernel.options import define_option
from apps.kernel.words import gettext_noop as _

Colour: TypeAlias = Literal["blue", "pink", "yellow"]
Kind: TypeAlias = Literal["blue", "pink", "yellow", "blank", "grey"]
"""A player's card. Everyone has one of each, and takes thrown cards back after the turn (L1, L29)."""
Face: TypeAlias = Literal["blank", "blue", "pink", "yellow", "pink-blue", "yellow-pink", "blue-yellow"]
"""The upper side of a die."""

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

_TWO_COLOURED_FACES: Final[tuple[Face, ...]] = ("pink-blue", "yellow-pink", "blue-yellow") * 2
DICE: Final[tuple[tuple[Face, ...], ...]] = tuple(
    ("blue", "pink", "yellow", "blank", "blank", two) for two in _TWO_COLOURED_FACES
)
"""The six faces of each of the six dice (L3, L-A1), in the order in which they are rolled.

However a turn is split, no colour is more than one face ahead of another.
"""
ROLLS_PER_TURN: Final = 3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    laps: Annotated[
        int,
        define_option(
            _("Laps"), _("How many times each player has the dice. 0 means the recommended number."), ge=0, le=3
        ),
    ] = 0
    order: Annotated[
        Literal["luck", "left", "arrival"],
        define_option(
            _("Order of simultaneous cards"),
            _(
                "At random, by seat (starting to the left of the player with the dice) or, at live tables only, "
                "in order of arrival."
            ),
            labels={"luck": _("at random"), "left": _("by seat"), "arrival": _("in order of arrival")},
        ),
    ] = "luck"
    tiebreak: Annotated[
        Literal["turn", "lap"],
        define_option(
            _("Tiebreaker"),
            _("Extra turns until one player leads, or one full extra lap."),
            labels={"turn": _("extra turns"), "lap": _("one full extra lap")},
        ),
    ] = "turn"
    fines: Annotated[
        bool, define_option(_("Fines"), _("A missed deadline costs 1 point. Scores never fall below 0."))
    ] = False
    fixed_windows: Annotated[
        bool,
        define_option(
            _("Always wait for the deadline"),
            _("Throwing always takes the full time, so no one can tell how quickly others decided."),
        ),
    ] = False


def count_laps(options: Options, seats: int) -> int:
    """Return how often everyone is active before the match can end (L31)."""
    return options.laps or (3 if seats == 3 else 2 if seats <= 5 else 1)


def cards_each(seats: int) -> int:
    """Return how many cards every other player throws in a turn (L15, L33)."""
    return 2 if seats == 3 else 1


def scoring_each(seats: int) -> int:
    """Return how many cards of a kind score (L19, L36)."""
    return 2 if seats >= 6 else 1
