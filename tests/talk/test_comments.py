"""Tests of comments on the moves of a replay: their authors and their readers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext_noop

from apps.accounts.services import relations
from apps.matches.models import Match
from apps.talk import personal_data
from apps.talk.models import ChatBan, Message, Report
from apps.talk.selectors import messages as lines
from apps.talk.selectors.room import load_room
from apps.talk.services import messages, mutes, reports
from tests.concurrency import together
from tests.factories.finished_matches import recorded_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def over(ada: Any, ben: Any) -> Match:
    """Return a match that ended a week ago, so that its table's chat is closed."""
    return recorded_match("fuse", [ada, ben], now=timezone.now() - timedelta(days=7))


def written(match: Match, reader: Any = None) -> list[tuple[int | None, str]]:
    room = load_room(code=match.code, player=reader and reader.pk, now=timezone.now())
    return [(line.move, line.text) for line in lines.load_comments(room)]


def comment(client: Client, match: Match, at: Any = 3, text: str = "Here it turned.", **headers: Any) -> Any:
    return client.post(f"/m/{match.code}/record/comments/", {"at": at, "text": text}, headers=headers)


def test_who_played_writes_about_a_move_and_everybody_reads_it(over: Match, at: Browser, ada: Any, ben: Any) -> None:
    assert comment(at(ada), over, 7, "Why not the bucket?").status_code == 302
    assert comment(at(ben), over, 3).status_code == 302
    for reader in (ada, ben, None):
        assert written(over, reader) == [(3, "Here it turned."), (7, "Why not the bucket?")]
        page = at(reader).get(f"/m/{over.code}/record/comments/?at=3").content.decode()
        assert page.index("Here it turned.") < page.index("Why not the bucket?")
    assert f"/m/{over.code}/record/comments/?at=0" in at().get(f"/m/{over.code}/record/").content.decode()


def test_comments_are_not_talk_of_the_table(over: Match, at: Browser, ada: Any, ben: Any) -> None:
    comment(at(ada), over)
    assert "Here it turned." not in at(ben).get(f"/m/{over.code}/talk/").content.decode()
    assert lines.count_unread_messages(load_room(code=over.code, player=ben.pk, now=timezone.now())) == 0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"at": "3", "text": "  "}, gettext_noop("Write something first.")),
        ({"at": "99999", "text": "x"}, gettext_noop("We can’t find that move in this match.")),
        ({"at": "nan", "text": "x"}, gettext_noop("We can’t find that move in this match.")),
        ({"text": "x"}, gettext_noop("We can’t find that move in this match.")),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_sentence(
    over: Match, at: Browser, ada: Any, fields: dict[str, str], sentence: str
) -> None:
    response = at(ada).post(f"/m/{over.code}/record/comments/", fields)
    assert response.status_code in (409, 422)
    assert sentence in response.content.decode()
    assert not Message.objects.exists()


def test_only_who_played_may_write_and_only_after_the_end(over: Match, at: Browser, ada: Any, cleo: Any) -> None:
    assert [comment(at(stranger), over).status_code for stranger in (cleo, None)] == [403, 401]
    Match.objects.filter(pk=over.pk).update(status=Match.Status.PLAYING, over_at=None)
    assert comment(at(ada), over).status_code == 403
    assert not Message.objects.exists()


def test_the_silenced_do_not_comment_and_the_muted_and_blocked_are_not_read(
    over: Match, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    comment(at(ada), over)
    mutes.mute_player(owner=ben.pk, other=ada.pk, now=timezone.now())
    assert "Here it turned." not in at(ben).get(f"/m/{over.code}/record/comments/").content.decode()
    relations.block_player(owner=cleo, other=ada, now=timezone.now())
    assert written(over, cleo) == []
    now = timezone.now()
    ChatBan.objects.create(player=ben, since=now, until=now + timedelta(days=1))
    assert comment(at(ben), over).status_code == 403


def test_a_comment_is_reported_and_hidden_like_a_message(over: Match, at: Browser, ada: Any, ben: Any) -> None:
    comment(at(ada), over)
    message = Message.objects.get()
    about = f"/m/{over.code}/talk/{message.pk}/"
    assert about in at(ben).get(f"/m/{over.code}/record/comments/").content.decode()
    assert at(ben).post(about, {"reason": "spam", "words": ""}).status_code == 302
    reports.hide_reported_message(report=Report.objects.get().pk, by=ben.pk, now=timezone.now())
    assert "Removed by an organiser." in at(ben).get(f"/m/{over.code}/record/comments/").content.decode()


def test_a_comment_said_twice_is_said_once_and_a_refused_one_stays_in_its_field(
    over: Match, at: Browser, ada: Any
) -> None:
    comment(at(ada), over)
    again = comment(at(ada), over, **HTMX)
    assert again.status_code == 409
    assert "You’ve just said that." in again.content.decode()
    assert ">Here it turned.</textarea>" in again.content.decode()
    assert comment(at(ada), over, 4, **HTMX).status_code == 200
    assert Message.objects.count() == 2


def test_a_record_holds_so_many_comments(over: Match, at: Browser, ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_COMMENTS", 1)
    assert comment(at(ada), over).status_code == 302
    assert comment(at(ada), over, 4).status_code == 409
    assert Message.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_write_the_last_comment_at_once_one_does(
    over: Match, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MAX_COMMENTS", 1)
    write = partial(messages.comment_on_move, code=over.code, move=3, text="Here it turned.", now=timezone.now())
    came = together(partial(write, player=ada.pk), partial(write, player=ben.pk))
    assert sorted(type(each).__name__ for each in came) == ["TalkRefused", "int"]


def test_ones_own_comments_are_taken_along(over: Match, at: Browser, ada: Any) -> None:
    comment(at(ada), over)
    [kept] = personal_data.export_messages(player=ada.pk)
    assert (kept["text"], kept["move"]) == ("Here it turned.", 3)
