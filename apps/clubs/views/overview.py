"""The page of one club as its reader finds it; also where they land who were refused something."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from apps.accounts.errors import AccountNeeded
from apps.clubs.models import Club
from apps.clubs.selectors import access, members
from apps.clubs.selectors.access import Access
from apps.common import markdown
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.games import catalogue
from apps.lobby.selectors import listing as tables
from apps.tournaments.selectors import listing as tournaments


def refused(request: HtmxHttpRequest, club: Club, refusal: DomainError) -> HttpResponse:
    """The page with why something was refused, and how one comes in."""
    club.refresh_from_db()
    token = request.POST.get("key", "")
    return overview(request, access.of(club, request.user.pk, token=token), refusal=refusal)


def overview(request: HtmxHttpRequest, found: Access, *, refusal: DomainError | None = None) -> HttpResponse:
    """What it is, its tables and tournaments, and how one comes in."""
    club, reader = found.club, request.user.pk
    key = request.POST.get("key", "") or request.GET.get("key", "")
    context = {
        **frame(found, "page"),
        "about": markdown.html(club.about),
        "owner": members.owner(club, reader=reader) if found.sees_people else "",
        "tables": tables.of_circle(club.code, player=reader) if found.inside else None,
        "tournaments": tournaments.of_circle(club.code, reader=reader) if found.inside else (),
        "key": key if access.opens(club, key) else "",
        "said": str(refusal or ""),
        "keep": isinstance(refusal, AccountNeeded),
    }
    return render(request, "clubs/page.html", context, status=refusal.status if refusal else 200)


def frame(found: Access, here: str) -> dict[str, Any]:
    """What every page of a club needs."""
    return {"club": found.club, "access": found, "here": here, "games": [game.meta for game in catalogue().values()]}
