"""Tests of a club's chat for its members, with the rules and limits of table chat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.clubs.services import members, messages
from apps.talk.models import Board, ChatBan, Mute, Post, PostReport
from apps.talk.selectors import chat_bans
from tests.factories.clubs import NOW, organiser

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


@pytest.fixture
def talk(owls: Club) -> str:
    return f"{owls.get_absolute_url()}talk/"


def said(club: Club, player: Player, text: str) -> int:
    cache.clear()
    return messages.add_post(code=club.code, player=player, text=text, now=NOW)


def test_members_read_the_newest_first_and_page_by_page(at: Browser, owls: Club, ada: Player, talk: str) -> None:
    owls.board = Board.objects.create()
    owls.save()
    rows = [Post(board=owls.board, author=ada, text=f"line {number}.", at=NOW) for number in range(60)]
    Post.objects.bulk_create(rows)
    page = at(ada).get(talk).content.decode()
    assert page.index("line 59.") < page.index("line 10.")
    assert "line 9." not in page
    before = page.split("?before=")[1].split('"')[0]
    older = at(ada).get(f"{talk}?before={before}").content.decode()
    assert "line 9." in older
    assert "line 10." not in older
    assert at(ada).get(f"{talk}?before=x").status_code == 200


def test_it_is_sealed_from_everybody_else(at: Browser, owls: Club, ada: Player, cleo: Player, talk: str) -> None:
    number = said(owls, ada, "Only for us.")
    for path in (talk, f"{talk}{number}/"):
        assert at(cleo).get(path).status_code == 403
        assert at().get(path).status_code == 302
        assert "Only for us." not in at(cleo).get(path).content.decode()
    assert at(cleo).post(talk, {"text": "Me, too."}).status_code == 403
    assert Post.objects.count() == 1


def test_what_is_refused_stays_in_its_field(at: Browser, owls: Club, ben: Player, talk: str) -> None:
    assert at(ben).post(talk, {"text": "Hello."}).status_code == 302
    for text, status in (("", 422), ("x" * 501, 422), ("a\u202eb", 422), ("Hello.", 409)):
        answer = at(ben).post(talk, {"text": text})
        assert answer.status_code == status
        assert 'role="alert"' in answer.content.decode()
    assert "Hello." in at(ben).post(talk, {"text": "Hello."}).content.decode().split("<textarea")[1]
    assert Post.objects.count() == 1


def test_who_talks_too_much_is_asked_to_wait_here_and_at_tables_together(
    at: Browser, owls: Club, ben: Player, talk: str
) -> None:
    answers = [at(ben).post(talk, {"text": f"{number}"}).status_code for number in range(7)]
    assert answers == [302] * 6 + [429]


def test_whoever_may_not_talk_reads_only(at: Browser, owls: Club, ben: Player, talk: str) -> None:
    now = timezone.now()
    ban = ChatBan.objects.create(player=ben, since=now, until=now + timedelta(days=1))
    page = at(ben).get(talk).content.decode()
    assert chat_bans.describe_chat_ban(ban.until, now=now) in page
    assert "<textarea" not in page
    assert at(ben).post(talk, {"text": "Hello."}).status_code == 403
    assert not Post.objects.exists()


def test_an_organiser_removes_any_line_and_everybody_their_own(
    at: Browser, owls: Club, ada: Player, ben: Player, cleo: Player, talk: str
) -> None:
    members.join_club(code=owls.code, player=cleo, now=NOW)
    of_ben, of_cleo, of_ada = said(owls, ben, "Ben’s."), said(owls, cleo, "Cleo’s."), said(owls, ada, "Ada’s.")
    assert at(ben).post(f"{talk}{of_cleo}/remove/").status_code == 403
    assert at(ben).post(f"{talk}{of_ben}/remove/").status_code == 302
    organiser(owls, ben)
    assert at(ben).post(f"{talk}{of_ada}/remove/").status_code == 302
    page = at(cleo).get(talk).content.decode()
    assert "Cleo’s." in page
    assert "Ben’s." not in page
    assert "Ada’s." not in page
    assert page.count(gettext("This message was removed.")) == 2
    assert at(ben).post(f"{talk}{of_ada}/remove/").status_code == 404
    assert at(cleo).get(f"{talk}{of_ada}/").status_code == 404


def test_whom_one_muted_folds_away_and_is_read_again(
    at: Browser, owls: Club, ada: Player, ben: Player, talk: str
) -> None:
    number = said(owls, ben, "Ben’s.")
    at(ada).post(f"{talk}{number}/mute/")
    assert Mute.objects.get().other == ben, "as at tables"
    assert 'class="line-muted"' in at(ada).get(talk).content.decode()
    at(ada).post(f"{talk}{number}/unmute/")
    assert 'class="line-muted"' not in at(ada).get(talk).content.decode()
    assert gettext("That’s you.") in at(ben).post(f"{talk}{number}/mute/", follow=True).content.decode()


def test_a_line_is_reported_once_with_a_reason_and_never_ones_own(
    at: Browser, owls: Club, ada: Player, ben: Player, talk: str
) -> None:
    number = said(owls, ben, "Ben’s.")
    about = f"{talk}{number}/"
    assert 'name="reason"' in at(ada).get(about).content.decode()
    assert at(ada).post(about, {"reason": "boredom"}).status_code == 409
    assert at(ada).post(about, {"reason": "spam", "words": "Again and again."}).status_code == 302
    assert at(ada).post(about, {"reason": "spam"}).status_code == 409
    assert at(ben).post(about, {"reason": "spam"}).status_code == 409
    report = PostReport.objects.get()
    assert (report.reporter, report.reason, report.words) == (ada, "spam", "Again and again.")


def test_whoever_left_the_house_leaves_their_lines_without_a_name(
    at: Browser, owls: Club, ada: Player, ben: Player, talk: str
) -> None:
    number = said(owls, ben, "Farewell.")
    ben.delete()
    page = at(ada).get(talk).content.decode()
    assert "Farewell." in page
    assert gettext("someone who left") in page
    assert at(ada).get(f"{talk}{number}/").status_code == 200
    assert at(ada).post(f"{talk}{number}/mute/").status_code == 404
