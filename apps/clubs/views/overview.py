"""The page of one club as its reader sees it, also shown after a refusal."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from apps.accounts.errors import AccountNeeded
from apps.clubs.models import Club
from apps.clubs.selectors import access, members
from apps.clubs.selectors.access import Access
from apps.common import clocks, markdown
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.lobby.selectors.listing import list_circle_tables
from apps.tournaments.selectors import arena_list, ladder_list, league_list
from apps.tournaments.selectors.list_page import ListRow
from apps.tournaments.selectors.listing import list_circle_tournaments


def render_refused_club(request: HtmxHttpRequest, club: Club, refusal: DomainError) -> HttpResponse:
    """Show the page with the reason for a refusal, and how to join."""
    club.refresh_from_db()
    token = request.POST.get("key", "")
    return render_club(request, access.load_access(club, request.user.pk, token=token), refusal=refusal)


def render_club(request: HtmxHttpRequest, found: Access, *, refusal: DomainError | None = None) -> HttpResponse:
    """Show the club's description, tables and tournaments, and how to join."""
    club, reader = found.club, request.user.pk
    key = request.POST.get("key", "") or request.GET.get("key", "")
    context = {
        **build_club_context(found, "page"),
        "about": markdown.render_markdown(club.about),
        "owner": members.find_owner(club, reader=reader) if found.sees_people else None,
        "tables": list_circle_tables(club.code, player=reader) if found.inside else None,
        "tournaments": list_circle_tournaments(club.code, reader=reader) if found.inside else (),
        "competitions": _find_competitions(club, reader) if found.inside else (),
        "key": key if access.is_link_token(club, key) else "",
        "said": str(refusal or ""),
        "keep": isinstance(refusal, AccountNeeded),
    }
    return render(request, "clubs/page.html", context, status=refusal.status if refusal else 200)


def _find_competitions(club: Club, reader: int | None) -> list[ListRow]:
    """Return the club's leagues, ladders and arenas."""
    return [
        *league_list.list_circle_leagues(club.code, reader=reader),
        *ladder_list.list_circle_ladders(club.code, reader=reader),
        *arena_list.list_circle_arenas(club.code, reader=reader, now=clocks.now()),
    ]


def build_club_context(found: Access, here: str) -> dict[str, object]:
    """Return the context that every page of a club needs."""
    return {"club": found.club, "access": found, "here": here, "games": [game.meta for game in load_games().values()]}
