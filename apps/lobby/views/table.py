"""The page of a table, with its players and actions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.common import clocks, text_rules
from apps.common.errors import DomainError, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.lobby import preferences
from apps.lobby.errors import NotForYou, TableRefused
from apps.lobby.models import Table
from apps.lobby.services import chairs, invitations, tables
from apps.lobby.views.guards import found_or_404
from apps.matches.selectors import options
from apps.matches.selectors.wording import list_pace_times, pace_title
from apps.matches.views.guards import handle_match_errors


@never_cache
@require_safe
@found_or_404
def show_table(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the table's players and possible actions. Once it has started, go to the match."""
    try:
        found = _load_table(code)
    except Table.DoesNotExist:
        if request.htmx:
            messages.info(request, _("That table has been closed."))
            return HttpResponseClientRedirect(reverse("lobby:tables"))
        raise
    if found.match_code:
        page = reverse("matches:page", args=[found.match_code])
        return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
    if found.circle and not found.chair_of(request.user.pk):
        page = reverse("clubs:page", args=[found.circle])  # Members join there, and others see how to.
        return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
    if request.GET.get("seen") == found.fingerprint:
        return HttpResponse(status=204)
    return _render_table(request, found)


@require_POST
@handle_match_errors
@found_or_404
def join_table(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Join the table, as a guest if need be."""
    try:
        with transaction.atomic():
            player = guests.get_or_create_player(request)
            word = request.POST.get("word", "")
            table = tables.join_table(code=code, player=player, now=clocks.now(), word=word)
    except (TableRefused, AccountNeeded, TextRefused) as refusal:
        return render_refused_table(request, code, refusal)
    guests.log_in(request, player)
    return redirect(table)


@require_POST
def give_word(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Store the player's word for the shuffle."""
    word = request.POST.get("word", "")
    return _act_on_table(request, code, lambda me: tables.give_word(code=code, player=me, word=word))


@require_POST
def leave_table(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Leave the table."""
    return _act_on_table(request, code, lambda me: tables.leave_table(code=code, player=me))


@require_POST
def add_bots(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Add one bot, or bots in all free seats."""
    seat = tables.fill_with_bots if "all" in request.POST else tables.add_bot
    return _act_on_table(request, code, lambda me: seat(code=code, host=me))


@require_POST
def no_bot(request: HtmxHttpRequest, code: str, index: int) -> HttpResponse:
    """Remove a bot."""
    return _act_on_table(request, code, lambda me: tables.remove_bot(code=code, host=me, index=index))


@require_POST
def release_seat(request: HtmxHttpRequest, code: str, index: int) -> HttpResponse:
    """Release a reserved seat."""
    return _act_on_table(request, code, lambda me: tables.release_seat(code=code, host=me, index=index))


@require_POST
def start_table(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Start the match."""
    return _act_on_table(request, code, lambda me: tables.start_table(code=code, host=me, now=clocks.now()))


@require_POST
def close_table(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Close the table."""
    return _act_on_table(request, code, lambda me: tables.close_table(code=code, host=me))


@handle_match_errors
@found_or_404
def _act_on_table(request: HtmxHttpRequest, code: str, act: Callable[[Player], object]) -> HttpResponse:
    """Perform an action and show the table again, its result or the reason for a refusal."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby:table", args=[code]))
    try:
        act(request.user)
    except (TableRefused, TextRefused) as refusal:
        return render_refused_table(request, code, refusal)
    if not Table.objects.filter(code=code).exists():
        messages.info(request, _("The table has been closed."))
        return redirect("lobby:tables")
    return redirect("lobby:table", code)


def render_refused_table(request: HtmxHttpRequest, code: str, refusal: DomainError) -> HttpResponse:
    keep = isinstance(refusal, AccountNeeded)
    return _render_table(request, _load_table(code), sentence=str(refusal), keep=keep, status=refusal.status)


def _render_table(
    request: HtmxHttpRequest, table: Table, *, sentence: str = "", keep: bool = False, status: int = 200
) -> HttpResponse:
    mine = table.chair_of(request.user.pk)
    if table.circle and not mine:
        raise NotForYou
    asked = invitations.find_unaccepted_invitations(table) if mine else []
    template = "lobby/seats.html" if request.htmx else "lobby/table.html"
    context = {
        "table": table,
        "mine": mine,
        "word": chairs.get_word(table, mine.player_id or 0) if mine and table.commitment else "",
        "longest_word": text_rules.MAX_WORD_LENGTH,
        "kept": any(chair.empty and chair.kept_for_id == request.user.pk for chair in table.sitting),
        "closed": not mine and not chairs.may_meet(table, request.user.pk),
        "asked": asked,
        "friends": invitations.list_invitable_friends(table, player=mine.player_id or 0, asked=asked)
        if mine and table.free
        else [],
        "wished": preferences.describe_requirements(table),
        "hosting": table.host_id == request.user.pk,
        "link": request.build_absolute_uri(table.get_absolute_url()),
        "said": sentence,
        "keep": keep,
        "options": options.describe_unusual_options(table.rules, table.options),
        "pace": pace_title(table.pace_name),
        "times": list_pace_times(table.rules.meta, table.pace),
    }
    return render(request, template, context, status=status)


def _load_table(code: str) -> Table:
    """Return the table.

    :raises Table.DoesNotExist: if it doesn't exist
    """
    found = Table.gathering().defer(None).defer("secret")  # The player's own word is on the page.
    return found.prefetch_related("chairs__player__reliability").get(code=code)
