"""What the picture beside a link to somebody's page shows: their face, and how strong they are at what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.common import faces
from apps.common.previews import fitting
from apps.people.selectors.profile import Profile

LONGEST: Final = 16
"""Letters of a name beside the face."""
FIRST_ROW: Final = 270
ROW: Final = 74


class PreviewGame(NamedTuple):
    """One of the games they played."""

    slug: str
    title: str
    rating: int | None
    top: int
    """Where its row stands, in the picture's units."""


@dataclass(frozen=True)
class Preview:
    """Somebody in a picture."""

    name: str
    drawn: SafeString
    """Their face."""
    games: tuple[PreviewGame, ...]
    finished: int


def preview(profile: Profile) -> Preview:
    """Of what everybody may know of them."""
    games = tuple(
        PreviewGame(
            game.slug,
            _(game.title),
            game.rating.points.points if game.rating is not None else None,
            FIRST_ROW + ROW * row,
        )
        for row, game in enumerate(profile.games)
    )
    drawn = mark_safe(faces.draw(profile.face))  # noqa: S308 -- drawn from numbers
    return Preview(fitting(profile.name, LONGEST), drawn, games, profile.finished)
