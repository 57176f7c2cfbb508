"""What of Kobold Bombs is told first to somebody who was away, and what one jumps to in its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.kobolds.state import Armed, Exploded, Paid, Played, Risen, Secured, Settled, Stole, Warned, Won
from apps.kernel.events import Event
from apps.kernel.game import Picture
from apps.kernel.words import gettext_noop as _

TELLING: Final[Mapping[type[Event], Picture]] = {
    Won: "crown",
    Exploded: "blast",
    Armed: "alarm",
    Paid: "gold",
    Secured: "shield",
    Warned: "alarm",
    Risen: "spark",
    Stole: "cards",
}

FOLLOWS: Final[Mapping[type[Event], type[Event]]] = {Settled: Played}
"""What is not worth a second line."""

MOMENTS: Final[Mapping[type[Event], str]] = {
    Won: _("the end"),
    Exploded: _("a bomb goes off"),
    Armed: _("a bomb is armed"),
    Secured: _("a bomb is secured"),
    Risen: _("a player comes back"),
}
"""What a reader of the record jumps to."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Exploded: (_("A bomb brought %(name)s %(points)d gold."), _("A bomb brought you %(points)d gold.")),
    Paid: (_("A bomb brought %(name)s %(points)d gold."), _("A bomb brought you %(points)d gold.")),
}
"""What can decide a match, and what it did for the winner."""
