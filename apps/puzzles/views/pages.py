"""Pages of all puzzles, by game, theme, level and state, and of one puzzle with its answer."""

from __future__ import annotations

from datetime import UTC, date
from typing import Final

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
from apps.puzzles.selectors import filtering, published, training
from apps.puzzles.selectors.filtering import Filters, parse_filters
from apps.puzzles.selectors.puzzle import load_puzzle_page
from apps.puzzles.selectors.puzzle_rating import load_ratings
from apps.puzzles.services import answering
from apps.puzzles.views.readers import get_reader, remember_verdict

PAGE_SIZE: Final = 12
MAX_ANSWERS_PER_HOUR: Final = 120
"""Maximum answers per network and hour without an account, each of which can start a session.

It's enough for a school class but not for a flood.
"""


@never_cache
@require_safe
def show_puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles and the reader's streak, last weeks and progress, or list the chosen puzzles.

    `?page` lists them page by page, all of them if none are chosen.
    """
    who, today, filters = get_reader(request), _get_utc_today(), parse_filters(request.GET.dict())
    counted, answered = filtering.count_puzzles(who, today=today), training.load_answered(who, today=today)
    days, number = training.add_up_days(answered), filtering.count_chosen(counted, filters)
    listed = bool(filters.query) or "page" in request.GET
    todays = [] if listed else training.find_todays_tasks(who, today=today)
    trains = not any(task.row.state == published.OPEN for task in todays)
    context = {
        "todays": todays,
        "trains": trains,
        "task": training.find_next_task(who, filters, today=today) if trains else None,
        "today": today,
        "streak": count_streak(days, today),
        "calendar": build_calendar(days, today) if days and not listed else None,
        "progress": training.build_progress(counted, load_ratings(who.player), answered, today=today),
        "answered": bool(days),
        **_build_queries(filters),
        "choices": filtering.list_choices(counted, filters),
        "number": number,
        "listed": listed,
        **(_list_puzzles(request, filters, who, number, today) if listed else {"rows": bool(number)}),
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


@require_safe
def redirect_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from the former page of a game's puzzles."""
    if slug not in load_games():
        raise Http404(_("We can’t find that game."))
    filters = Filters(game=slug, theme=request.GET.get("theme", ""))
    return redirect(reverse("puzzles:index") + filters.query, permanent=True)


def _list_puzzles(
    request: HttpRequest, filters: Filters, who: published.Reader, number: int, today: date
) -> dict[str, object]:
    """Return the requested page of the chosen puzzles and its rows.

    :param number: how many there are
    """
    rows = published.read_for(published.find_published_puzzles(today).defer("found"), who)
    paginator = Paginator(filtering.filter_puzzles(rows, filters, who), PAGE_SIZE)
    paginator.count = number  # Django would count them again.
    page = paginator.get_page(request.GET.get("page"))
    return {"page": page, "rows": [published.build_puzzle_row(each, who) for each in page]}


def _build_queries(filters: Filters) -> dict[str, str]:
    """Return the parts of URLs that keep the choice, for puzzles and for those asked again."""
    return {"filtered": filters.query, "again": filters.extend_query(again="1")}


def _respond_to_answer(request: HtmxHttpRequest, code: str) -> HttpResponse:
    try:
        verdict = _answer_puzzle(request, code)
    except NoSuchAnswer as refusal:
        return _render_puzzle(request, code, again=True, error=refusal)
    tried = "" if verdict.counts else str(verdict.chosen)
    path = reverse("puzzles:puzzle", args=[code]) + parse_filters(request.GET.dict()).extend_query(tried=tried)
    return replace_url(_render_puzzle(request, code, tried=tried), path) if request.htmx else redirect(path)


def _render_puzzle(
    request: HtmxHttpRequest, code: str, *, again: bool = False, tried: str = "", error: NoSuchAnswer | None = None
) -> HttpResponse:
    """Show the puzzle or, for htmx, the part that changes with an answer."""
    filters = parse_filters(request.GET.dict())
    found = load_puzzle_page(
        code=code, reader=get_reader(request), today=_get_utc_today(), filters=filters, again=again, tried=tried
    )
    template = "puzzles/live.html" if request.htmx else "puzzles/puzzle.html"
    context = {"puzzle": found, "error": error, **_build_queries(filters)}
    return render(request, template, context, status=error.status if error else 200)


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
