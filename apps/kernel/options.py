"""What a table may agree on: title, description and bounds of an option, from which its form is made."""

from __future__ import annotations

from msgspec import Meta


def option(title: str, description: str, *, ge: int | None = None, le: int | None = None) -> Meta:
    """Annotates a field of a game's `Options`: `laps: Annotated[int, option(_("Laps"), _("How often."), le=3)] = 0`."""
    return Meta(title=title, description=description, ge=ge, le=le)
