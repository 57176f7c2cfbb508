"""Tests of boards, which are chats without a match and can belong to anything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from apps.accounts.services import relations
from apps.common.errors import RateLimited, TextRefused
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Board, ChatBan, Mute, Post, PostReport
from apps.talk.selectors import posts as lines
from apps.talk.selectors.posts import Place
from apps.talk.services import messages, post_reports, posts
from tests.factories.matches import MatchDriver

pytestmark = pytest.mark.django_db
Say = Callable[..., int]


@pytest.fixture
def board() -> Board:
    return Board.objects.create()


@pytest.fixture
def say(board: Board, now: datetime) -> Say:
    """Return a function that posts on the board without rate limits: `say(ada, "words")` gives the post's id."""

    def speak(player: Any, text: str, on: Board = board) -> int:
        cache.clear()
        return posts.add_post(board=on.pk, author=player.pk, text=text, now=now)

    return speak


def place(board: Board, reader: Any = None, **more: Any) -> Place:
    return Place(board=board.pk, path="/", reader=reader and reader.pk, talks=True, **more)


def read(board: Board, reader: Any = None, **more: Any) -> list[str]:
    return [line.text for line in lines.load_latest_posts(place(board, reader, **more)).lines]


# -- Posting -------------------------------------------------------------------------------------------------------


def test_what_is_said_on_one_board_is_not_on_another(board: Board, say: Say, ada: Any, ben: Any) -> None:
    other = Board.objects.create()
    said = say(ada, "Here.")
    say(ben, "There.", on=other)
    assert read(board) == ["Here."]
    assert read(other) == ["There."]
    with pytest.raises(Post.DoesNotExist):
        lines.find_post(place(other), said)


@pytest.mark.parametrize("text", ["", "  \n", "x" * 501, "a\u202eb"])
def test_a_text_that_cannot_be_taken_is_refused(board: Board, say: Say, ada: Any, text: str) -> None:
    with pytest.raises(TextRefused):
        say(ada, text)
    assert not Post.objects.exists()


def test_a_double_click_says_it_once_and_somebody_else_may_say_the_same(
    board: Board, say: Say, ada: Any, ben: Any
) -> None:
    say(ada, "Me!")
    with pytest.raises(TalkRefused):
        say(ada, " Me! ")
    say(ben, "Me!")
    say(ada, "Me!")
    assert read(board) == ["Me!"] * 3


def test_boards_and_tables_count_together(board: Board, table: MatchDriver, ada: Any, ben: Any, now: datetime) -> None:
    for number in range(3):
        messages.send_message(code=table.code, player=ada.pk, text=f"{number}", now=now)
        posts.add_post(board=board.pk, author=ada.pk, text=f"{number}", now=now)
    with pytest.raises(RateLimited):
        posts.add_post(board=board.pk, author=ada.pk, text="One more.", now=now)
    assert Post.objects.count() == 3
    posts.add_post(board=board.pk, author=ben.pk, text="Mine counts for itself.", now=now)


def test_who_may_not_talk_says_nothing_until_then(board: Board, say: Say, ada: Any, now: datetime) -> None:
    until = now + timedelta(seconds=1)
    ChatBan.objects.create(player=ada, since=now - timedelta(days=2), until=until)
    said = gettext("An organiser has banned you from chat until %(until)s. You can still read and play.")
    with pytest.raises(NotYourTalk) as refused:
        say(ada, "Hello.")
    assert str(refused.value) == said % {"until": date_format(timezone.localtime(until), "DATETIME_FORMAT")}
    ChatBan.objects.update(until=now)
    say(ada, "Hello.")
    assert read(board) == ["Hello."]


# -- Reading -------------------------------------------------------------------------------------------------------


def test_the_newest_fifty_come_first_and_then_those_before(board: Board, ada: Any, now: datetime) -> None:
    Post.objects.bulk_create(Post(board=board, author=ada, text=f"{number}", at=now) for number in range(120))
    before, pages = None, []
    for _page in range(3):
        page = lines.load_latest_posts(place(board), before=before)
        pages.append([int(line.text) for line in page.lines])
        before = page.earlier
    assert pages == [list(range(119, 69, -1)), list(range(69, 19, -1)), list(range(19, -1, -1))]
    assert before is None


