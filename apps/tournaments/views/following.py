"""Pages for following a tournament: standings, rounds, bracket, results by entrant, rules, event log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors.wording import list_pace_times
from apps.tournaments.formats.plan import Plan
from apps.tournaments.models import Entry, Round, Tournament
from apps.tournaments.selectors import audit, cache, listing, rounds
from apps.tournaments.selectors.after_match import find_consequence, find_match_tournament
from apps.tournaments.selectors.bracket import draw_bracket
from apps.tournaments.selectors.entrant_path import build_entrant_path
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.season import build_season_table
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import build_placings
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_news, build_outline_context, build_tournament_context
from apps.tournaments.wording import formats
from apps.tournaments.wording.rules import describe_tournament_rules, list_paying_sizes

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

MAX_LOG_LINES = 500
"""The maximum number of lines of the event log."""


@never_cache
@require_safe
def show_consequence(request: HtmxHttpRequest, match: str) -> HttpResponse:
    """Show what a finished match means for the reader in its tournament; nothing if it's part of none."""
    player = request.user.pk
    tournament = None if player is None else find_match_tournament(match, player=player)
    if player is None or tournament is None:
        return HttpResponse(status=204)
    context = {"tournament": tournament, "found": find_consequence(tournament, player=player, code=match)}
    return render(request, "tournaments/after_match.html", context)


@never_cache
@require_safe
@require_tournament
def show_standings(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Show the standings; for htmx only the table, and only if it can have changed."""
    news = bool(request.htmx)
    now = cache.compute_change_mark(tournament)
    if news and request.GET.get("seen") == now:
        return HttpResponse(status=204)
    snapshot, faces = _load_snapshot_and_faces(request, tournament)
    page = request.GET.get("page", "")
    context = {
        **build_tournament_context(request, tournament, snapshot, "standings"),
        "placings": build_placings(snapshot, faces, page=int(page) if page.isdecimal() and len(page) < 4 else 1),
        "seen": cache.compute_change_mark(tournament),
    }
    return render(request, "tournaments/table.html" if news else "tournaments/standings.html", context)


@never_cache
@require_safe
@require_tournament
def show_current_round(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Serve the parts of the page that change during a round, only if there is something new to see."""
    context = build_news(request, tournament, seen=request.GET.get("seen", ""))
    return HttpResponse(status=204) if context is None else render(request, "tournaments/now.html", context)


@never_cache
@require_safe
@require_tournament
def show_round(request: HttpRequest, tournament: Marked, number: int) -> HttpResponse:
    """Show a published round."""
    snapshot, faces = _load_snapshot_and_faces(request, tournament)
    round_ = snapshot.round(number - 1)
    if round_ is None or not round_.published:
        raise Http404(_("We can’t find that round. It may not have been published yet."))
    context = {
        **build_tournament_context(request, tournament, snapshot, "rounds"),
        "played": rounds.build_round_view(snapshot, round_, faces),
        "number": number,
    }
    return render(request, "tournaments/round.html", context)


@never_cache
@require_safe
@require_tournament
def show_bracket(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Show the bracket of the knockout."""
    snapshot, faces = _load_snapshot_and_faces(request, tournament)
    drawn = draw_bracket(snapshot, faces)
    if drawn is None:
        raise Http404(_("This tournament has no knockout stage."))
    return render(
        request,
        "tournaments/bracket.html",
        {**build_tournament_context(request, tournament, snapshot, "bracket"), "drawn": drawn},
    )


@never_cache
@require_safe
@require_tournament
def show_entrant_results(request: HttpRequest, tournament: Marked, number: int) -> HttpResponse:
    """Show one entrant's results."""
    snapshot, faces = _load_snapshot_and_faces(request, tournament)
    if number not in snapshot.entries or snapshot.entries[number] not in snapshot.entrants:
        raise Http404(_("We can’t find that entrant."))
    context = {
        **build_tournament_context(request, tournament, snapshot, "path"),
        "path": build_entrant_path(snapshot, faces, number),
        "team": snapshot.teams.get(number, ()),
    }
    return render(request, "tournaments/path.html", context)


@never_cache
@require_safe
def show_series(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a series and its table of a year. It is public as soon as one of its tournaments is."""
    found = listing.find_public_series().filter(pk=pk).first()
    if found is None:
        raise Http404(_("We can’t find this series."))
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isdecimal() and len(asked) < 5 else None
    reader = request.user.pk
    table = build_season_table(
        found, year=year, reader=reader, apart=relations.find_players_apart(reader), now=clocks.now()
    )
    return render(request, "tournaments/series.html", {"season": table})


@never_cache
@require_safe
@require_tournament
def show_tournament_rules(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Show all settings in words."""
    bool(request.user)  # Loading readers is what activates their language.
    plan = msgspec.convert(tournament.plan, Plan)
    sizes = list_paying_sizes(plan)
    shown = build_outline_context(request, tournament, "rules")
    context: dict[str, object] = {
        **shown,
        "chapters": describe_tournament_rules(tournament, plan, getattr(tournament, "division", None)),
        "point_table": formats.point_table(sizes, plan.scoring),
        "places": range(1, max(sizes, default=0) + 1),
        "times": list_pace_times(shown["game"], tournament.pace),
        "seed": tournament.luck.seed.hex() if tournament.status == Tournament.Status.OVER else "",
    }
    return render(request, "tournaments/rules.html", context)


@never_cache
@require_safe
@require_tournament
def show_event_log(request: HttpRequest, tournament: Marked) -> HttpResponse:
    """Show the event log, without events of unpublished rounds."""
    bool(request.user)  # Loading readers is what activates their language.
    entries = {entry.number: entry for entry in Entry.named(tournament)}
    published = tournament.rounds.exclude(state=Round.State.PROPOSED).count()
    lines = [
        line
        for line in audit.build_audit_lines(tournament, entries, limit=MAX_LOG_LINES)
        if (line.round or 0) <= published
    ]
    context = {**build_outline_context(request, tournament, "log"), "lines": lines}
    return render(request, "tournaments/log.html", context)


def _load_snapshot_and_faces(request: HttpRequest, tournament: Marked) -> tuple[TournamentSnapshot, Faces]:
    reader = request.user.pk
    snapshot = cache.load_cached_snapshot(tournament)
    return snapshot, Faces(snapshot, reader=reader, apart=relations.find_players_apart(reader))
