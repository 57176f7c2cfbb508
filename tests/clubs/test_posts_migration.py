"""Tests that club messages from before boards are now on boards, with their reports and numbers."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.clubs.models import Club, Message, Report
from apps.clubs.services import messages
from apps.talk.models import Board, Post, PostReport
from tests import data_migrations
from tests.factories.clubs import NOW, club

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
MIGRATION = "0003_posts"


def copy() -> None:
    data_migrations.run("clubs", MIGRATION, "copy")
    data_migrations.run("clubs", MIGRATION, "count_on")


@pytest.fixture
def before(owls: Club, sealed: Club, ada: Player, ben: Player) -> list[Message]:
    """Create five messages in two clubs: one removed, one without an author, and two reported."""
    lines = [
        Message.objects.create(club=club, author=author, at=NOW, text=f"line {number}.", hidden_at=hidden)
        for number, (club, author, hidden) in enumerate(
            [(owls, ada, None), (sealed, ben, None), (owls, None, None), (owls, ben, NOW), (sealed, ada, None)]
        )
    ]
    Report.objects.create(message=lines[0], reporter=ben, reason="spam", words="Again!", at=NOW)
    settled = {"verdict": "hidden", "settled_at": NOW, "settled_by": ada}
    Report.objects.create(message=lines[3], reporter=None, reason="other", at=NOW, **settled)
    return lines


@pytest.mark.parametrize("at_once", [1000, 2])
def test_everything_is_copied_once_however_often_it_runs(
    before: list[Message], owls: Club, sealed: Club, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(importlib.import_module(f"apps.clubs.migrations.{MIGRATION}"), "_AT_ONCE", at_once)
    copy()
    copy()
    boards = dict(Club.objects.values_list("pk", "board"))
    kept = ("pk", "author", "at", "text", "hidden_at")
    assert list(Post.objects.order_by("pk").values_list("board", *kept)) == [
        (boards[club], *row) for club, *row in Message.objects.order_by("pk").values_list("club", *kept)
    ]
    told = ("pk", "reporter", "reason", "words", "at", "verdict", "settled_at", "settled_by")
    assert list(PostReport.objects.order_by("pk").values_list("post", *told)) == list(
        Report.objects.order_by("pk").values_list("message", *told)
    )
    assert Board.objects.count() == 2
    assert Message.objects.count() == 5, "the version before finds what was there"


def test_members_read_it_where_it_was_and_go_on(
    at: Browser, before: list[Message], owls: Club, ada: Player, ben: Player
) -> None:
    copy()
    talk = f"{owls.get_absolute_url()}talk/"
    page = at(ben).get(talk).content.decode()
    assert "line 0." in page
    assert "line 3." not in page, "it was removed"
    assert at(ben).get(f"{talk}{before[0].pk}/").status_code == 200
    said = messages.add_post(code=owls.code, player=ada, text="line 5.", now=NOW)
    assert said > before[-1].pk
    page = at(ben).get(talk).content.decode()
    assert page.index("line 5.") < page.index("line 0.")


def test_where_nothing_was_said_there_is_no_board(ada: Player) -> None:
    club(ada)
    copy()
    assert not Board.objects.exists()
