"""The dashboard of a tournament in the admin, and the page that confirms each action."""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.models import Player
from apps.common import clocks
from apps.common.errors import Busy
from apps.games import load_games
from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.admin.actions.action import (
    Action,
    ActionContext,
    check_unchanged,
    compute_preview_mark,
    preview_action,
)
from apps.tournaments.admin.dashboard import build_dashboard
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.validation import list_unfitting_sizes
from apps.tournaments.models import Organiser, Tournament
from apps.tournaments.permissions import Right, get_tournament_right
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.snapshot import TournamentSnapshot, load_snapshot
from apps.tournaments.services.session import hold_tournament


@require_safe
def show_dashboard(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everything that organisers need to know about a tournament."""
    tournament, may = get_visible_tournament(request, pk)
    now = clocks.now()
    marked = cache.annotate_marks(Tournament.objects.select_related("luck", "series")).get(pk=tournament.pk)
    snapshot = cache.load_cached_snapshot(marked)
    asked = request.GET.get("round", "")
    game = load_games().get(tournament.game)
    more = {
        "desk": build_dashboard(
            snapshot, may, now=now, looked_at=int(asked) if asked.isdecimal() and len(asked) < 4 else 0
        ),
        "game": _(game.meta.title) if game else tournament.game,
        "organisers": Organiser.objects.filter(tournament=tournament).select_related("player").order_by("helper", "pk"),
        "guests": tournament.guests.count(),
        "gaps": _format_unfitting_sizes(snapshot),
        "may_repeat": request.user.has_perm("tournaments.add_tournament"),
        "running": may >= Right.RUN,
    }
    return render_admin_page(request, "desk", tournament, tournament.name, more)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_action(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Ask for confirmation, saying what will happen. On POST, do it if that is still true."""
    tournament, wanted = _get_permitted_action(request, pk, name)
    try:
        if request.method == "POST":
            return _perform_action(request, tournament, wanted)
        return _render_confirmation(request, _build_action_context(request, tournament), wanted)
    except TournamentRefused as why:
        return _render_refusal(request, tournament, wanted, str(why))
    except Busy:
        messages.error(request, _("The tournament is being updated. Nothing was changed. Please try again."))
    except IntegrityError:
        messages.error(request, _("Someone else did the same thing at the same time. Nothing was changed."))
    return redirect(_find_way_back(request, pk))


@require_POST
def act_at_once(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Do what the admin's first page offers, without asking, unless it has changed since, and lead back there."""
    tournament, wanted = _get_permitted_action(request, pk, name)
    if wanted.at_once is None:
        raise Http404
    try:
        with hold_tournament(tournament.code) as fresh:
            case = _build_action_context(request, fresh)
            check_unchanged(wanted, case, request.POST.get("version", ""))
            did = wanted.do(case, wanted.at_once)
            add_admin_log_entry(request, fresh, CHANGE, did)
        messages.success(request, f"{tournament.name}: {did}")
    except TournamentRefused as why:
        messages.error(request, f"{tournament.name}: {why}")
    except Busy:
        messages.error(request, _("The tournament is being updated. Nothing was changed. Please try again."))
    return redirect("admin:index")


def _get_permitted_action(request: HttpRequest, pk: int, name: str) -> tuple[Tournament, Action]:
    """Return a tournament and an action that the user can do there.

    :raises PermissionDenied: if they can't
    :raises Http404: if the action doesn't exist
    """
    tournament, may = get_visible_tournament(request, pk)
    wanted = DEEDS.get(name)
    if wanted is None:
        raise Http404
    if may < wanted.right:
        raise PermissionDenied
    return tournament, wanted


def _find_way_back(request: HttpRequest, pk: int) -> str:
    """Return the address of the page that led to an action: the admin's first page, or else the dashboard."""
    if request.GET.get("from") == "index":
        return reverse("admin:index")
    return reverse("admin:tournaments_tournament_desk", args=[pk])


def get_visible_tournament(request: HttpRequest, pk: int) -> tuple[Tournament, Right]:
    """Return a tournament that the user can see, and what they can do with it.

    :raises PermissionDenied: if they can't see it
    """
    tournament = get_object_or_404(Tournament.objects.select_related("series"), pk=pk)
    may = get_tournament_right(request.user, tournament)
    if may == Right.NONE:
        raise PermissionDenied
    return tournament, may


def render_admin_page(
    request: HttpRequest, name: str, tournament: Tournament | None, title: str, more: dict[str, object]
) -> HttpResponse:
    """Render one of the pages about a tournament."""
    context = {**admin.site.each_context(request), "title": title, "tournament": tournament, **more}
    return render(request, f"admin/tournaments/tournament/{name}.html", context)


def add_admin_log_entry(request: HttpRequest, tournament: Tournament, flag: int, what: str) -> None:
    """Add an entry to the admin's own log."""
    LogEntry.objects.log_actions(request.user.pk or 0, [tournament], flag, change_message=what, single_object=True)


def _perform_action(request: HttpRequest, tournament: Tournament, wanted: Action) -> HttpResponse:
    with hold_tournament(tournament.code) as fresh:
        case = _build_action_context(request, fresh)
        form = wanted.form(case, request.POST) if wanted.form else None
        if request.POST.get("mark") != compute_preview_mark(wanted, case, preview_action(wanted, case)):
            messages.warning(request, _("Something changed in the meantime, so nothing was done. Please check again."))
            return _render_confirmation(request, case, wanted, form)
        if form is not None and not form.is_valid():
            return _render_confirmation(request, case, wanted, form)
        did = wanted.do(case, form.cleaned_data if form else {})
        add_admin_log_entry(request, fresh, CHANGE, did)
    messages.success(request, did)
    if get_tournament_right(request.user, fresh) == Right.NONE:  # They have just given up their role.
        return redirect("admin:index")
    return redirect(_find_way_back(request, fresh.pk))


def _render_refusal(request: HttpRequest, tournament: Tournament, wanted: Action, why: str) -> HttpResponse:
    """Show the refusal, keeping the typed values if the action is still possible."""
    if request.method == "POST" and wanted.form is not None:
        with suppress(TournamentRefused):
            case = _build_action_context(request, Tournament.objects.get(pk=tournament.pk))
            form = wanted.form(case, request.POST)
            if form.is_valid():
                form.add_error(None, why)
            return _render_confirmation(request, case, wanted, form)
    messages.error(request, why)
    return redirect(_find_way_back(request, tournament.pk))


def _render_confirmation(
    request: HttpRequest, case: ActionContext, wanted: Action, form: forms.Form | None = None
) -> HttpResponse:
    sentences = preview_action(wanted, case)
    if form is None and wanted.form is not None:
        form = wanted.form(case, None)
    more = {
        "deed": wanted,
        "said": sentences,
        "mark": compute_preview_mark(wanted, case, sentences),
        "form": form,
        "back": _find_way_back(request, case.tournament.pk),
    }
    return render_admin_page(request, "deed", case.tournament, str(wanted.title), more)


def _build_action_context(request: HttpRequest, tournament: Tournament) -> ActionContext:
    if not isinstance(request.user, Player):
        raise PermissionDenied
    return ActionContext(load_snapshot(tournament), request.user, clocks.now(), request.GET.dict())


def _format_unfitting_sizes(snapshot: TournamentSnapshot) -> str:
    """Return the numbers of entrants that don't divide into tables, before the start: `7, 13–15`."""
    if snapshot.tournament.started_at or snapshot.tournament.ended:
        return ""
    found = list_unfitting_sizes(snapshot.plan, snapshot.tournament.least, snapshot.tournament.most)
    runs = [[n for _i, n in run] for _key, run in groupby(enumerate(found), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
