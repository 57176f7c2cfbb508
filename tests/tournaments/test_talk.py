"""Tests of a tournament's chat: its readers and writers, when it closes, and removing messages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.notices.models import Notice
from apps.people.services import account_deletion
from apps.talk import personal_data
from apps.talk.models import Board, ChatBan, Mute, Post, PostReport
from apps.talk.services import post_reports
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.services import talk
from tests.concurrency import together
from tests.factories.people import browser, staff, superuser
from tests.factories.tournaments import NOON, tournament
from tests.tournaments.admin_pages import organiser

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
Status = Tournament.Status


@pytest.fixture
def cup(ada: Player, ben: Player) -> Tournament:
    """Return Ada's tournament, which Ben has entered."""
    made = tournament(hosted=True)
    Organiser.objects.create(tournament=made, player=ada)
    Entry.objects.create(tournament=made, number=1, player=ben, at=NOON)
    return made


@pytest.fixture
def path(cup: Tournament) -> str:
    return f"{cup.get_absolute_url()}talk/"


def said(cup: Tournament, player: Player, text: str) -> int:
    cache.clear()
    return talk.add_post(code=cup.code, user=player, text=text, now=NOON)


def status(client: Client, path: str, text: str = "Hello.") -> int:
    cache.clear()
    return client.post(path, {"text": text}).status_code


def ended(cup: Tournament, *, days: float, how: str = Status.OVER) -> None:
    Tournament.objects.filter(pk=cup.pk).update(status=how, over_at=timezone.now() - timedelta(days=days))


# -- Reading ----------------------------------------------------------------------------------------------------------


def test_whoever_sees_the_tournament_reads_along_and_finds_it_from_every_page(
    at: Browser, cup: Tournament, ben: Player, cleo: Player, path: str
) -> None:
    said(cup, ben, "See you at noon.")
    along = gettext("Players and organisers chat here. Everyone else can only read.")
    for reader in (None, cleo, ben):
        page = at(reader).get(path).content.decode()
        assert "See you at noon." in page
        assert ("<textarea" in page) == (reader is ben)
        assert (along in page) == (reader is not ben)
        for other in ("", "rules/", "standings/"):
            assert f'href="{path}"' in at(reader).get(cup.get_absolute_url() + other).content.decode()


def test_one_that_is_only_prepared_has_no_talk(
    at: Browser, cup: Tournament, ada: Player, ben: Player, path: str
) -> None:
    Tournament.objects.update(status=Status.DRAFT)
    for reader in (None, ben, ada, superuser()):
        assert at(reader).get(path).status_code == 404
        assert status(at(reader), path) == 404
    assert f'href="{path}"' not in at(ada).get(cup.get_absolute_url()).content.decode()
    assert not Board.objects.exists()


def test_one_that_stands_in_no_list_is_read_by_whoever_has_its_address(
    at: Browser, cup: Tournament, ben: Player, path: str
) -> None:
    Tournament.objects.update(listed=False, circle="abcdef")
    said(cup, ben, "Among us.")
    page = at().get(path).content.decode()
    assert "Among us." in page
    assert "noindex" in page


def test_people_who_keep_apart_do_not_read_each_other_and_who_is_muted_folds_away(
    at: Browser, cup: Tournament, ben: Player, cleo: Player, dora: Player, path: str
) -> None:
    for number, player in enumerate((cleo, dora), start=2):
        Entry.objects.create(tournament=cup, number=number, player=player, at=NOON)
    number = said(cup, ben, "Ben’s.")
    relations.block_player(owner=cleo, other=ben, now=NOON)
    assert "Ben’s." not in at(cleo).get(path).content.decode()
    assert at(cleo).get(f"{path}{number}/").status_code == 404
    assert at(dora).post(f"{path}{number}/mute/").status_code == 302
    assert Mute.objects.get().other == ben
    assert 'class="line-muted"' in at(dora).get(path).content.decode()
    at(dora).post(f"{path}{number}/unmute/")
    assert 'class="line-muted"' not in at(dora).get(path).content.decode()


# -- Writing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "may"),
    [
        ("nobody", False), ("stranger", False), ("elsewhere", False), ("looker", False), ("entrant", True),
        ("waiting", True), ("withdrawn", True), ("substitute", True), ("host", True), ("helper", True),
        ("keeper", True), ("without_staff", False),
    ],
)  # fmt: skip
def test_only_who_takes_part_or_organises_it_says_something(
    cup: Tournament, ada: Player, ben: Player, cleo: Player, path: str, who: str, may: bool
) -> None:
    def entered(**more: Any) -> Player:
        Entry.objects.create(tournament=cup, number=2, at=NOON, **more)
        return cleo

    people: dict[str, Callable[[], Player | None]] = {
        "nobody": lambda: None,
        "stranger": lambda: cleo,
        "elsewhere": lambda: organiser("else", tournament(name="Other Cup")),
        "looker": lambda: staff("lou", "view_tournament"),
        "entrant": lambda: ben,
        "waiting": partial(entered, player=cleo, state=Entry.State.WAITING),
        "withdrawn": partial(entered, player=cleo, state=Entry.State.OUT),
        "substitute": partial(entered, substitute=cleo, state=Entry.State.OUT),
        "host": lambda: ada,
        "helper": lambda: organiser("hans", cup, helper=True),
        "keeper": lambda: staff("kim", "change_tournament"),
        "without_staff": lambda: staff("sam"),
    }
    client = browser(people[who]())
    assert status(client, path) == (302 if may else 401 if who == "nobody" else 403)
    assert Post.objects.count() == Board.objects.count() == may
    assert ("Hello." in client.get(path).content.decode()) == may


