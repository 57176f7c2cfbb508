"""`{% todays_puzzles as rows %}`, the daily puzzle of each game, with the reader's answers.

`{% own_streak as streak %}` returns the reader's streak in days, `{% first_open rows as row %}` the first puzzle they
haven't answered, and `{% puzzle_sight row.code as sight %}` its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django import template
from django.template import Context

from apps.common import clocks
from apps.matches.selectors.match_view import MatchView
from apps.puzzles.finding.streak import count_streak
from apps.puzzles.selectors import published, training
from apps.puzzles.selectors.published import Row
from apps.puzzles.views.readers import get_reader

register = template.Library()


@register.simple_tag(takes_context=True)
def todays_puzzles(context: Context) -> list[Row]:
    today = clocks.now().astimezone(UTC).date()
    return published.of_today(get_reader(context["request"]), today=today)


@register.simple_tag(takes_context=True)
def own_streak(context: Context) -> int:
    today = clocks.now().astimezone(UTC).date()
    return count_streak(training.load_streak_days(get_reader(context["request"]), today=today), today)


@register.simple_tag
def first_open(rows: Sequence[Row]) -> Row | None:
    return next((row for row in rows if row.state == published.OPEN), None)


@register.simple_tag
def puzzle_sight(code: str) -> MatchView | None:
    return training.load_puzzle_sight(code, today=clocks.now().astimezone(UTC).date())


@register.simple_tag
def day_ends() -> datetime:
    """Return when today's puzzles become yesterday's."""
    tomorrow = clocks.now().astimezone(UTC) + timedelta(days=1)
    return tomorrow.replace(hour=0, minute=0, second=0, microsecond=0)