def test_people_who_keep_apart_do_not_read_each_other_and_organisers_find_it_folded_away(
    board: Board, say: Say, ada: Any, ben: Any, cleo: Any, now: datetime
) -> None:
    of_ada, of_ben = say(ada, "Ada’s."), say(ben, "Ben’s.")
    relations.block_player(owner=ada, other=ben, now=now)
    assert read(board, ada) == ["Ada’s."]
    assert read(board, ben) == ["Ben’s."]
    assert read(board, cleo) == read(board) == ["Ben’s.", "Ada’s."]
    for reader, said in ((ada, of_ben), (ben, of_ada)):
        with pytest.raises(Post.DoesNotExist):
            lines.find_post(place(board, reader), said)
        assert lines.find_post(place(board, reader, organises=True), said).muted


def test_whom_one_muted_is_folded_away_for_oneself_alone(
    board: Board, say: Say, ada: Any, ben: Any, now: datetime
) -> None:
    said = say(ben, "Ben’s.")
    Mute.objects.create(owner=ada, other=ben, since=now)
    assert lines.find_post(place(board, ada), said).muted
    assert not lines.find_post(place(board, ben), said).muted
    assert not lines.find_post(place(board), said).muted


# -- Removing ------------------------------------------------------------------------------------------------------


def test_everybody_removes_their_own_and_organisers_any(
    board: Board, say: Say, ada: Any, ben: Any, now: datetime
) -> None:
    first, second = say(ada, "First."), say(ada, "Second.")
    with pytest.raises(NotYourTalk):
        posts.remove_post(board=board.pk, post=first, by=ben.pk, organises=False, now=now)
    assert read(board) == ["Second.", "First."]
    posts.remove_post(board=board.pk, post=first, by=ada.pk, organises=False, now=now)
    posts.remove_post(board=board.pk, post=second, by=ben.pk, organises=True, now=now)
    assert [(line.text, line.hidden) for line in lines.load_latest_posts(place(board)).lines] == [("", True)] * 2


def test_what_is_removed_or_elsewhere_is_not_removed(board: Board, say: Say, ada: Any, now: datetime) -> None:
    said = say(ada, "First.")
    for on in (Board.objects.create().pk, None):
        with pytest.raises(TalkRefused):
            posts.remove_post(board=on, post=said, by=ada.pk, organises=True, now=now)
    posts.remove_post(board=board.pk, post=said, by=ada.pk, organises=True, now=now)
    hidden = Post.objects.get().hidden_at
    with pytest.raises(TalkRefused):
        posts.remove_post(board=board.pk, post=said, by=ada.pk, organises=True, now=now + timedelta(hours=1))
    assert Post.objects.get().hidden_at == hidden


def test_what_an_author_who_left_said_is_nobodys_own(board: Board, say: Say, ada: Any, ben: Any, now: datetime) -> None:
    said = say(ada, "Farewell.")
    ada.delete()
    assert [(line.author, line.mine) for line in lines.load_latest_posts(place(board)).lines] == [("", False)]
    with pytest.raises(NotYourTalk):
        posts.remove_post(board=board.pk, post=said, by=ben.pk, organises=False, now=now)


# -- Reporting -----------------------------------------------------------------------------------------------------


def test_a_post_is_reported_once_by_each_and_never_ones_own(
    say: Say, ada: Any, ben: Any, cleo: Any, now: datetime
) -> None:
    said = say(ada, "You …!")
    for reporter, reason in ((ada, "spam"), (ben, "boredom"), (ben, "spam"), (ben, "other"), (cleo, "insult")):
        try:
            post_reports.report_post(post=said, reporter=reporter.pk, reason=reason, about="", now=now)
        except TalkRefused:
            continue
    assert set(PostReport.objects.values_list("reporter__username", "reason")) == {("ben", "spam"), ("cleo", "insult")}


def test_nobody_floods_the_moderators_from_boards_and_tables_together(
    board: Board, ada: Any, ben: Any, now: datetime
) -> None:
    Post.objects.bulk_create(Post(board=board, author=ada, text=f"{number}", at=now) for number in range(21))
    *most, last = Post.objects.values_list("pk", flat=True)
    for pk in most:
        post_reports.report_post(post=pk, reporter=ben.pk, reason="spam", about="", now=now)
    with pytest.raises(RateLimited):
        post_reports.report_post(post=last, reporter=ben.pk, reason="spam", about="", now=now)
