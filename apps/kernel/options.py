"""Options of a table (title, description and bounds), and presets that set several at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Meta


@dataclass(frozen=True)
class Preset:
    """A named set of options that go well together, for hosts who don't want to read every option."""

    name: str
    title: str
    """Title in English, like the description."""
    description: str
    options: Mapping[str, object] = field(default_factory=dict)
    """The options that differ from their defaults. They are fair at every pace."""


def define_option(
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
