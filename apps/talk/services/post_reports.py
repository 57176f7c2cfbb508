"""Reports of posts, and what moderators do about them. Only this module writes reports of posts.

The rules of every chat (`services.reports`) apply here, too.
"""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from apps.common import text_rules
from apps.talk.errors import TalkRefused
from apps.talk.models import Post, PostReport, Report
from apps.talk.services import reports
from apps.talk.services.reports import MESSAGES_AROUND, Heard


def report_post(*, post: int, reporter: int, reason: str, about: str, now: datetime) -> None:
    """Report a post that the reporter can read to the moderators.

    :raises TalkRefused: if it's their own, they have already reported it, or the reason doesn't exist
    :raises TextRefused: if their text can't be accepted
    :raises RateLimited: if they report too much, on boards and at tables together
    """
    reported = Post.objects.get(pk=post)
    reports.check_report(author=reported.author_id, reporter=reporter, reason=reason)
    about = text_rules.clean_message(about) if about.strip() else ""
    if PostReport.objects.filter(post=reported, reporter=reporter).exists():
        raise TalkRefused(reports.describe_repeated_report())
    reports.enforce_report_limit(reporter)
    try:
        with transaction.atomic():
            PostReport.objects.create(post=reported, reporter_id=reporter, reason=reason, words=about, at=now)
    except IntegrityError as error:  # A double click.
        raise TalkRefused(reports.describe_repeated_report()) from error


def hide_reported_post(*, report: int, by: int, now: datetime) -> None:
    """Hide a post from everyone except moderators, and close every open report of it.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        _settle_post_reports(_lock_post_report(report), Report.Verdict.HIDDEN, by, now)


def ban_post_author(*, report: int, days: int, by: int, now: datetime) -> None:
    """Hide the post, and ban its author from chat for a number of days, on boards and at tables.

    :raises TalkRefused: if the report is already closed, the author has left, or the number of days is invalid
    """
    with transaction.atomic():
        found = _lock_post_report(report)
        reports.ban_from_chat(author=found.post.author_id, days=days, by=by, now=now)
        _settle_post_reports(found, Report.Verdict.BANNED, by, now)


def dismiss_post_report(*, report: int, by: int, now: datetime) -> None:
    """Leave the post as it is.

    :raises TalkRefused: if the report is already closed
    """
    with transaction.atomic():
        found = PostReport.objects.filter(pk=_lock_post_report(report).pk)
        found.update(verdict=Report.Verdict.DISMISSED, settled_at=now, settled_by_id=by)


def find_posts_around(post: Post) -> list[Heard]:
    """Return a post and those around it, oldest first."""
    of_board = Post.objects.filter(board=post.board_id).select_related("author")
    before = list(of_board.filter(pk__lt=post.pk).order_by("-pk")[:MESSAGES_AROUND])
    after = list(of_board.filter(pk__gte=post.pk).order_by("pk")[: MESSAGES_AROUND + 1])
    return [
        Heard(
            id=near.pk,
            author=str(near.author or _("someone who left")),
            text=near.text,
            at=near.at,
            hidden=near.hidden_at is not None,
            reported=near.pk == post.pk,
        )
        for near in (*reversed(before), *after)
    ]


def _lock_post_report(report: int) -> PostReport:
    """Return the report, locked."""
    found = PostReport.objects.select_for_update(of=("self",), no_key=True).select_related("post").get(pk=report)
    if found.verdict != Report.Verdict.OPEN:
        raise TalkRefused(reports.describe_closed_report())
    return found


def _settle_post_reports(report: PostReport, verdict: str, by: int, now: datetime) -> None:
    Post.objects.filter(pk=report.post_id, hidden_at=None).update(hidden_at=now)
    PostReport.objects.filter(post=report.post_id, verdict=Report.Verdict.OPEN).update(
        verdict=verdict, settled_at=now, settled_by_id=by
    )
