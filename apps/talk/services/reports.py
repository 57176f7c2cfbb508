"""Reports of messages, and what organisers do about them. Only this module writes reports and chat bans.

It also has the rules for every chat, on invalid reports and on bans.
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
from apps.talk.models import ChatBan, Message, Report
from apps.talk.selectors.room import load_room
from apps.talk.services.live_updates import notify_chat_pages

MESSAGES_AROUND: Final = 5
"""Messages shown before and after a reported one."""
MAX_REPORTS_PER_HOUR: Final = 20
MAX_BAN_DAYS: Final = 365
"""Maximum length of a chat ban in days."""


@dataclass(frozen=True)
class Heard:
    """A message as organisers read it, with its full text even if it's hidden."""

    id: int
    author: str
    text: str
    at: datetime
    hidden: bool
    reported: bool
    """Whether it's the reported message."""


def report_message(*, message: int, reporter: int, reason: str, about: str, now: datetime) -> None:
    """Report a message that the reporter can read to the organisers.

    :raises TalkRefused: if it's their own, they have already reported it, or the reason doesn't exist
    :raises TextRefused: if their text can't be accepted
    :raises RateLimited: if they report too much
    """
    reported = Message.objects.get(pk=message)
    check_report(author=reported.author_id, reporter=reporter, reason=reason)
    about = text_rules.clean_message(about) if about.strip() else ""
    if Report.objects.filter(message=reported, reporter=reporter).exists():
        raise TalkRefused(describe_repeated_report())
    enforce_report_limit(reporter)
    try:
        with transaction.atomic():
            Report.objects.create(message=reported, reporter_id=reporter, reason=reason, words=about, at=now)
    except IntegrityError as error:  # A double click.
        raise TalkRefused(describe_repeated_report()) from error


def check_report(*, author: int | None, reporter: int, reason: str) -> None:
    """Check that a report is valid.

    :raises TalkRefused: if it's their own message, or the reason doesn't exist
    """
    if author == reporter:
        raise TalkRefused(_("You can’t report your own messages."))
    if reason not in Report.Reason.values:
        raise TalkRefused(_("Please choose a reason."))


def enforce_report_limit(reporter: int) -> None:
    """Count a player's report, of any chat.

    :raises RateLimited: if they report too much
    """
    rate_limits.enforce_rate_limit(
        what="report",
        who=str(reporter),
        most=MAX_REPORTS_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve sent a lot of reports in the last hour. Please come back later."),
    )


def hide_reported_message(*, report: int, by: int, now: datetime) -> None:
    """Hide a message from everyone except organisers, and close every open report of it.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        _settle_reports(_lock_report(report), Report.Verdict.HIDDEN, by, now)


def ban_message_author(*, report: int, days: int, by: int, now: datetime) -> None:
    """Hide the message, and ban its author from chat for a number of days.

    :raises TalkRefused: if the report is already closed, the author has left, or the number of days is invalid
    """
    with transaction.atomic():
        found = _lock_report(report)
        ban_from_chat(author=found.message.author_id, days=days, by=by, now=now, report=found)
        _settle_reports(found, Report.Verdict.BANNED, by, now)


def ban_from_chat(*, author: int | None, days: int, by: int, now: datetime, report: Report | None = None) -> None:
    """Ban a player from all chats for a number of days.

    :raises TalkRefused: if the author has left, or the number of days is invalid
    """
    if not 1 <= days <= MAX_BAN_DAYS:
        raise TalkRefused(_("Choose between 1 and %(most)d days.") % {"most": MAX_BAN_DAYS})
    if author is None:
        raise TalkRefused(_("The author has left Slow Fuse. Hide the message instead."))
    until = now + timedelta(days=days)
    ChatBan.objects.create(player_id=author, since=now, until=until, by_id=by, report=report)


def dismiss_report(*, report: int, by: int, now: datetime) -> None:
    """Leave the message as it is.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        found = _lock_report(report)
        Report.objects.filter(pk=found.pk).update(verdict=Report.Verdict.DISMISSED, settled_at=now, settled_by_id=by)


def lift_chat_bans(*, bans: Collection[int], now: datetime) -> int:
    """Lift chat bans, and return how many."""
    return ChatBan.objects.filter(pk__in=bans, until__gt=now).update(until=now)


def find_messages_around(message: Message) -> list[Heard]:
    """Return a message and those around it, oldest first."""
    of_match = Message.objects.filter(match=message.match_id).select_related("author")
    before = list(of_match.filter(pk__lt=message.pk).order_by("-pk")[:MESSAGES_AROUND])
    after = list(of_match.filter(pk__gte=message.pk).order_by("pk")[: MESSAGES_AROUND + 1])
    return [
        Heard(
            id=near.pk,
            author=str(near.author or _("someone who left")),
            text=phrases.get_phrase_text(near.phrase) if near.phrase else near.text,
            at=near.at,
            hidden=near.hidden_at is not None,
            reported=near.pk == message.pk,
        )
        for near in (*reversed(before), *after)
    ]


def _lock_report(report: int) -> Report:
    """Return the report, locked."""
    found = Report.objects.select_for_update(of=("self",), no_key=True).select_related("message").get(pk=report)
    if found.verdict != Report.Verdict.OPEN:
        raise TalkRefused(describe_closed_report())
    return found


def _settle_reports(report: Report, verdict: str, by: int, now: datetime) -> None:
    message = report.message
    if Message.objects.filter(pk=message.pk, hidden_at=None).update(hidden_at=now):
        notify_chat_pages(load_room(code=message.match.code, player=None, now=now), author=message.author_id)
    Report.objects.filter(message=report.message_id, verdict=Report.Verdict.OPEN).update(
        verdict=verdict, settled_at=now, settled_by_id=by
    )


def describe_repeated_report() -> str:
    return _("You’ve already reported this message. An organiser will look at it.")


def describe_closed_report() -> str:
    return _("Someone has already closed this report.")
