"""Pages for finding or opening a table, or playing at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.common import clocks, rate_limits
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.lobby import preferences, table_form
from apps.lobby.errors import TableRefused
from apps.lobby.models import Table
from apps.lobby.selectors import listing
from apps.lobby.services import invitations, tables
from apps.matches.engine.bot_strength import BotStrength
from apps.matches.selectors import bot_choices
from apps.matches.views import newcomers
from apps.matches.views.guards import handle_match_errors

MAX_INVITED_NAME_LENGTH: Final = 150
"""Maximum length of a name to invite, because no player has a longer one."""


@never_cache
@require_safe
def show_lobby(request: HtmxHttpRequest) -> HttpResponse:
    """Show the open tables: invitations, the reader's own, and those waiting for players."""
    wanted = listing.parse_filters(request.GET.dict())
    page = listing.load_lobby_page(
        wanted,
        player=request.user.pk,
        guest=getattr(request.user, "guest", False),
        before=request.GET.get("before", ""),
    )
    news = bool(request.htmx)
    if news and request.GET.get("seen") == page.fingerprint:
        return HttpResponse(status=204)
    context = {
        "page": page,
        "wanted": wanted,
        "before": request.GET.get("before", ""),
        "games": load_games().values(),
        "paces": listing.list_paces(),
        "languages": preferences.list_languages(),
        "chairs": listing.FREE_SEAT_CHOICES,
        "shares": preferences.ON_TIME_PERCENTAGES,
    }
    return render(request, "lobby/list.html" if news else "lobby/index.html", context)


@never_cache
@require_safe
@login_required
def show_own_tables(request: HttpRequest) -> HttpResponse:
    """Show the reader's own tables and invitations, as a part of *My matches*."""
    return render(request, "lobby/own_live.html", {"own": listing.load_own_tables(int(request.user.pk or 0))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def open_new_table(request: HttpRequest) -> HttpResponse:
    """Open a table by choosing the game, then its settings."""
    return handle_table_form(request, address=reverse("lobby:new"), open_table=tables.open_table)


def handle_table_form(
    request: HttpRequest, *, address: str, open_table: Callable[..., Table], only_for: str = ""
) -> HttpResponse:
    """Show the form of a new table at this address, and open the table.

    :param only_for: the name of the club it's reserved for
    """
    games = load_games()
    asked = request.POST if request.method == "POST" else request.GET
    invited = asked.get("invite", "").strip()[:MAX_INVITED_NAME_LENGTH]
    slug = asked.get("game") or (next(iter(games)) if len(games) == 1 else "")
    context: dict[str, object]
    if not slug:
        status = 400 if request.method == "POST" else 200
        context = {"games": games.values(), "address": address, "only_for": only_for, "invited": invited}
        return render(request, "lobby/new.html", context, status=status)
    if slug not in games:
        raise Http404(_("We can’t find that game."))
    game = games[slug]
    context = {
        "games": games.values(),
        "address": address,
        "only_for": only_for,
        "invited": invited,
        "game": game,
        "units": table_form.list_time_units(),
        "languages": preferences.list_languages(),
        "shares": preferences.ON_TIME_PERCENTAGES,
        "hours": preferences.list_bot_wait_choices(),
        "opponents": bot_choices.describe_bots(),
    }
    if request.method != "POST":
        return render(request, "lobby/new.html", {**context, "form": table_form.build_blank_form(game)})
    form = table_form.parse_table_form(game, request.POST.dict())
    if not form.sound:
        return render(request, "lobby/new.html", {**context, "form": form}, status=400)
    try:
        with transaction.atomic():
            host = guests.get_or_create_player(request)
            table = open_table(host=host, game=slug, now=clocks.now(), **form.list_settings(game.meta))
    except Illegal:
        sentence = _("This game doesn’t allow a table like that. Try other settings.")
        return render(request, "lobby/new.html", {**context, "form": form, "said": sentence}, status=400)
    except (TableRefused, AccountNeeded) as refusal:
        context |= {"form": form, "said": str(refusal), "keep": isinstance(refusal, AccountNeeded)}
        return render(request, "lobby/new.html", context, status=refusal.status)
    guests.log_in(request, host)
    if invited:
        _invite_to_table(request, table.code, host, invited)
    return redirect(table)


def _invite_to_table(request: HttpRequest, code: str, host: Player, name: str) -> None:
    """Invite this player to the new table. If they can't be invited, the table is still opened."""
    try:
        invitations.ask_by_name(code=code, by=host, name=name, now=clocks.now())
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("If there’s a player called %(name)s, they’ve been invited.") % {"name": name})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def play_now(request: HttpRequest) -> HttpResponse:
    """Show the games and bot strengths. On POST, start a short match, as a guest if need be.

    If the button sends `newcomer`, players new to this game are asked once whether they want a lesson.
    """
    if request.method != "POST":
        return render(request, "lobby/play_now.html", {"games": load_games().values()})
    game, strength = request.POST.get("game", tables.QUICK_GAME), request.POST.get("strength", "")
    if game not in load_games():
        raise Http404(_("We can’t find that game."))
    if strength and strength not in BotStrength.values:
        raise Http404(_("We can’t find that bot."))
    if request.POST.get("newcomer") == "ask" and newcomers.needs_lesson_question(request, game):
        return redirect("lessons:learn", game)
    with transaction.atomic():
        player = guests.get_or_create_player(request)
        rate_limits.enforce_rate_limit(
            what="play-now",
            who=str(player.pk),
            most=10,
            seconds=60,
            sentence=_("You’ve started too many matches in the last minute. Play one of them first, or wait a moment."),
        )
        code = tables.play_now(player=player, now=clocks.now(), game=game, strength=strength)
    guests.log_in(request, player)
    return newcomers.remember_lesson_answer(request, redirect("matches:page", code), game)
