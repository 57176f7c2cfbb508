"""The pages of a replay: one match move by move, its story, export and verification."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from apps.common import text_rules
from apps.common.requests import HtmxHttpRequest
from apps.kernel.record import encode_record
from apps.kernel.table import REFEREE, Observer
from apps.matches.engine.tenures import list_sitter_names
from apps.matches.errors import NoSuchMove
from apps.matches.models import Analysis, Match
from apps.matches.selectors import (
    analysis,
    bookmarks,
    match_export,
    match_view,
    replay,
    sandboxes,
    score_history,
    summary,
)
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.narrative import build_narrative
from apps.matches.selectors.replay import Replay
from apps.matches.selectors.verdicts import MARKED_KINDS
from apps.matches.selectors.verification import verify_match_record
from apps.matches.services import referees
from apps.matches.views.analysis import analysis_of
from apps.matches.views.guards import handle_match_errors

MOVES_A_PART: Final = 75
"""The most moves that a list sends unfolded. Most matches have fewer, so theirs is never loaded again."""
STEP_CACHE_SECONDS: Final = 300
"""How long a browser caches a step of a finished match, in seconds: enough to step back and forth."""
_STEP_VARY_HEADERS: Final = (
    "Cookie", "Accept-Language", "HX-Request", "HX-Target", "HX-History-Restore-Request", "X-Reader", "X-Analysed",
)  # fmt: skip
"""The headers of a request that decide what a step says, and whether it is one.

Browsers don't compare cookies. With `X-Reader`, a page gets no step that was kept for another account. With
`X-Analysed`, a page whose match has been analysed since asks again for what was kept before.
"""

_STEP: Final = "matches/record_step.html"
_PARTS: Final = {"seen": _STEP, "moves": "matches/record_moves.html"}
"""Templates for parts of a page, by the ids they replace; `moves-100` is the part of the list that starts there."""
_INDENTATION = re.compile(r"\n\s*")
"""Indentation, which would be a fifth of a step."""


@require_safe
@handle_match_errors
def show_replay(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show a match at one of its moves, as one observer knew it.

    A page that shows another move gets only what changes, and other moves for its list only if it asks for them.
    """
    loaded, observer = _looked_at(request, code)
    match = loaded.match
    part = _get_wanted_part(request)
    step = bool(part)
    over = match.status == Match.Status.OVER
    at = move_number(request.GET.get("at", "0" if over else ""))
    number = move_number(request.GET.get("move", "")) if over else None
    course = summary.load_summary_course(loaded)
    takeovers = course.takeovers if course else ()
    replayed = replay.build_replay(loaded, observer=observer, at=at, number=number, beyond=step, takeovers=takeovers)
    analysable = analysis.can_analyse(match)
    found = analysis.find_analysis(match) if analysable else None
    kept = over and _is_settled(found)
    context: dict[str, object] = {
        "step": step,
        "code": match.code,
        "record": {
            "sight": replayed.sight,
            "scene": replayed.scene,
            "at": replayed.at,
            "last": replayed.last,
            "observer": observer,
            "observers": _list_observer_choices(loaded, observer),
            "kept": kept,
            "me": loaded.own,
            "summary": None if step else _build_summary(loaded, course),
            "pictures": _list_moment_pictures(match, step=step),
            "kinds": MARKED_KINDS,
            "is_moment": replayed.is_moment,
            "moment": f"&at={at}" if over and "at" in request.GET else "",
            **_build_move_position(match, replayed),
            "looks": referees.find_looks(match),
            "listed": match.listed,
            "number": replayed.number,
            "moves": match.moves,
            **_what_if(loaded, request.user.pk, step=step),
            "turn": _(match_view.get_match_rules(match)[0].meta.turn),
            **_build_moves_page(loaded, replayed, found, alone=part == _STEP),
        },
    }
    if analysable and _shows_analysis(request, found, step=step):
        context["analysis"] = analysis_of(loaded, found, replayed.numbers, observer)
    if step:
        response = HttpResponse(_INDENTATION.sub("\n", render_to_string(part, context, request)))
    else:
        context |= {"bookmark": bookmarks.get_bookmark(match, request.user.pk), "most": text_rules.MAX_NOTE_LENGTH}
        response = render(request, "matches/record.html", context)
    _apply_step_caching(response, kept=step and kept)
    if number is not None or (at is not None and at > replayed.last):
        return push_url(response, f"{request.path}?at={replayed.at}&as={observer}")
    return response


