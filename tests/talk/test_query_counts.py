"""Tests that pages need few statements for any number of messages, including session and user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.matches.services import uptime
from apps.talk.models import Message, Report
from tests.database import statements
from tests.factories.matches import MatchDriver
from tests.factories.people import superuser

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


def asked_by(act: Callable[[], Any]) -> list[str]:
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        response = act()
    assert response.status_code in (200, 204, 302)
    return statements(context)


@pytest.fixture
def long_talk(table: MatchDriver, said: Callable[..., int], ada: Any, ben: Any) -> MatchDriver:
    uptime.beat_if_due(now=timezone.now())
    for n in range(60):
        said((ada, ben)[n % 2], f"{n}")
    return table


def test_the_panel_asks_eight_times_at_most(long_talk: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    for viewer in (ada, ben, cleo, None):
        client = at(viewer)
        sent = asked_by(lambda client=client: client.get(f"/m/{long_talk.code}/talk/", headers=HTMX))  # type: ignore[misc]
        assert len(sent) <= 8, "\n".join(sent)


def test_the_page_writes_one_statement_more_the_first_time(long_talk: MatchDriver, at: Browser, ada: Any) -> None:
    client, path = at(ada), f"/m/{long_talk.code}/talk/"
    assert len(asked_by(lambda: client.get(path))) <= 9
    assert len(asked_by(lambda: client.get(path))) <= 8


def test_looking_in_vain_asks_six_times_at_most(long_talk: MatchDriver, at: Browser, ada: Any, cleo: Any) -> None:
    for viewer in (ada, cleo, None):
        client = at(viewer)
        page = client.get(f"/m/{long_talk.code}/talk/").content.decode()
        mark = page.split('name="mark" value="')[1].split('"')[0]
        sent = asked_by(lambda: client.get(f"/m/{long_talk.code}/talk/news/?mark={mark}", headers=HTMX))  # noqa: B023
        assert len(sent) <= 6, "\n".join(sent)


def test_the_match_page_pays_nothing_for_the_talk(long_talk: MatchDriver, at: Browser, ada: Any) -> None:
    sent = asked_by(lambda: at(ada).get(f"/m/{long_talk.code}/"))
    assert not [sql for sql in sent if "talk_" in sql]


def test_other_pages_stay_below_eight(long_talk: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:

    pk = Message.objects.filter(author=ben).first()
    client = at(ada)
    for path in (f"/m/{long_talk.code}/talk/{pk and pk.pk}/", "/me/muted/", f"/m/{long_talk.code}/talk/?before=50"):
        assert len(asked_by(lambda path=path: client.get(path))) < 8  # type: ignore[misc]


def test_the_queue_of_reports_asks_the_same_however_long_it_is(
    long_talk: MatchDriver, at: Browser, ben: Any, django_user_model: Any
) -> None:

    organiser = at(superuser())
    messages = list(Message.objects.all())
    counts = []
    for some in (messages[:1], messages[1:40]):
        Report.objects.bulk_create(Report(message=m, reporter=ben, reason="spam", at=timezone.now()) for m in some)
        counts.append(len(asked_by(lambda: organiser.get("/admin/talk/report/"))))
    assert counts[0] == counts[1]
