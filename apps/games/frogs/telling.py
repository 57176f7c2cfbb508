"""What of Lunar Laser Frogs is told first to somebody who was away, and what one jumps to in its record."""

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
"""What a reader of the record jumps to."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Scored: (_("One turn brought %(name)s %(points)d points."), _("One turn brought you %(points)d points.")),
}
"""What can decide a match, and what it did for the winner."""
