"""Private feeds of a player's deadlines, for news readers and calendars that know only the URL."""

# A view takes its request even if it doesn't need it.
# ruff: noqa: ARG001

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from icalendar import Alarm, Event

from apps.accounts.models import Player
from apps.common import calendars
from apps.common.feeds import AtomFeed
from apps.matches.selectors import pending
from apps.matches.selectors.pending import Waiting
from apps.notices import wording
from apps.notices.models import Kind, Wishes

EVENT_LENGTH = timedelta(minutes=15)
"""The length of a deadline in a calendar, before the time it ends."""


@require_safe
@conditional_page
def show_deadline_feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return what is waiting, newest first."""
    player = _find_feed_owner(token)
    with wording.use_locale_of(player):
        return _build_private_response(
            _write_deadline_feed(player, pending.find_open_questions(players=[player.pk]), token),
            "application/atom+xml; charset=utf-8",
        )


@require_safe
@conditional_page
def show_deadline_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the deadlines."""
    player = _find_feed_owner(token)
    with wording.use_locale_of(player):
        return _build_private_response(
            _write_deadline_calendar(pending.find_open_questions(players=[player.pk])), "text/calendar; charset=utf-8"
        )


def _write_deadline_feed(player: Player, asked: list[Waiting], token: str) -> bytes:
    feed = AtomFeed(
        since=player.date_joined,
        title=_("Slow Fuse: matches waiting for %(name)s") % {"name": player},
        link=settings.SLOWFUSE_SITE + wording.get_own_matches_path(),
        description="",
        language=player.language or settings.LANGUAGE_CODE,
        feed_url=settings.SLOWFUSE_SITE + reverse("notices:atom", args=[token]),
        feed_guid=f"{settings.SLOWFUSE_SITE}/feed/of/{player.pk}/",
    )
    for each in sorted(asked, key=lambda each: each.opened_at, reverse=True):
        line = wording.build_notice_line(wording.word_question(each, Kind.TURN))
        feed.add_item(
            title=line.title,
            link=line.url,
            description=line.text,
            unique_id=f"{line.url}#{each.key}",
            pubdate=each.opened_at,
            updateddate=each.moved_at or each.opened_at,
        )
    return feed.writeString("utf-8").encode()


def _write_deadline_calendar(asked: list[Waiting]) -> bytes:
    found = calendars.new_calendar(title="Slow Fuse", kind="Deadlines", refresh=timedelta(minutes=15))
    for each in asked:
        found.add_component(_build_deadline_event(each))
    return calendars.encode_calendar(found)


def _build_deadline_event(each: Waiting) -> Event:
    line = wording.build_notice_line(wording.word_question(each, Kind.TURN))
    event = calendars.new_event(
        uid=f"{each.code}-{each.key}@slowfuse".replace(":", "-"),
        summary=line.title,
        url=line.url,
        begins=each.lapses_at - EVENT_LENGTH,
        ends=each.lapses_at,
        changed_at=each.moved_at or each.opened_at,
        sequence=_compute_event_sequence(each),
    )
    event.add("description", f"{line.text}\n{line.url}")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", line.title)
    alarm.add("trigger", -timedelta(hours=1))
    if each.lapses_at - each.opened_at > timedelta(hours=2):
        event.add_component(alarm)
    return event


def _compute_event_sequence(each: Waiting) -> int:
    """Return a number that grows whenever the deadline moves, the seconds from the question to the last change."""
    return 0 if each.moved_at is None else max(1, ceil((each.moved_at - each.opened_at).total_seconds()))


def _find_feed_owner(token: str) -> Player:
    found = Wishes.objects.select_related("player").filter(feed=token, player__is_active=True).first()
    if found is None:
        raise Http404(_("We can’t find this feed. Its address may have changed."))
    timezone.deactivate()
    return found.player


def _build_private_response(body: bytes, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    patch_cache_control(response, private=True, max_age=60)
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response
