"""The facts of Fuse that players who were away see first, and the key moments of its replays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.fuse.state import Died, Exploded, Relit, Scored, TimedOut
from apps.kernel.events import Event
from apps.kernel.game import Picture
from apps.kernel.words import gettext_noop as _

TELLING: Final[Mapping[type[Event], Picture]] = {
    Scored: "tally",
    TimedOut: "blast",
    Exploded: "blast",
    Relit: "spark",
    Died: "smoke",
}

MOMENTS: Final[Mapping[type[Event], str]] = {
    Scored: _("scoring"),
    TimedOut: _("the time bomb"),
    Exploded: _("a bomb"),
    Relit: _("a fuse is relit"),
    Died: _("a fuse goes out"),
}
"""The key moments of a replay."""

CLEARS: Final[tuple[type[Event], ...]] = (Exploded, Died, TimedOut)
"""The key moments that take something from the table."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Exploded: (_("A bomb brought %(name)s %(points)d points."), _("A bomb brought you %(points)d points.")),
    Scored: (_("It was decided when the hands were counted."), _("It was decided when the hands were counted.")),
}
"""The facts that can decide a match, and what they did for the winner."""
