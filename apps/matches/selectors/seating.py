"""Chairs with the names of their players, for lists of matches."""

from __future__ import annotations

from typing import Final

from django.db.models import Prefetch, QuerySet

from apps.common import faces
from apps.matches.engine import bot_strength, tenures
from apps.matches.models import Chair, Match

_SHOWN_FIELDS: Final = (
    "match",
    "index",
    "player",
    "former",
    "bot",
    "bot_number",
    "substitute",
    "autopilot",
    "player__username",
    "player__face",
    "player__bot",
)


def find_shown_seats() -> QuerySet[Chair]:
    """Return chairs with what lists show of them, in seat order."""
    return Chair.objects.select_related("player").only(*_SHOWN_FIELDS).order_by("index")


def prefetch_seats(match: str = "") -> Prefetch[str]:
    """Prefetch such chairs as `match.seats.all()`, for a query of matches or of rows that name one."""
    return Prefetch(f"{match}__seats" if match else "seats", find_shown_seats())


def get_face_seed(match: Match, chair: Chair) -> str:
    """Return the seed of the face in this chair."""
    chosen = chair.player.face if chair.player is not None else None
    return faces.get_avatar_seed(
        get_sitter_name(chair), chosen, bot=bot_strength.get_bot_strength(match, chair) if chair.bot else ""
    )


def is_program(chair: Chair) -> bool:
    """Check whether a bot with an account sits in this chair."""
    return chair.player is not None and chair.player.bot


def get_sitter_name(chair: Chair) -> str:
    """Return the name of the player or bot in this chair."""
    username = chair.player.username if chair.player is not None else None
    return tenures.build_sitter(chair.index, username, bot=chair.bot, number=chair.bot_number).name
