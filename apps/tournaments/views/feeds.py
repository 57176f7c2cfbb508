"""News feed and calendar of a tournament. They are public and need no token."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from icalendar import Event

from apps.common import calendars, feeds
from apps.common.cross_origin import readable_anywhere
from apps.common.feeds import AtomFeed
from apps.tournaments.models import Entry, Round, Tournament
from apps.tournaments.selectors import audit
from apps.tournaments.views.guards import require_tournament

NEWS_EVENTS: Final = (
    "announced", "opened", "started", "published", "round-over", "round-extended", "corrected", "paused", "resumed",
    "wrote", "finished", "cancelled",
)  # fmt: skip
MAX_FEED_LINES: Final = 50
CACHE_SECONDS: Final = 60
"""Seconds for which others can cache it."""
ROUND_EVENTS: Final = frozenset({"published", "round-over", "round-extended", "corrected"})
"""Events that belong to the page of a round."""
EVENT_LENGTH: Final = timedelta(hours=1)
"""The length of a start or an end in a calendar."""


@readable_anywhere
@require_safe
@conditional_page
@require_tournament
def show_tournament_feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Serve the feed: rounds, their ends, corrections and the end of the tournament, newest first."""
    with translation.override(feeds.get_feed_language(request)):
        return feeds.build_cacheable_response(
            _write_tournament_feed(tournament), "application/atom+xml", fresh=CACHE_SECONDS
        )


@readable_anywhere
@require_safe
@conditional_page
@require_tournament
def show_tournament_calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Serve the calendar: the start of the tournament and the end of each round."""
    with translation.override(feeds.get_feed_language(request)), timezone.override(UTC):
        return feeds.build_cacheable_response(
            _write_tournament_calendar(tournament), "text/calendar", fresh=CACHE_SECONDS
        )


def _write_tournament_feed(tournament: Tournament) -> bytes:
    home = settings.SLOWFUSE_SITE + tournament.get_absolute_url()
    feed = AtomFeed(
        since=tournament.created_at,
        title=f"Slow Fuse: {tournament.name}",
        link=home,
        description="",
        language=translation.get_language(),
        feed_url=settings.SLOWFUSE_SITE + reverse("tournaments:atom", args=[tournament.code]),
        feed_guid=home,
    )
    entries = {entry.number: entry for entry in Entry.named(tournament)}
    for line in audit.build_audit_lines(tournament, entries, limit=MAX_FEED_LINES, only=NEWS_EVENTS):
        link = home
        if line.round and line.what in ROUND_EVENTS:
            link = settings.SLOWFUSE_SITE + reverse("tournaments:round", args=[tournament.code, line.round])
        feed.add_item(
            title=line.text,
            link=link,
            description="",
            unique_id=f"{home}#{line.key}",
            pubdate=line.at,
            updateddate=line.at,
        )
    return feed.writeString("utf-8").encode()


def _write_tournament_calendar(tournament: Tournament) -> bytes:
    found = calendars.new_calendar(title=tournament.name, kind="Tournament", refresh=timedelta(hours=1))
    changes, cancelled = audit.find_time_changes(tournament), tournament.status == Tournament.Status.CANCELLED
    began = tournament.started_at or tournament.starts_at
    summary = _("%(tournament)s starts") % {"tournament": tournament.name}
    home = tournament.get_absolute_url()
    start = _build_calendar_event(tournament, "start", summary, (began, began + EVENT_LENGTH), home, changes.of_start())
    found.add_component(_mark_event_cancelled(start) if cancelled else start)
    for row in tournament.rounds.exclude(state=Round.State.PROPOSED).order_by("number"):
        ends = row.ends_at if row.over_at is None else min(row.over_at, row.ends_at or row.over_at)
        if ends is not None:
            number = row.number + 1
            summary = _("%(tournament)s: end of round %(round)d") % {"tournament": tournament.name, "round": number}
            path = reverse("tournaments:round", args=[tournament.code, number])
            span = ends - EVENT_LENGTH, ends
            event = _build_calendar_event(tournament, f"round-{number}", summary, span, path, changes.of_round(number))
            found.add_component(_mark_event_cancelled(event) if cancelled and row.over_at is None else event)
    return calendars.encode_calendar(found)


def _build_calendar_event(
    tournament: Tournament, key: str, summary: str, span: tuple[datetime, datetime], path: str, changes: list[datetime]
) -> Event:
    return calendars.new_event(
        uid=f"{tournament.code}-{key}@slowfuse",
        summary=summary,
        url=settings.SLOWFUSE_SITE + path,
        begins=span[0],
        ends=span[1],
        changed_at=max(changes, default=tournament.created_at),
        sequence=len(changes),
    )


def _mark_event_cancelled(event: Event) -> Event:
    event.add("status", "CANCELLED")
    return event
