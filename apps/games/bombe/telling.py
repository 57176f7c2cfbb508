"""The facts of Die Bombe that players who were away see first, and the key moments of its replays."""

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
"""The key moments of a replay."""

CLEARS: Final[tuple[type[Event], ...]] = (Bombed, Fizzled)
"""The key moments that take something from the table."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Bombed: (_("A bomb turned the match."), _("A bomb turned the match.")),
    Took: (_("One card brought %(name)s %(points)d points."), _("One card brought you %(points)d points.")),
}
"""The facts that can decide a match, and what they did for the winner."""
