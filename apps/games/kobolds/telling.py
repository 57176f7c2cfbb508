"""The facts of Kobold Bombs that players who were away see first, and the key moments of its replays."""

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
"""Kinds of facts that repeat an earlier kind, so they don't need a second line."""

MOMENTS: Final[Mapping[type[Event], str]] = {
    Won: _("the end"),
    Exploded: _("a bomb goes off"),
    Armed: _("a bomb is armed"),
    Secured: _("a bomb is secured"),
    Risen: _("a player comes back"),
}
"""The key moments of a replay."""

CLEARS: Final[tuple[type[Event], ...]] = (Exploded,)
"""The key moments that take something from the table."""

DECISIVE: Final[Mapping[type[Event], tuple[str, str]]] = {
    Exploded: (_("A bomb brought %(name)s %(points)d gold."), _("A bomb brought you %(points)d gold.")),
    Paid: (_("A bomb brought %(name)s %(points)d gold."), _("A bomb brought you %(points)d gold.")),
}
"""The facts that can decide a match, and what they did for the winner."""
