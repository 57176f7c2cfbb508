"""Tests of mutes, reports, and what organisers do about them."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils.translation import gettext

from apps.matches.models import Bookmark
from apps.talk.models import ChatBan, Message, Mute, Report
from apps.talk.selectors import messages
from apps.talk.selectors.room import load_room
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
Said = Callable[..., int]
HTMX = {"HX-Request": "true"}
QUEUE = "/admin/talk/report/"


def read(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def report(client: Client, table: MatchDriver, message: int, reason: str = "insult", words: str = "") -> Any:
    return client.post(f"/m/{table.code}/talk/{message}/", {"reason": reason, "words": words})


def act(organiser: Client, action: str, *reports: Report) -> str:
    chosen = {"action": action, "_selected_action": [str(one.pk) for one in reports]}
    response = organiser.post(QUEUE, chosen, follow=True)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


# -- Mute ------------------------------------------------------------------------------------------------------------


def test_a_mute_folds_away_for_one_reader_only_and_is_taken_back_with_one_click(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, cleo: Any
) -> None:
    said(ada, "Nice weather")
    pk = said(ada, "is it not?")
    talk = f"/m/{table.code}/talk/"
    assert at(ben).post(f"{talk}{pk}/mute/").status_code == 302
    folded = 'class="line-muted"'
    page = read(at(ben), talk)
    assert page.count(folded) == 2
    assert page.count(gettext("You’ve muted %(name)s.") % {"name": "ada"} + "</summary>") == 2
    for viewer in (ada, cleo, None):
        assert folded not in read(at(viewer), talk)
    assert at(ben).post(f"{talk}{pk}/unmute/").status_code == 302
    assert folded not in read(at(ben), talk)
    at(ben).post(f"{talk}{pk}/mute/")
    response = at(ben).post(f"{talk}{pk}/unmute/", headers=HTMX)
    assert response.status_code == 200
    assert folded not in response.content.decode()
    assert not Mute.objects.exists()


def test_what_a_muted_person_says_is_not_new(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:
    pk = said(ada, "one")
    at(ben).post(f"/m/{table.code}/talk/{pk}/mute/")
    panel = at(ben).get(f"/m/{table.code}/talk/", headers=HTMX).content.decode()
    assert "new</span>" not in panel


def test_all_mutes_are_listed_and_taken_back_there(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any
) -> None:
    pk = said(ada, "one")
    at(ben).post(f"/m/{table.code}/talk/{pk}/mute/")
    path = f"/me/muted/{Mute.objects.get().pk}/"
    for viewer, shown in ((ben, True), (ada, False)):
        page = read(at(viewer), "/me/muted/")
        assert (gettext("Unmute %(name)s") % {"name": "ada"} in page) == shown
        assert (path in page) == shown
    at(ada).post(path)
    assert Mute.objects.exists(), "only who muted takes it back"
    at(ben).post(path)
    assert not Mute.objects.exists()


def test_nobody_mutes_or_reports_themselves(table: MatchDriver, at: Browser, said: Said, ada: Any) -> None:
    pk = said(ada, "one")
    at(ada).post(f"/m/{table.code}/talk/{pk}/mute/")
    assert not Mute.objects.exists()
    assert report(at(ada), table, pk).status_code == 404
    assert not Report.objects.exists()


def test_who_is_not_logged_in_neither_mutes_nor_reports(table: MatchDriver, at: Browser, said: Said, ada: Any) -> None:
    pk = said(ada, "one")
    for path in ("", "mute/", "unmute/"):
        response = at().post(f"/m/{table.code}/talk/{pk}/{path}", {"reason": "spam"})
        assert response.status_code == 401
    assert not Report.objects.exists()
    assert not Mute.objects.exists()


# -- Reports ---------------------------------------------------------------------------------------------------------


def test_a_message_is_reported_once_by_each_person(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, cleo: Any
) -> None:
    pk = said(ada, "You …!")
    assert report(at(ben), table, pk, "insult", "That hurts").status_code == 302
    again = report(at(ben), table, pk, "spam")
    assert again.status_code == 409
    assert "already" in again.content.decode()
    assert report(at(cleo), table, pk, "other").status_code == 302
    assert sorted(Report.objects.values_list("reason", "words")) == [("insult", "That hurts"), ("other", "")]


@pytest.mark.parametrize(("reason", "words"), [("", ""), ("nonsense", ""), ("spam", "x" * 501), ("spam", "a\u202eb")])
def test_a_report_that_cannot_be_taken_keeps_what_was_typed(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, reason: str, words: str
) -> None:
    response = report(at(ben), table, said(ada, "one"), reason, words)
    assert response.status_code == 409
    assert words in response.content.decode()
    assert 'role="alert"' in response.content.decode()
    assert not Report.objects.exists()


def test_nobody_floods_the_organisers(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:
    messages = [said(ada, str(n)) for n in range(21)]
    client = at(ben)
    assert [report(client, table, pk).status_code for pk in messages] == [302] * 20 + [409]


def test_a_message_belongs_to_its_match(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:

    pk, other = said(ada, "one"), new_match(ada, ben, seed=2, now=table.now)
    assert report(at(ben), other, pk).status_code == 404
    assert at(ben).post(f"/m/{other.code}/talk/{pk}/mute/").status_code == 404


# -- Organisers ------------------------------------------------------------------------------------------------------


def test_the_queue_shows_what_is_open_with_five_messages_around(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client
) -> None:
    messages = [said((ada, ben)[n % 2], f"word-{n}-") for n in range(20)]
    report(at(ben), table, messages[10], "cheating", "They told me their cards")
    assert "word-10-" in read(organiser, QUEUE)
    page = read(organiser, f"{QUEUE}{Report.objects.get().pk}/change/")
    assert [n for n in range(20) if f"word-{n}-" in page] == [*range(5, 16)]
    assert "<strong>word-10-</strong>" in page
    assert "They told me their cards" in page


def test_a_hidden_message_is_read_by_organisers_only(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, cleo: Any, organiser: Client
) -> None:
    pk = said(ada, "You …!")
    report(at(ben), table, pk)
    report(at(cleo), table, pk)
    first = Report.objects.earliest("pk")
    assert "Message hidden" in act(organiser, "hide", first)
    for viewer in (ada, ben, cleo, None):
        page = read(at(viewer), f"/m/{table.code}/talk/")
        assert "You …!" not in page
        assert "Removed by an organiser." in page
        assert at(viewer).get(f"/m/{table.code}/talk/{pk}/").status_code in (404, 302)
    assert set(Report.objects.values_list("verdict", flat=True)) == {"hidden"}, "both are settled"
    assert "You …!" in read(organiser, f"{QUEUE}{first.pk}/change/")
    assert "You …!" not in read(organiser, QUEUE), "the queue is empty again"
    assert "You …!" in read(organiser, f"{QUEUE}?verdict=all")
    assert LogEntry.objects.filter(object_id=str(first.pk), change_message__contains="Message hidden").exists()


def test_hidden_words_do_not_even_reach_the_template(
    table: MatchDriver, said: Said, ada: Any, ben: Any, now: datetime
) -> None:
    pk = said(ada, "You …!")
    Message.objects.update(hidden_at=now)
    room = load_room(code=table.code, player=ben.pk, now=now)
    assert [line.text for line in (*messages.load_latest_messages(room).lines, messages.find_message(room, pk))] == [
        "",
        "",
    ]


@pytest.mark.parametrize(("action", "days"), [("ban_day", 1), ("ban_week", 7), ("ban_month", 30)])
def test_talk_is_forbidden_for_some_days(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client, action: str, days: int
) -> None:
    report(at(ben), table, said(ada, "You …!"))
    act(organiser, action, Report.objects.get())
    ban = ChatBan.objects.get()
    assert (ban.player, ban.until - ban.since) == (ada, timedelta(days=days))
    assert Message.objects.get().hidden_at is not None
    assert at(ada).post(f"/m/{table.code}/talk/say/", {"text": "But"}).status_code == 403
    assert "ada" in read(organiser, "/admin/talk/chatban/")
    organiser.post("/admin/talk/chatban/", {"action": "lift", "_selected_action": [str(ban.pk)]})
    assert at(ada).post(f"/m/{table.code}/talk/say/", {"text": "Sorry"}).status_code == 302
    assert LogEntry.objects.count() == 2


def test_a_report_is_dismissed_and_settled_only_once(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client
) -> None:
    report(at(ben), table, said(ada, "Hm"))
    found = Report.objects.get()
    act(organiser, "dismiss", found)
    assert "Hm" in read(at(ben), f"/m/{table.code}/talk/")
    said_again = organiser.post(
        f"{QUEUE}?verdict=all", {"action": "hide", "_selected_action": [str(found.pk)]}, follow=True
    )
    assert gettext("Someone has already closed this report.") in said_again.content.decode()
    assert Message.objects.get().hidden_at is None


@pytest.mark.parametrize(
    ("decide", "days", "hidden", "bans"),
    [("hidden", "", True, 0), ("silenced", "3", True, 1), ("dismissed", "7", False, 0)],
)
def test_an_organiser_decides_on_the_page_of_a_report(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client,
    decide: str, days: str, hidden: bool, bans: int,
) -> None:  # fmt: skip
    report(at(ben), table, said(ada, "Hm"))
    found = Report.objects.get()
    response = organiser.post(f"{QUEUE}{found.pk}/change/", {"decide": decide, "days": days})
    assert response.status_code == 302
    found.refresh_from_db()
    assert (found.verdict, found.settled_by and found.settled_by.username) == (decide, "organiser")
    assert (Message.objects.get().hidden_at is not None) == hidden
    assert ChatBan.objects.count() == bans
    assert LogEntry.objects.count() == 1
    assert "3 days" in LogEntry.objects.get().change_message or decide != "silenced"


def test_a_chat_ban_without_days_is_asked_for_them(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client
) -> None:
    report(at(ben), table, said(ada, "Hm"))
    found = Report.objects.get()
    for days in ("", "0", "366"):
        response = organiser.post(f"{QUEUE}{found.pk}/change/", {"decide": "silenced", "days": days})
        assert response.status_code == 200
    ada.delete()
    response = organiser.post(f"{QUEUE}{found.pk}/change/", {"decide": "silenced", "days": "3"})
    assert gettext("The author has left Slow Fuse. Hide the message instead.") in response.content.decode()
    assert not ChatBan.objects.exists()


def test_only_organisers_come_to_the_queue(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, django_user_model: Any
) -> None:
    report(at(ben), table, said(ada, "Hm"))
    pk = Report.objects.get().pk
    staff = django_user_model.objects.create_user(username="staff", password="slow and steady", is_staff=True)
    for viewer, status in ((ada, 302), (None, 302), (staff, 403)):
        for path in (QUEUE, f"{QUEUE}{pk}/change/", "/admin/talk/chatban/"):
            assert at(viewer).get(path).status_code == status
            assert at(viewer).post(path, {"action": "hide", "_selected_action": [str(pk)]}).status_code == status
    assert Report.objects.get().verdict == "open"


def test_organisers_do_not_read_notes(organiser: Client, table: MatchDriver, ada: Any, now: datetime) -> None:
    Bookmark.objects.create(match=table.match, player=ada, favourite=False, note="canary", at=now)
    assert organiser.get("/admin/matches/bookmark/").status_code == 404
    assert "canary" not in read(organiser, f"/m/{table.code}/talk/")


def test_the_reporter_may_leave(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, organiser: Client
) -> None:
    report(at(ben), table, said(ada, "You …!"))
    ben.delete()
    act(organiser, "hide", Report.objects.get())
    assert Message.objects.get().hidden_at is not None
