"""The pages of the record: the list of matches, one match move by move, its export, its verification."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from apps.common.requests import HtmxHttpRequest
from apps.games import catalogue
from apps.kernel.record import write
from apps.kernel.table import REFEREE, Observer
from apps.matches.errors import NoSuchMove
from apps.matches.models import Match
from apps.matches.selectors import chart, match_view, replay, seating
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.verification import verdict
from apps.matches.services import referees
from apps.matches.views.guards import guarded

A_PAGE = 20
MOVES_A_PAGE = 40

_INDENTED = re.compile(r"\n\s*")
"""What a fifth of a step would be, for nobody to read."""


@dataclass(frozen=True)
class HistoryRow:
    """A match in the list."""

    code: str
    title: str
    people: tuple[tuple[str, bool], ...]
    """Names in seat order, and whether it is a person's, who has a profile."""
    status: str
    begun_at: datetime
    over_at: datetime | None
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    why: str
    occasion: str
    occasion_path: str


def _games() -> list[tuple[str, str]]:
    """All games, and first the choice of none of them."""
    return [("", _("All")), *((slug, _(game.meta.title)) for slug, game in catalogue().items())]


class Filters(forms.Form):
    """What the list of matches can be narrowed to."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=_games)
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=150)
    won_by = forms.CharField(label=gettext_lazy("Won by"), required=False, max_length=150)
    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        required=False,
        choices=[("", gettext_lazy("All")), ("playing", gettext_lazy("Running")), ("over", gettext_lazy("Over"))],
    )
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """All listed matches, filtered, page by page."""
    form = Filters(request.GET)
    valid = form.is_valid()
    wanted: dict[str, Any] = {name: value for name, value in form.cleaned_data.items() if value} if valid else {}
    bool(request.user)  # Loading readers is what activates their zone.
    zone = timezone.get_current_timezone()
    for name, clock in (("since", time.min), ("until", time.max.replace(fold=1))):
        if name in wanted:
            wanted[name] = _instant(wanted[name], clock, zone)
    page = Paginator(replay.history(**wanted), A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    rows = [_row(match) for match in page]
    context = {"page": page, "rows": rows, "filters": form, "query": query.urlencode()}
    return render(request, "matches/history.html", context, status=200 if valid else 400)


@never_cache
@require_safe
@guarded
def record(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """One match at one of its moves, as one observer knew it; to a page that shows another one, only what changes."""
    loaded, observer = _looked_at(request, code)
    match = loaded.match
    step = request.htmx.target == "seen" and not request.htmx.history_restore_request
    at = _move_number(request.GET.get("at", ""))
    replayed = replay.replay(loaded, observer=observer, at=at, beyond=step)
    first = replayed.at - replayed.at % MOVES_A_PAGE
    over = match.status == Match.Status.OVER
    context = {
        "step": step,
        "record": {
            "sight": replayed.sight,
            "at": replayed.at,
            "last": replayed.last,
            "observer": observer,
            "observers": _observers(loaded, observer),
            "chart": None if step else chart.draw(replay.curves(loaded)),
            "now": round(100 * replayed.at / max(replayed.last, 1), 1) if over else None,
            "looks": referees.looks(match),
            "moves": replayed.labels[first : first + MOVES_A_PAGE],
            "others": [
                (way, other, min(other + MOVES_A_PAGE, replayed.last + 1) - 1)
                for way, other in (("earlier", first - MOVES_A_PAGE), ("later", first + MOVES_A_PAGE))
                if 0 <= other <= replayed.last
            ],
        },
    }
    if not step:
        return render(request, "matches/record.html", context)
    page = render_to_string("matches/record_step.html", context, request)
    response = HttpResponse(_INDENTED.sub("\n", page))
    if at is not None and at > replayed.last:
        return push_url(response, f"{request.path}?at={replayed.at}&as={observer}")
    return response


@never_cache
@require_safe
@guarded
def export(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """The match as JSON Lines, as far as the observer was told."""
    loaded, observer = _looked_at(request, code)
    match, lines = loaded.match, write(replay.record(loaded, observer=observer))
    response = HttpResponse(b"".join(lines), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}-{observer}.jsonl"'
    return response


@require_safe
@guarded
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Re-run the match from its seed and say whether every fact is right."""
    loaded = match_view.load(code)
    match = loaded.match
    game, _setup = match_view.rules(match)
    context: dict[str, Any] = {"code": code, "title": match_view.title(match), "commitment": match.commitment}
    if match.status == Match.Status.OVER:
        whole = replay.record(loaded, observer=REFEREE)
        context |= {"verdict": verdict(game, whole), "seed": whole.header.seed}
    return render(request, "matches/verify.html", context)


def _instant(day: date, clock: time, zone: tzinfo) -> datetime | None:
    """When a clock in this zone shows this time; None, which narrows nothing, at the ends of the calendar."""
    try:
        return datetime.combine(day, clock, tzinfo=zone).astimezone(UTC)
    except OverflowError:
        return None


def _looked_at(request: HttpRequest, code: str) -> tuple[LoadedMatch, Observer]:
    """The match and as whom it is looked at.

    :raises Hidden: if the reader may not
    """
    loaded = match_view.load(code, player=request.user.pk)
    wanted = request.GET.get("as", "seat" if loaded.match.status != Match.Status.OVER else "referee")
    return loaded, replay.may_look(loaded, wanted=wanted)


def _move_number(text: str) -> int | None:
    """The move that was asked for; None for the last.

    :raises NoSuchMove: if no match could have it
    """
    if text and not (text.isascii() and text.isdigit() and len(text) < 7):
        raise NoSuchMove
    return int(text) if text else None


def _observers(loaded: LoadedMatch, observer: Observer) -> list[tuple[str, str, bool]]:
    """(value, label, selected) of everybody one may look as."""
    over = loaded.match.status == Match.Status.OVER
    choices = [("referee", _("Everything"))] if over else []
    choices.append(("public", _("The public")))
    choices += [(str(each.seat), each.name) for each in loaded.seats if over or each.seat == observer]
    return [(value, label, value == str(observer)) for value, label in choices]


def _row(match: Match) -> HistoryRow:
    chairs = list(match.seats.all())
    names = tuple(map(seating.name, chairs))
    outcome = match.outcome or {"places": (), "scores": (), "why": ""}
    return HistoryRow(
        code=match.code,
        title=match_view.title(match),
        people=tuple((name, chair.player_id is not None) for name, chair in zip(names, chairs, strict=True)),
        status=match.status,
        begun_at=match.begun_at,
        over_at=match.over_at,
        winners=tuple(name for name, place in zip(names, outcome["places"], strict=False) if place == 1),
        scores=tuple(outcome["scores"]),
        why=outcome["why"],
        occasion=match.occasion,
        occasion_path=match.occasion_path,
    )
