"""The facts of Lunar Laser Frogs that players who were away see first, and the key moments of its replays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.frogs.state import Copied, Fined, Rolled, Scored, Won
from apps.kernel.events import Event
from apps.kernel.game import Picture
from apps.kernel.words import gettext_noop as _

TELLING: Final[Mapping[type[Event], Picture]] = {
    Won: "crown",
    Scored: "tally",
    Copied: "cards",
    Fined: "alarm",
    Rolled: "dice",
}

MOMENTS: Final[Mapping[type[Event], str]] = {
    Won: _("the end"),
    Scored: _("a turn is scored"),
    Copied: _("points are copied"),
}
"""The key moments of a replay."""

CLEARS: Final[tuple[type[Event], ...]] = (Scored,)
"""The key moments that take something from the table."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Scored: (_("One turn brought %(name)s %(points)d points."), _("One turn brought you %(points)d points.")),
}
"""The facts that can decide a match, and what they did for the winner."""
