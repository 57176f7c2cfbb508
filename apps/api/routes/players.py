"""Public profiles of players, and leaderboards."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.field_types import AnyName, Code, Name
from apps.api.routes.games import get_game_or_404
from apps.common import clocks
from apps.people.errors import NoSuchPerson
from apps.people.selectors import profile
from apps.people.selectors.profile import Fared
from apps.ratings.selectors import leaderboard

router = Router(tags=["players"])


@router.get("players/{name}/", operation_id="getPlayer", response={200: schemas.Player, **schemas.PROBLEMS})
def get_player(request: HttpRequest, name: Name) -> dict[str, object]:
    """Return the public profile of one player, as shown to visitors who are not logged in."""
    try:
        found = profile.load_profile(name=name, reader=None, now=clocks.now())
    except NoSuchPerson:
        raise Http404(_("We can’t find a player with this name.")) from None
    return {
        "name": found.name,
        "guest": found.guest,
        "bot": found.bot,
        "since": found.since,
        "running": found.running,
        "finished": found.finished,
        "answered_in_time": found.reliability.share if found.reliability else None,
        "games": [_encode_game_record(game) for game in found.games],
        "url": build_absolute_url(reverse("people:profile", args=[found.name])),
    }


@router.get(
    "leaderboards/{game}/",
    operation_id="getLeaderboard",
    response={200: schemas.Page[schemas.LeaderboardLine], **schemas.PROBLEMS},
)
def get_leaderboard(request: HttpRequest, game: Code, cursor: AnyName = "", bots: bool = False) -> dict[str, object]:
    """Return everyone with an established rating, best first. Bots have a leaderboard of their own."""
    slug = get_game_or_404(game).meta.slug
    found = leaderboard.build_leaderboard(game=slug, reader=None, bots=bots, after=cursor)
    if cursor and found.first:  # The player it names has left or changed their name.
        raise Http404(_("We can’t find a player with this name."))
    items = [
        {
            "rank": row.rank,
            "name": row.name,
            "rating": row.points.points,
            "give_or_take": row.points.margin,
            "matches": row.matches,
            "active_at": row.active_at,
        }
        for row in found.rows
    ]
    return {"items": items, "next": found.after or None}


def _encode_game_record(game: Fared) -> dict[str, object]:
    rated = game.rating
    return {
        "game": game.slug,
        "rating": rated.points.points if rated else None,
        "give_or_take": rated.points.margin if rated else None,
        "provisional": rated.provisional if rated else None,
        "matches": game.matches,
    }
