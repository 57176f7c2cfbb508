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
from apps.talk.models import Message, Report, Silence
from apps.talk.selectors.room import enter
from apps.talk.services.live_updates import wake

AROUND: Final = 5
"""Messages shown before and after a reported one."""
PER_HOUR: Final = 20
LONGEST: Final = 365
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


def report(*, message: int, reporter: int, reason: str, about: str, now: datetime) -> None:
    """Report a message that the reporter can read to the organisers.

    :raises TalkRefused: if it's their own, they have already reported it, or the reason doesn't exist
    :raises TextRefused: if their text can't be accepted
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
    """Check that a report is valid.

    :raises TalkRefused: if it's their own message, or the reason doesn't exist
    """
    if author == reporter:
        raise TalkRefused(_("You can’t report your own messages."))
    if reason not in Report.Reason.values:
        raise TalkRefused(_("Please choose a reason."))


def spend(reporter: int) -> None:
    """Count a player's report, of any chat.

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
    """Hide a message from everyone except organisers, and close every open report of it.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        _settle(_open(report), Report.Verdict.HIDDEN, by, now)


def silence(*, report: int, days: int, by: int, now: datetime) -> None:
    """Hide the message, and ban its author from chat for a number of days.

    :raises TalkRefused: if the report is already closed, the author has left, or the number of days is invalid
    """
    with transaction.atomic():
        found = _open(report)
        close_talk(author=found.message.author_id, days=days, by=by, now=now, report=found)
        _settle(found, Report.Verdict.SILENCED, by, now)


def close_talk(*, author: int | None, days: int, by: int, now: datetime, report: Report | None = None) -> None:
    """Ban a player from all chats for a number of days.

    :raises TalkRefused: if the author has left, or the number of days is invalid
    """
    if not 1 <= days <= LONGEST:
        raise TalkRefused(_("Choose between 1 and %(most)d days.") % {"most": LONGEST})
    if author is None:
        raise TalkRefused(_("The author has left Slow Fuse. Hide the message instead."))
    until = now + timedelta(days=days)
    Silence.objects.create(player_id=author, since=now, until=until, by_id=by, report=report)


def dismiss(*, report: int, by: int, now: datetime) -> None:
    """Leave the message as it is.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        found = _open(report)
        Report.objects.filter(pk=found.pk).update(verdict=Report.Verdict.DISMISSED, settled_at=now, settled_by_id=by)


def lift(*, silences: Collection[int], now: datetime) -> int:
    """Lift chat bans, and return how many."""
    return Silence.objects.filter(pk__in=silences, until__gt=now).update(until=now)


def around(message: Message) -> list[Heard]:
    """Return a message and those around it, oldest first."""
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
    """Return the report, locked."""
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