def _get_wanted_part(request: HtmxHttpRequest) -> str:
    """Return the template for a part of the page; empty for the whole page."""
    target = (request.htmx.target or "").partition("-")[0]
    return "" if request.htmx.history_restore_request else _PARTS.get(target, "")


def _list_moment_pictures(match: Match, *, step: bool) -> list[tuple[str, str]]:
    """Return the pictures that the legend explains. A step leaves the legend as it is."""
    return [] if step else replay.list_moment_pictures(match_view.get_match_rules(match)[0])


def _build_move_position(match: Match, replayed: Replay) -> dict[str, object]:
    """Return where the shown move is: among key moments, and in percent of the charts once the match is over."""
    over = match.status == Match.Status.OVER
    across = round(100 * replayed.number / max(match.moves - 1, 1), 2) if over else None
    return {
        "before": replayed.before,
        "after": replayed.after,
        "begins": replayed.begins,
        "over": over,
        "across": across,
        "ahead": None if across is None else round(100 - across, 2),
    }


def _build_summary(loaded: LoadedMatch, course: summary.Course | None) -> summary.Summary | None:
    """Return the summary of a finished match."""
    names = [replay.format_sitter_names(seated) for seated in loaded.seats]
    return summary.build_summary(course, names, me=loaded.own) if course else None


def _build_moves_page(
    loaded: LoadedMatch, replayed: Replay, found: Analysis | None, *, alone: bool
) -> dict[str, object]:
    """Return the list of moves, in which the part with the shown one is unfolded, or that move alone."""
    at = replayed.at
    parts = [] if alone else replay.split_moves_into_parts(replayed.labels, most=MOVES_A_PART)
    listed = [
        label
        for part in parts
        if part.first <= at <= part.last
        for label in replay.describe_moves(replayed, slice(part.first, part.last + 1))
    ]
    (shown,) = replay.describe_moves(replayed, slice(at, at + 1))
    page = {
        "parts": parts,
        "answers": f"{loaded.match.game}/answers.html",
        "drawn": f"{loaded.match.game}/drawn.html",
        "names": tuple(map(replay.format_sitter_names, loaded.seats)),
        "label": shown,
    }
    if found is None:
        return page | {"turns": replay.group_moves_by_turn(listed)}
    look = analysis.at_move(loaded, found, replayed, listed)
    return page | {
        "turns": look.turns,
        "move": look.move,
        "next_mistake": look.next_mistake,
        "stops": look.stops,
        "analysed": found.over,
        "judged": found.over and bool(found.found),
    }


def _shows_analysis(request: HtmxHttpRequest, found: Analysis | None, *, step: bool) -> bool:
    """Return whether to show the analysis: on a page, and with a step if its page was made before there was one."""
    return not step or (found is not None and request.headers.get("X-Analysed") == "")


def _is_settled(found: Analysis | None) -> bool:
    """Check whether the analysis of a match can't change any further."""
    return found is None or found.over


def _apply_step_caching(response: HttpResponse, *, kept: bool) -> None:
    """Let the reader's own browser cache a step that can't change. `replay.js` fetches those next to the shown one."""
    if not kept:
        add_never_cache_headers(response)
        return
    patch_cache_control(response, private=True, max_age=STEP_CACHE_SECONDS)
    patch_vary_headers(response, _STEP_VARY_HEADERS)


