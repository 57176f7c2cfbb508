"""What a table may agree on: title, description and bounds of an option, and presets of several at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Meta


@dataclass(frozen=True)
class Preset:
    """Options that go well together, under one name: what a table agrees on whose host reads no list of options."""

    name: str
    title: str
    """In English, as the description."""
    description: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those that are not what they begin with. They are fair at every pace."""


def option(
    title: str,
    description: str,
    *,
    ge: int | None = None,
    le: int | None = None,
    labels: Mapping[str, str] | None = None,
) -> Meta:
    """Describe a field of a game's `Options`.

    As in `laps: Annotated[int, option(_("Laps"), _("How often."), le=3)] = 0`.

    `labels` names each value of a `Literal`. All texts are in English and marked for translation.
    """
    return Meta(title=title, description=description, ge=ge, le=le, extra={"labels": labels} if labels else None)
