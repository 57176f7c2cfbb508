"""What of Die Bombe is told first to somebody who was away, and what one jumps to in its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.bombe.state import Bombed, Counted, Fizzled, Opened, Took
from apps.kernel.events import Event
from apps.kernel.game import Picture
from apps.kernel.words import gettext_noop as _

TELLING: Final[Mapping[type[Event], Picture]] = {
    Counted: "tally",
    Bombed: "blast",
    Fizzled: "smoke",
    Took: "cards",
    Opened: "tally",
}

MOMENTS: Final[Mapping[type[Event], str]] = {
    Counted: _("scoring"),
    Bombed: _("a bomb"),
    Fizzled: _("a bomb fizzles out"),
}
"""What a reader of the record jumps to."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Bombed: (_("A bomb turned the match."), _("A bomb turned the match.")),
    Took: (_("One card brought %(name)s %(points)d points."), _("One card brought you %(points)d points.")),
}
"""What can decide a match, and what it did for the winner."""