@pytest.mark.parametrize("how", [Status.OVER, Status.CANCELLED])
def test_two_weeks_after_the_end_it_is_only_read(
    at: Browser, cup: Tournament, ada: Player, ben: Player, path: str, how: str
) -> None:
    ended(cup, days=13.9, how=how)
    assert status(at(ben), path, "Well played.") == 302
    ended(cup, days=14.1, how=how)
    for player in (ada, ben):
        assert status(at(player), path) == 403
        page = at(player).get(path).content.decode()
        assert "Well played." in page
        assert gettext("This chat closed two weeks after the tournament. You can still read it.") in page
        assert "<textarea" not in page
    assert Post.objects.count() == 1


def test_who_withdrew_talks_until_it_is_over(at: Browser, cup: Tournament, ben: Player, path: str) -> None:
    Entry.objects.update(state=Entry.State.OUT)
    assert status(at(ben), path, "Sorry.") == 302
    ended(cup, days=1)
    assert status(at(ben), path, "Well played.") == 403


def test_who_withdrew_from_one_of_a_club_talks_there_no_more(
    at: Browser, cup: Tournament, ben: Player, path: str
) -> None:
    Tournament.objects.update(circle="abcdef")
    assert status(at(ben), path, "Hello.") == 302
    Entry.objects.update(state=Entry.State.OUT)
    assert status(at(ben), path, "Sorry.") == 403


def test_whoever_may_not_talk_reads_only(at: Browser, cup: Tournament, ben: Player, path: str) -> None:
    now = timezone.now()
    ChatBan.objects.create(player=ben, since=now, until=now + timedelta(days=1))
    barred = gettext("An organiser has banned you from chat until %(until)s. You can still read and play.")
    page = at(ben).get(path).content.decode()
    assert all(part in page for part in barred.split("%(until)s"))
    assert status(at(ben), path) == 403
    assert not Post.objects.exists()
    assert not Board.objects.exists(), "what is refused changes nothing"


def test_what_is_refused_stays_in_its_field(at: Browser, cup: Tournament, ben: Player, path: str) -> None:
    assert status(at(ben), path, "Hello.") == 302
    for text, code in (("", 422), ("x" * 501, 422), ("a\u202eb", 422), ("Hello.", 409)):
        answer = at(ben).post(path, {"text": text})
        assert answer.status_code == code
        assert 'role="alert"' in answer.content.decode()
        assert text in answer.content.decode().split("<textarea")[1]
    assert Post.objects.count() == 1


def test_what_somebody_typed_who_is_logged_out_is_not_lost(at: Browser, cup: Tournament, path: str) -> None:
    answer = at().post(path, {"text": "A long thought."})
    assert answer.status_code == 401
    assert "A long thought." in answer.content.decode()


def test_who_talks_too_much_is_asked_to_wait(at: Browser, cup: Tournament, ben: Player, path: str) -> None:
    client = at(ben)
    answers = [client.post(path, {"text": f"{number}"}).status_code for number in range(7)]
    assert answers == [302] * 6 + [429]


def test_nobody_is_told(at: Browser, cup: Tournament, ada: Player, ben: Player, path: str) -> None:
    assert status(at(ada), path, "Psst.") == 302
    assert not Notice.objects.exists()


def test_the_newest_fifty_stand_on_its_page(at: Browser, cup: Tournament, ben: Player, path: str) -> None:
    said(cup, ben, "line 0.")
    board = Board.objects.get()
    Post.objects.bulk_create(Post(board=board, author=ben, text=f"line {n}.", at=NOON) for n in range(1, 60))
    page = at().get(path).content.decode()
    assert page.index("line 59.") < page.index("line 10.")
    assert "line 9." not in page
    before = page.split("?before=")[1].split('"')[0]
    assert "line 9." in at().get(f"{path}?before={before}").content.decode()


# -- Removing and reporting -------------------------------------------------------------------------------------------


def test_organisers_remove_any_post_and_everybody_their_own(
    at: Browser, cup: Tournament, ada: Player, ben: Player, cleo: Player, path: str
) -> None:
    Entry.objects.create(tournament=cup, number=2, player=cleo, at=NOON)
    of_ben, of_cleo, of_ada = said(cup, ben, "Ben’s."), said(cup, cleo, "Cleo’s."), said(cup, ada, "Ada’s.")
    for other in (of_cleo, of_ada):
        assert at(ben).post(f"{path}{other}/remove/").status_code == 403
    assert 'id="remove"' not in at(ben).get(f"{path}{of_cleo}/").content.decode()
    assert at(ben).post(f"{path}{of_ben}/remove/").status_code == 302
    assert 'id="remove"' in at(ada).get(f"{path}{of_cleo}/").content.decode()
    assert at(ada).post(f"{path}{of_cleo}/remove/").status_code == 302
    assert browser(staff("kim", "change_tournament")).post(f"{path}{of_ada}/remove/").status_code == 302
    page = at(cleo).get(path).content.decode()
    assert page.count(gettext("This message was removed.")) == 3
    assert at(ada).post(f"{path}{of_ada}/remove/").status_code == 404


