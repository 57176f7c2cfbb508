"""What happens in a tournament, for readers of news and for calendars: public, without anybody's token."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from icalendar import Calendar, Event

from apps.accounts.services import languages
from apps.common.feeds import AtomFeed
from apps.tournaments.models import Entry, Round, Tournament
from apps.tournaments.selectors import audit
from apps.tournaments.views.guards import guarded

NEWS: Final = (
    "announced", "opened", "started", "published", "round-over", "round-extended", "corrected", "paused", "resumed",
    "wrote", "finished", "cancelled",
)  # fmt: skip
LATEST: Final = 50
ROUND: Final = frozenset({"published", "round-over", "round-extended", "corrected"})
"""What has its place on the page of a round."""
LENGTH: Final = timedelta(hours=1)
"""How long a start or an end looks in a calendar."""


@require_safe
@conditional_page
@guarded
def atom(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Rounds, their ends, corrections and the end, newest first."""
    with translation.override(_language(request)):
        return _public(_atom(tournament), "application/atom+xml; charset=utf-8")


@require_safe
@conditional_page
@guarded
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """When it starts, and until when each round lasts."""
    with translation.override(_language(request)), timezone.override(UTC):
        return _public(_calendar(tournament), "text/calendar; charset=utf-8")


def _language(request: HttpRequest) -> str:
    """What the address asks for; else what the browser does."""
    wanted = request.GET.get("lang", "")
    return wanted if languages.known(wanted) else translation.get_language() or settings.LANGUAGE_CODE


def _atom(tournament: Tournament) -> bytes:
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
    for line in audit.lines(tournament, entries, limit=LATEST, only=NEWS):
        link = home
        if line.round and line.what in ROUND:
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


def _calendar(tournament: Tournament) -> bytes:
    found = Calendar()
    found.add("prodid", "-//Slow Fuse//Tournament//EN")
    found.add("version", "2.0")
    found.add("x-wr-calname", tournament.name)
    found.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    found.add("x-published-ttl", "PT1H")
    if tournament.status == Tournament.Status.CANCELLED:
        return found.to_ical()
    began = tournament.started_at or tournament.starts_at
    summary = _("%(tournament)s starts") % {"tournament": tournament.name}
    found.add_component(_event(tournament, "start", summary, began, began + LENGTH))
    rounds = tournament.rounds.exclude(state=Round.State.PROPOSED).order_by("number")
    for row in rounds:
        ends = row.ends_at if row.over_at is None else min(row.over_at, row.ends_at or row.over_at)
        if ends is not None:
            summary = _("%(tournament)s: end of round %(round)d") % {
                "tournament": tournament.name,
                "round": row.number + 1,
            }
            path = reverse("tournaments:round", args=[tournament.code, row.number + 1])
            found.add_component(_event(tournament, f"round-{row.number + 1}", summary, ends - LENGTH, ends, path))
    return found.to_ical()


def _event(tournament: Tournament, key: str, summary: str, begins: datetime, ends: datetime, path: str = "") -> Event:
    event = Event()
    event.add("uid", f"{tournament.code}-{key}@slowfuse")
    event.add("dtstamp", _whole(tournament.created_at))
    event.add("dtstart", _whole(begins))
    event.add("dtend", _whole(ends))
    event.add("summary", summary)
    event.add("url", settings.SLOWFUSE_SITE + (path or tournament.get_absolute_url()))
    event.add("transp", "TRANSPARENT")
    return event


def _whole(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)


def _public(body: bytes, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    patch_cache_control(response, max_age=60)
    return response
