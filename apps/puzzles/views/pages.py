"""Pages of today's puzzles, of one puzzle with its answer, and of all earlier ones by game and theme."""

from __future__ import annotations

from datetime import UTC, date
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from apps.common import clocks, rate_limits
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.matches.views import form_words
from apps.puzzles.errors import NoSuchAnswer
from apps.puzzles.finding.streak import build_calendar, count_streak
from apps.puzzles.models import Puzzle
from apps.puzzles.selectors import published, training
from apps.puzzles.selectors.puzzle import load_puzzle_page
from apps.puzzles.services import answering
from apps.puzzles.views.readers import get_reader, remember_verdict

PAGE_SIZE: Final = 20
MAX_ANSWERS_PER_HOUR: Final = 120
"""Maximum answers per network and hour without an account, each of which can start a session.

It's enough for a school class but not for a flood.
"""


@never_cache
@require_safe
def show_puzzles(request: HttpRequest) -> HttpResponse:
    """Show the next puzzle, the reader's streak, last weeks and progress, and all puzzles, page by page."""
    who, today = get_reader(request), _get_utc_today()
    played = who.played()
    listed = _list_puzzles(request, published.find_published_puzzles(today), who)
    context = {
        "task": training.find_next_task(who, today=today),
        "today": today,
        "streak": count_streak([day for day, right in played.items() if right], today),
        "calendar": build_calendar(played, today) if played else None,
        "progress": training.load_progress(who, today=today),
        "answered": bool(played),
        "games": _list_games(),
        **listed,
    }
    return render(request, "puzzles/index.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_puzzle(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the table as a seat knew it with its question and, once answered, the value of every answer.

    `?again` asks again, and `?tried` shows the result of that. Neither counts.
    """
    try:
        if request.method == "POST":
            return _respond_to_answer(request, code)
        return _render_puzzle(request, code, again="again" in request.GET, tried=request.GET.get("tried", ""))
    except Puzzle.DoesNotExist as error:
        raise Http404(_("We can’t find that puzzle.")) from error


@never_cache
@require_safe
def show_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all puzzles of a game, or those on one theme, page by page."""
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    who, today, theme = get_reader(request), _get_utc_today(), request.GET.get("theme", "")
    rows = published.find_published_puzzles(today).filter(game=slug, **({"theme": theme} if theme else {}))
    context: dict[str, Any] = {
        "slug": slug,
        "title": _(load_games()[slug].meta.title),
        "games": _list_games(),
        "theme": theme,
        "themes": published.known_themes(slug, today=today),
        "training": published.next_of_theme(who, game=slug, theme=theme, today=today) if theme else None,
        **_list_puzzles(request, rows, who),
    }
    return render(request, "puzzles/archive.html", context)


def _list_puzzles(request: HttpRequest, rows: published.Puzzles, who: published.Reader) -> dict[str, Any]:
    """Return the requested page of these puzzles and its rows."""
    page = Paginator(published.read_for(rows, who), PAGE_SIZE).get_page(request.GET.get("page"))
    return {"page": page, "rows": [published.build_puzzle_row(each, who) for each in page]}


def _respond_to_answer(request: HtmxHttpRequest, code: str) -> HttpResponse:
    try:
        verdict = _answer_puzzle(request, code)
    except NoSuchAnswer as refusal:
        return _render_puzzle(request, code, again=True, error=refusal)
    tried = "" if verdict.counts else str(verdict.chosen)
    path = reverse("puzzles:puzzle", args=[code]) + (f"?tried={tried}" if tried else "")
    return replace_url(_render_puzzle(request, code, tried=tried), path) if request.htmx else redirect(path)


def _render_puzzle(
    request: HtmxHttpRequest, code: str, *, again: bool = False, tried: str = "", error: NoSuchAnswer | None = None
) -> HttpResponse:
    """Show the puzzle or, for htmx, the part that changes with an answer."""
    found = load_puzzle_page(code=code, reader=get_reader(request), today=_get_utc_today(), again=again, tried=tried)
    template = "puzzles/live.html" if request.htmx else "puzzles/puzzle.html"
    return render(request, template, {"puzzle": found, "error": error}, status=error.status if error else 200)


def _answer_puzzle(request: HtmxHttpRequest, code: str) -> answering.Verdict:
    player, words = request.user.pk, form_words.parse_form_words(request.POST)
    words.pop("question", None)
    if player is None:
        rate_limits.enforce_rate_limit(
            what="puzzle",
            who=rate_limits.get_client_address(request),
            most=MAX_ANSWERS_PER_HOUR,
            seconds=3600,
            sentence=_("Too many puzzle answers from your network in the last hour. Sign up, or try again later."),
        )
    verdict = answering.answer_puzzle(code=code, player=player, words=words, now=clocks.now())
    return remember_verdict(request, code, verdict) if player is None else verdict


def _get_utc_today() -> date:
    return clocks.now().astimezone(UTC).date()


def _list_games() -> list[tuple[str, str]]:
    return [(slug, _(game.meta.title)) for slug, game in load_games().items()]
