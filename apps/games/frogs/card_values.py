"""The worth of a card, and its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from apps.games.frogs.cards import SHOWS, Face, Kind
from apps.games.frogs.dice import list_missing_colours

Because: TypeAlias = Literal[
    "soon", "dice", "away", "lasered", "blanks", "over", "maybe", "before", "between", "upon", "late"
]
"""The reason for a card's worth.

- `soon`: no die is rolled yet. `away`: the colour hasn't been rolled so far.
- `over`: blank dice were lasered over. `maybe`: they still could be.
- `upon`: directly after another grey card. `late`: others of its kind were faster.
"""


class Worth(Struct, frozen=True):
    """The points of a card, and the reason for them."""

    points: int | None
    """Points, or None before the first roll."""
    because: Because
    count: int = 0
    """Number of dice or cards that count for it."""


def worth_now(faces: Sequence[Face | None], kind: Kind, before: int) -> Worth:
    """Return the worth of the first card of its kind with the dice on the table (L19–L26)."""
    lying = [face for face in faces if face is not None]
    absent, all_lie = list_missing_colours(faces), len(lying) == len(faces)
    if kind == "grey":
        return Worth(before, "before", before)
    if not lying:
        return Worth(None, "soon")
    if kind == "blank":
        blanks = lying.count("blank")
        if absent and blanks:
            return Worth(0, "over", blanks) if all_lie else Worth(2 * blanks, "maybe", blanks)
        return Worth(2 * blanks, "blanks", blanks)
    if kind in absent:
        return Worth(len(faces), "lasered", len(faces)) if all_lie else Worth(0, "away")
    count = sum(kind in SHOWS[face] for face in lying)
    return Worth(count, "dice", count)


def explain_last_card(faces: Sequence[Face], kinds: Sequence[Kind | None], scoring: int) -> tuple[Because, int]:
    """Return the reason for the last card's points, and what was counted for it (L19–L26, L36–L38)."""
    kind, before = kinds[-1], len(kinds) - 1
    earlier = [place for place, other in enumerate(kinds[:-1]) if other == kind]
    if len(earlier) >= scoring:
        return "late", len(earlier)
    if kind == "grey" and earlier:
        between = before - earlier[0] - 1
        return ("between", between) if between else ("upon", 0)
    worth = worth_now(faces, kind or "blank", before)
    return worth.because, worth.count
