"""A public feed of the daily puzzles for news readers, without solutions."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from apps.common import clocks, feeds
from apps.common.cross_origin import readable_anywhere
from apps.common.feeds import AtomFeed
from apps.puzzles.selectors import published
from apps.puzzles.selectors.published import Reader

MAX_FEED_ENTRIES: Final = 40
FEED_CACHE_SECONDS: Final = 600
"""Seconds for which others can cache it."""
_EMPTY_FEED_CHANGED_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of the last change while the feed is empty."""


@readable_anywhere
@require_safe
@conditional_page
def show_puzzle_feed(request: HttpRequest) -> HttpResponse:
    """Return the latest puzzles, in the language the URL asks for, or else the browser's."""
    with translation.override(feeds.get_feed_language(request)):
        return feeds.build_cacheable_response(_write_puzzle_feed(), "application/atom+xml", fresh=FEED_CACHE_SECONDS)


def _write_puzzle_feed() -> bytes:
    feed = AtomFeed(
        since=_EMPTY_FEED_CHANGED_AT,
        title="Slow Fuse: " + _("Daily puzzles"),
        link=settings.SLOWFUSE_SITE + reverse("puzzles:index"),
        description="",
        language=translation.get_language(),
        feed_url=settings.SLOWFUSE_SITE + reverse("puzzles:atom"),
    )
    nobody, today = Reader(None, {}), clocks.now().astimezone(UTC).date()
    for puzzle in published.find_published_puzzles(today)[:MAX_FEED_ENTRIES]:
        row, link = published.build_puzzle_row(puzzle, nobody), settings.SLOWFUSE_SITE + puzzle.get_absolute_url()
        at = datetime.combine(row.day, time.min, tzinfo=UTC)
        feed.add_item(
            title=f"{row.title}: {row.theme}",
            link=link,
            description=_("What would you do?"),
            unique_id=link,
            pubdate=at,
            updateddate=at,
        )
    return feed.writeString("utf-8").encode()
