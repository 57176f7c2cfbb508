"""The pages about players."""

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.errors import RelationRefused
from apps.accounts.models import Player
from apps.accounts.services import online, relations
from apps.common import clocks, rate_limits
from apps.games import load_games
from apps.people.errors import NoSuchPerson
from apps.people.selectors import names as completions
from apps.people.selectors import profile as people
from apps.people.views.filters import PlayedFilters
from apps.ratings.selectors import player
from apps.talk.selectors import chat_bans

MAX_NAME_LOOKUPS_PER_MINUTE: Final = 120
"""Look-ups of names for each player. Two a second are more than anyone types."""


@never_cache
@require_safe
def show_profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's profile."""
    if any(field in request.GET for field in (*PlayedFilters.base_fields, "before")):  # Here the list used to be.
        return redirect(f"{reverse('people:matches', args=[name])}?{request.GET.urlencode()}", permanent=True)
    charted = request.GET.get("chart", "")
    seen = people.load_profile(name=name, reader=request.user.pk, now=clocks.now(), charted=charted)
    return render(request, "people/profile.html", {"profile": seen})


@never_cache
@require_safe
def show_played_matches(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's finished matches with filters, page by page."""
    before = _parse_page_start(request.GET.get("before", ""))
    reader = request.user
    filters = PlayedFilters(request.GET, completes=reader.is_authenticated and not reader.guest)
    wanted = filters.get_wanted()
    played = people.load_played_matches(name=name, reader=reader.pk, before=before, wanted=wanted)
    context = {"played": played, "first": before is None, "filters": filters, "filtered": bool(wanted)}
    return render(request, "people/played.html", context, status=200 if filters.is_valid() else 400)


@never_cache
@require_safe
def show_rating_course(request: HttpRequest, name: str, slug: str) -> HttpResponse:
    """Show the course of a player's rating in a game."""
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    person = people.find_visible_player(name=name, reader=request.user.pk).player
    before = _parse_page_start(request.GET.get("before", ""))
    steps, more, best = player.find_rating_steps(person.pk, game=slug, own=person.pk == request.user.pk, before=before)
    context = {
        "name": person.username,
        "game": load_games()[slug].meta,
        "title": _(load_games()[slug].meta.title),
        "steps": steps,
        "more": more,
        "first": before is None,
        "course": people.draw_course(steps[::-1], best),
    }
    return render(request, "people/rating.html", context)


@require_POST
@login_required
def add_friend(request: HttpRequest, name: str) -> HttpResponse:
    """Add a friend."""
    other, now = people.find_visible_player(name=name, reader=request.user.pk).player, clocks.now()
    if banned := chat_bans.find_chat_ban(_get_player(request).pk, now=now):
        return _render_own_people(request, said=banned, status=403)
    try:
        relations.add_friend(owner=_get_player(request), other=other, now=now)
    except RelationRefused as refusal:
        return _render_own_people(request, said=str(refusal), status=refusal.status)
    messages.success(request, _("%(name)s is now one of your friends.") % {"name": other})
    return redirect("people:profile", other.username)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def block_player(request: HttpRequest, name: str) -> HttpResponse:
    """Explain what a block does. On POST, block the player."""
    other = people.find_visible_player(name=name, reader=request.user.pk).player
    if request.method != "POST":
        return render(request, "people/block.html", {"name": other.username})
    try:
        relations.block_player(owner=_get_player(request), other=other, now=clocks.now())
    except RelationRefused as refusal:
        return _render_own_people(request, said=str(refusal), status=refusal.status)
    messages.success(request, _("You’ve blocked %(name)s. You won’t share a table again.") % {"name": other})
    return redirect("people:mine")


@require_POST
@login_required
def remove_tie(request: HttpRequest, name: str) -> HttpResponse:
    """Remove the friendship or block."""
    other = Player.objects.filter(username=name).first()
    if other is not None:
        relations.remove_tie(owner=_get_player(request), other=other)
    # The same answer whether or not this player exists.
    return redirect("people:profile", name) if "stay" in request.POST else redirect("people:mine")


@never_cache
@require_safe
@login_required
def show_own_people(request: HttpRequest) -> HttpResponse:
    """Show the reader's friends and blocks, and a search."""
    return _render_own_people(request)


@never_cache
@require_safe
@login_required
def show_name_options(request: HttpRequest) -> HttpResponse:
    """List names that fit what is typed into a field of any name. Only players with an account get some."""
    me = _get_player(request)
    rate_limits.enforce_rate_limit(
        what="names",
        who=str(me.pk),
        most=MAX_NAME_LOOKUPS_PER_MINUTE,
        seconds=60,
        sentence=_("You’ve looked up a lot of names in the last minute. Wait a moment, then try again."),
    )
    typed = next(iter(request.GET.dict().values()), "").strip()
    found = [] if me.guest else completions.starting_with(typed, reader=me.pk)
    return render(request, "people/name_options.html", {"names": found})


def _render_own_people(request: HttpRequest, *, said: str = "", status: int = 200) -> HttpResponse:
    me = _get_player(request)
    sought = request.GET.get("name", "").strip()
    friends = relations.find_friends(me.pk)
    context: dict[str, object] = {
        "friends": friends,
        "online": online.filter_visibly_online(friends, now=clocks.now()),
        "blocked": relations.find_blocked_players(me.pk),
        "said": said,
    }
    if sought:
        context["sought"] = sought
        try:
            context["found"] = people.find_visible_player(name=sought, reader=me.pk)
        except NoSuchPerson:
            context["found"] = None
    return render(request, "people/mine.html", context, status=status)


def _get_player(request: HttpRequest) -> Player:
    return cast("Player", request.user)


def _parse_page_start(text: str) -> int | None:
    """Return where a page starts, or None for the first page and for text that isn't a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