@never_cache
@require_safe
@handle_match_errors
def show_story(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show a finished match to read and print: all its sentences in order."""
    loaded = match_view.load_match(code, player=request.user.pk)
    match = loaded.match
    told = summary.load_summary(loaded, [replay.format_sitter_names(seated) for seated in loaded.seats], me=loaded.own)
    context = {
        "match": match,
        "me": loaded.observer,
        "title": match_view.get_game_title(match),
        "curves": score_history.build_score_curves(loaded),
        "gist": told.gist if told else (),
        "sentences": build_narrative(loaded),
        "faces": f"{match.game}/faces.html",
    }
    return render(request, "matches/told.html", context)


@never_cache
@require_safe
@handle_match_errors
def export_match(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Export the match as JSON Lines, as far as the observer can see it."""
    loaded, observer = _looked_at(request, code, match_view.load_played)
    match, lines = loaded.match, encode_record(match_export.build_match_record(loaded, observer=observer))
    response = HttpResponse(b"".join(lines), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}-{observer}.jsonl"'
    return response


@require_safe
@handle_match_errors
def verify_match(request: HttpRequest, code: str) -> HttpResponse:
    """Re-run the match from its seed, and show whether every fact is right."""
    loaded = match_view.load_match(code)
    match = loaded.match
    game, _setup = match_view.get_match_rules(match)
    context: dict[str, object] = {
        "code": code,
        "title": match_view.get_game_title(match),
        "commitment": match.commitment,
    }
    context["guided"] = match.lesson is not None
    seed, shuffle = match_export.load_published_seed(match)
    context |= {"seed": seed, "shuffle": shuffle}
    if match.status == Match.Status.OVER:
        context["verdict"] = verify_match_record(game, match_export.build_match_record(loaded, observer=REFEREE))
    if shuffle is not None:
        context["words"] = list(zip(list_sitter_names(loaded.seats, 0), shuffle.words, strict=False))
    return render(request, "matches/verify.html", context)


def _what_if(loaded: LoadedMatch, player: int | None, *, step: bool) -> dict[str, object]:
    """Return whether the reader can play on from a move, from which seat, and their sandboxes of this match."""
    match = loaded.match
    seat = sandboxes.seat_of(loaded, player) if match.status == Match.Status.OVER and not match.origin else None
    tries = seat is not None
    return {
        "tries": tries,
        "tries_as": seat,
        "tried": sandboxes.find_match_sandboxes(match.code, player) if tries and not step else [],
    }


def _looked_at(
    request: HttpRequest, code: str, load: Callable[..., LoadedMatch] = match_view.load_match
) -> tuple[LoadedMatch, Observer]:
    """Return the match and the requested observer.

    :raises Hidden: if the reader can't be this observer
    """
    loaded = load(code, player=request.user.pk)
    wanted = request.GET.get("as", "seat" if loaded.match.status != Match.Status.OVER else "referee")
    return loaded, replay.may_look(loaded, wanted=wanted)


def move_number(text: str) -> int | None:
    """Return the requested move, or None for the last if none was.

    :raises NoSuchMove: if no match could have it
    """
    if text and not (text.isascii() and text.isdigit() and len(text) < 7):
        raise NoSuchMove
    return int(text) if text else None


def _list_observer_choices(loaded: LoadedMatch, observer: Observer) -> list[tuple[str, str, bool, bool]]:
    """Return (value, label, selected, whether the label is a name) for each observer the reader can look as."""
    over = loaded.match.status == Match.Status.OVER
    choices = [("referee", _("Everything"))] if over else []
    if not loaded.match.origin:
        choices.append(("public", _("Spectators")))
    choices += [
        (str(each.seat), _("You") if each.seat == loaded.own else each.name)
        for each in loaded.seats
        if over or each.seat == observer
    ]
    named = {str(each.seat) for each in loaded.seats if each.seat != loaded.own}
    return [(value, label, value == str(observer), value in named) for value, label in choices]
