"""Messages that people report, and what organisers do about them. Only this module writes reports and silences.

What holds wherever people talk stands here, too: which reports are none, and how somebody's talk is closed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from apps.common import rate_limits, text_rules
from apps.talk import phrases
from apps.talk.errors import TalkRefused
from apps.talk.models import Message, Report, Silence
from apps.talk.selectors.room import enter
from apps.talk.services.live_updates import wake

AROUND: Final = 5
"""Messages shown before and after a reported one."""
PER_HOUR: Final = 20
LONGEST: Final = 365
"""Days of a silence."""


@dataclass(frozen=True)
class Heard:
    """A message as organisers read it: everything, whoever hid it."""

    id: int
    author: str
    text: str
    at: datetime
    hidden: bool
    reported: bool
    """Whether it is the one the report is about."""


def report(*, message: int, reporter: int, reason: str, about: str, now: datetime) -> None:
    """Ask the organisers to look at a message the reporter can read.

    :raises TalkRefused: if it is their own, they reported it already, or there is no such reason
    :raises TextRefused: if their words cannot be taken
    :raises RateLimited: if they report too much
    """
    reported = Message.objects.get(pk=message)
    check(author=reported.author_id, reporter=reporter, reason=reason)
    about = text_rules.message(about) if about.strip() else ""
    if Report.objects.filter(message=reported, reporter=reporter).exists():
        raise TalkRefused(already())
    spend(reporter)
    try:
        with transaction.atomic():
            Report.objects.create(message=reported, reporter_id=reporter, reason=reason, words=about, at=now)
    except IntegrityError as error:  # A double click.
        raise TalkRefused(already()) from error


def check(*, author: int | None, reporter: int, reason: str) -> None:
    """:raises TalkRefused: if it is their own message, or there is no such reason"""
    if author == reporter:
        raise TalkRefused(_("You can’t report your own messages."))
    if reason not in Report.Reason.values:
        raise TalkRefused(_("Please choose a reason."))


def spend(reporter: int) -> None:
    """Count a report of somebody, wherever the message was said.

    :raises RateLimited: if they report too much
    """
    rate_limits.spend(
        what="report",
        who=str(reporter),
        most=PER_HOUR,
        seconds=3600,
        sentence=_("You’ve sent a lot of reports in the last hour. Please come back later."),
    )


def hide(*, report: int, by: int, now: datetime) -> None:
    """Take a message away from everybody but organisers; every open report of it is settled.

    :raises TalkRefused: if the report is settled already
    """
    with transaction.atomic():
        _settle(_open(report), Report.Verdict.HIDDEN, by, now)


def silence(*, report: int, days: int, by: int, now: datetime) -> None:
    """Hide the message, and forbid its author to talk for so many days.

    :raises TalkRefused: if the report is settled already, the author has left, or the days are none or too many
    """
    with transaction.atomic():
        found = _open(report)
        close_talk(author=found.message.author_id, days=days, by=by, now=now, report=found)
        _settle(found, Report.Verdict.SILENCED, by, now)


def close_talk(*, author: int | None, days: int, by: int, now: datetime, report: Report | None = None) -> None:
    """Forbid somebody to talk for so many days, wherever they would be read.

    :raises TalkRefused: if the author has left, or the days are none or too many
    """
    if not 1 <= days <= LONGEST:
        raise TalkRefused(_("Choose between 1 and %(most)d days.") % {"most": LONGEST})
    if author is None:
        raise TalkRefused(_("The author has left Slow Fuse. Hide the message instead."))
    until = now + timedelta(days=days)
    Silence.objects.create(player_id=author, since=now, until=until, by_id=by, report=report)


def dismiss(*, report: int, by: int, now: datetime) -> None:
    """Leave the message as it is.

    :raises TalkRefused: if the report is settled already
    """
    with transaction.atomic():
        found = _open(report)
        Report.objects.filter(pk=found.pk).update(verdict=Report.Verdict.DISMISSED, settled_at=now, settled_by_id=by)


def lift(*, silences: Collection[int], now: datetime) -> int:
    """Let people talk again; returns how many silences end."""
    return Silence.objects.filter(pk__in=silences, until__gt=now).update(until=now)


def around(message: Message) -> list[Heard]:
    """A message and what was said before and after it, oldest first."""
    of_match = Message.objects.filter(match=message.match_id).select_related("author")
    before = list(of_match.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])
    after = list(of_match.filter(pk__gte=message.pk).order_by("pk")[: AROUND + 1])
    return [
        Heard(
            id=near.pk,
            author=str(near.author or _("someone who left")),
            text=phrases.text(near.phrase) if near.phrase else near.text,
            at=near.at,
            hidden=near.hidden_at is not None,
            reported=near.pk == message.pk,
        )
        for near in (*reversed(before), *after)
    ]


def _open(report: int) -> Report:
    """The report, locked."""
    found = Report.objects.select_for_update(of=("self",), no_key=True).select_related("message").get(pk=report)
    if found.verdict != Report.Verdict.OPEN:
        raise TalkRefused(settled())
    return found


def _settle(report: Report, verdict: str, by: int, now: datetime) -> None:
    message = report.message
    if Message.objects.filter(pk=message.pk, hidden_at=None).update(hidden_at=now):
        wake(enter(code=message.match.code, player=None, now=now), author=message.author_id)
    Report.objects.filter(message=report.message_id, verdict=Report.Verdict.OPEN).update(
        verdict=verdict, settled_at=now, settled_by_id=by
    )


def already() -> str:
    return _("You’ve already reported this message. An organiser will look at it.")


def settled() -> str:
    return _("Someone has already closed this report.")
