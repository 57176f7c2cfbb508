"""Tests that moderators close reports from boards as they do at tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext

from apps.talk.models import Board, ChatBan, Post, PostReport
from apps.talk.services import post_reports, posts
from tests.factories.people import browser, staff

pytestmark = pytest.mark.django_db
QUEUE = "/admin/talk/postreport/"
ALL = f"{QUEUE}?verdict=all"


def act(client: Client, action: str, *rows: PostReport, path: str = QUEUE) -> str:
    typed = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(path, typed, follow=True).content.decode()


@pytest.fixture
def report(ada: Any, ben: Any, now: datetime) -> PostReport:
    board = Board.objects.create()
    for number in range(8):
        cache.clear()
        said = posts.add_post(board=board.pk, author=ben.pk, text=f"Buy {number}!", now=now)
    post_reports.report_post(post=said, reporter=ada.pk, reason="spam", about="", now=now)
    return PostReport.objects.get()


def test_a_report_stands_among_what_was_said_around_it(organiser: Client, report: PostReport, now: datetime) -> None:
    Post.objects.filter(text="Buy 6!").update(hidden_at=now)
    assert "Buy 7!" in organiser.get(QUEUE).content.decode()
    page = organiser.get(f"{QUEUE}{report.pk}/change/").content.decode()
    assert "<strong>Buy 7!</strong>" in page
    assert "Buy 6! " in page, "moderators read what was hidden, too"
    assert [number for number in range(8) if f"Buy {number}!" in page] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("action", "verdict", "hidden", "banned"),
    [("hide", "hidden", True, 0), ("ban_week", "silenced", True, 1), ("dismiss", "dismissed", False, 0)],
)
def test_it_is_settled_once_with_all_other_reports_of_it_if_it_goes(
    organiser: Client, report: PostReport, ben: Any, cleo: Any, now: datetime,
    action: str, verdict: str, hidden: bool, banned: int,
) -> None:  # fmt: skip
    post_reports.report_post(post=report.post_id, reporter=cleo.pk, reason="other", about="", now=now)
    act(organiser, action, report)
    report.refresh_from_db()
    assert report.verdict == verdict
    assert (Post.objects.get(pk=report.post_id).hidden_at is not None) == hidden
    assert ChatBan.objects.filter(player=ben).count() == banned
    assert PostReport.objects.filter(verdict="open").count() == (not hidden)
    assert LogEntry.objects.get().object_id == str(report.pk)
    assert gettext("Someone has already closed this report.") in act(organiser, "hide", report, path=ALL)


def test_nobody_is_silenced_who_left(organiser: Client, report: PostReport, ben: Any) -> None:
    ben.delete()
    said = gettext("The author has left Slow Fuse. Hide the message instead.")
    assert said in act(organiser, "ban_day", report)
    report.refresh_from_db()
    assert report.verdict == "open"


def test_only_who_may_change_reports_settles_them(report: PostReport) -> None:
    looks = browser(staff("looks", "view_postreport"))
    assert "Buy 7!" in looks.get(QUEUE).content.decode()
    act(looks, "hide", report)
    assert browser(staff("stranger", "change_report")).get(QUEUE).status_code == 403
    report.refresh_from_db()
    assert report.verdict == "open"


def test_the_queue_asks_the_same_however_long_it_is(organiser: Client, report: PostReport, cleo: Any) -> None:
    counts = []
    organiser.get(QUEUE)  # Django caches data about its tables from now on.
    for number in range(2):
        if number:
            others = Post.objects.exclude(pk=report.post_id)
            PostReport.objects.bulk_create(
                PostReport(post=post, reporter=cleo, reason="spam", at=report.at) for post in others
            )
        with CaptureQueriesContext(connection) as queries:
            organiser.get(QUEUE)
        counts.append(len(queries))
    assert counts[0] == counts[1] < 40