def test_who_blocks_the_organiser_is_not_beyond_their_reach(
    at: Browser, cup: Tournament, ada: Player, ben: Player, path: str
) -> None:
    number = said(cup, ben, "Something nasty.")
    relations.block_player(owner=ben, other=ada, now=NOON)
    assert "<summary" in at(ada).get(path).content.decode(), "it is there, folded away"
    assert at(ada).post(f"{path}{number}/remove/").status_code == 302


def test_a_post_of_another_tournament_is_none_of_this(at: Browser, cup: Tournament, ada: Player, path: str) -> None:
    other = tournament(name="Other Cup", hosted=True)
    Organiser.objects.create(tournament=other, player=ada)
    number = said(other, ada, "There.")
    said(cup, ada, "Here.")
    for door in ("", "remove/", "mute/", "unmute/"):
        assert at(ada).post(f"{path}{number}/{door}").status_code == 404
    assert Post.objects.filter(hidden_at=None).count() == 2


def test_who_may_talk_reports_what_was_said_and_others_do_not(
    at: Browser, cup: Tournament, ada: Player, ben: Player, cleo: Player, path: str
) -> None:
    about = f"{path}{said(cup, ben, 'You …!')}/"
    assert 'name="reason"' not in at(cleo).get(about).content.decode()
    assert 'name="reason"' in at(ada).get(about).content.decode()
    assert at(cleo).post(about, {"reason": "insult"}).status_code == 403
    assert at().get(about).status_code == 302
    assert not PostReport.objects.exists()
    refused = at(ada).post(about, {"reason": "boredom", "words": "So boring."})
    assert refused.status_code == 409
    assert "So boring." in refused.content.decode()
    assert at(ada).post(about, {"reason": "insult", "words": "That hurts."}).status_code == 302
    assert at(ada).post(about, {"reason": "insult"}).status_code == 409
    report = PostReport.objects.get()
    assert (report.reporter, report.words) == (ada, "That hurts.")
    queue = browser(superuser()).get(f"/admin/talk/postreport/{report.pk}/change/").content.decode()
    assert cup.name in queue


# -- Later events -----------------------------------------------------------------------------------------------------


def test_one_takes_along_what_one_said_and_reported(cup: Tournament, ada: Player, ben: Player) -> None:
    number = said(cup, ben, "Ben’s.")
    said(cup, ada, "Ada’s.")
    post_reports.report_post(post=number, reporter=ada.pk, reason="spam", about="", now=NOON)
    address = cup.get_absolute_url()
    assert [(row["address"], row["text"]) for row in personal_data.export_posts(player=ben.pk)] == [(address, "Ben’s.")]
    assert [row["address"] for row in personal_data.export_post_reports(player=ada.pk)] == [address]
    assert list(personal_data.export_post_reports(player=ben.pk)) == []


def test_whoever_left_the_house_leaves_their_posts_without_a_name(
    at: Browser, cup: Tournament, ben: Player, path: str
) -> None:
    said(cup, ben, "Farewell.")
    account_deletion.delete_account(player=ben, now=NOON)
    page = at().get(path).content.decode()
    assert "Farewell." in page
    assert gettext("someone who left") in page


def test_a_tournament_that_is_deleted_takes_its_talk_along(cup: Tournament, ben: Player) -> None:
    other = tournament(name="Other Cup")
    Entry.objects.create(tournament=other, number=1, player=ben, at=NOON)
    said(cup, ben, "Gone.")
    said(other, ben, "Here.")
    browser(superuser()).post(f"/admin/tournaments/tournament/{cup.pk}/delete/", {"post": "yes"})
    assert list(Tournament.objects.all()) == [other]
    assert list(Post.objects.values_list("text", flat=True)) == ["Here."]
    assert Board.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_first_words_at_once_are_both_there_on_one_board(cup: Tournament, ada: Player, ben: Player) -> None:
    say = partial(talk.add_post, code=cup.code, now=NOON)
    came = together(partial(say, user=ada, text="I!"), partial(say, user=ben, text="No, I!"))
    assert sorted(came) == sorted(Post.objects.values_list("pk", flat=True)), came
    assert set(Post.objects.values_list("text", flat=True)) == {"I!", "No, I!"}
    cup.refresh_from_db()
    assert Board.objects.get() == cup.board


@pytest.mark.django_db(transaction=True)
def test_of_a_double_click_one_is_there(cup: Tournament, ben: Player) -> None:
    say = partial(talk.add_post, code=cup.code, user=ben, text="Once.", now=NOON)
    came = together(say, say, say)
    assert sum(isinstance(each, int) for each in came) == 1, came
    assert Post.objects.count() == 1
