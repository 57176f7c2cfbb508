"""Messages of clubs that people report, and what moderators do about them. Only this module writes reports."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from apps.clubs.models import Message, Report
from apps.common import text_rules
from apps.talk.errors import TalkRefused
from apps.talk.services import reports as of_tables

AROUND: Final = 5
"""Messages shown before and after a reported one."""


def report(*, message: int, reporter: int, reason: str, about: str, now: datetime) -> None:
    """Ask the moderators to look at a message the reporter can read.

    :raises TalkRefused: if it is their own, they reported it already, or there is no such reason
    :raises TextRefused: if their words cannot be taken
    :raises RateLimited: if they report too much, here and at tables together
    """
    reported = Message.objects.get(pk=message)
    of_tables.check(author=reported.author_id, reporter=reporter, reason=reason)
    about = text_rules.message(about) if about.strip() else ""
    if Report.objects.filter(message=reported, reporter=reporter).exists():
        raise TalkRefused(of_tables.already())
    of_tables.spend(reporter)
    try:
        with transaction.atomic():
            Report.objects.create(message=reported, reporter_id=reporter, reason=reason, words=about, at=now)
    except IntegrityError as error:  # A double click.
        raise TalkRefused(of_tables.already()) from error


def hide(*, report: int, by: int, now: datetime) -> None:
    """Take a message away from everybody but moderators; every open report of it is settled.

    :raises TalkRefused: if the report is settled already
    """
    with transaction.atomic():
        _settle(_open(report), Report.Verdict.HIDDEN, by, now)


def silence(*, report: int, days: int, by: int, now: datetime) -> None:
    """Hide the message, and forbid its author to talk for so many days, in clubs and at tables.

    :raises TalkRefused: if the report is settled already, the author has left, or the days are none or too many
    """
    with transaction.atomic():
        found = _open(report)
        of_tables.close_talk(author=found.message.author_id, days=days, by=by, now=now)
        _settle(found, Report.Verdict.SILENCED, by, now)


def dismiss(*, report: int, by: int, now: datetime) -> None:
    """Leave the message as it is.

    :raises TalkRefused: if the report is settled already
    """
    with transaction.atomic():
        found = _open(report)
        Report.objects.filter(pk=found.pk).update(verdict=Report.Verdict.DISMISSED, settled_at=now, settled_by_id=by)


def around(message: Message) -> list[Message]:
    """A message and what was said before and after it, oldest first."""
    of_club = Message.objects.filter(club=message.club_id).select_related("author")
    before = list(of_club.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])
    return [*reversed(before), *of_club.filter(pk__gte=message.pk).order_by("pk")[: AROUND + 1]]


def _open(report: int) -> Report:
    """The report, locked."""
    found = Report.objects.select_for_update(of=("self",), no_key=True).select_related("message").get(pk=report)
    if found.verdict != Report.Verdict.OPEN:
        raise TalkRefused(of_tables.settled())
    return found


def _settle(report: Report, verdict: str, by: int, now: datetime) -> None:
    Message.objects.filter(pk=report.message_id, hidden_at=None).update(hidden_at=now)
    Report.objects.filter(message=report.message_id, verdict=Report.Verdict.OPEN).update(
        verdict=verdict, settled_at=now, settled_by_id=by
    )
