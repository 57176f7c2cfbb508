"""The preview picture of a player's page, with their avatar and ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.common import faces
from apps.common.previews import fit_text
from apps.people.selectors.profile import Profile

MAX_NAME_LENGTH: Final = 16
"""Maximum length of a name beside the avatar."""
FIRST_ROW_TOP: Final = 270
ROW_HEIGHT: Final = 74


class PreviewGame(NamedTuple):
    """A game the player has played."""

    slug: str
    title: str
    rating: int | None
    top: int
    """The vertical position of its row, in the picture's units."""


@dataclass(frozen=True)
class Preview:
    """The contents of a player's picture."""

    name: str
    drawn: SafeString
    """The player's avatar."""
    games: tuple[PreviewGame, ...]
    finished: int


def build_player_preview(profile: Profile) -> Preview:
    """Return the contents from the public profile."""
    games = tuple(
        PreviewGame(
            game.slug,
            _(game.title),
            game.rating.points.points if game.rating is not None else None,
            FIRST_ROW_TOP + ROW_HEIGHT * row,
        )
        for row, game in enumerate(profile.games)
    )
    drawn = mark_safe(faces.draw_avatar(profile.face))  # noqa: S308 -- drawn from numbers
    return Preview(fit_text(profile.name, MAX_NAME_LENGTH), drawn, games, profile.finished)
