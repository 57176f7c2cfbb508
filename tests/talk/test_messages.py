"""Tests of permission to chat at a match, its time and its limits."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override, trans_real

from apps.accounts.services import relations
from apps.kernel.table import Seat
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.services import organiser, seats
from apps.talk import phrases
from apps.talk.errors import TalkRefused
from apps.talk.models import ChatBan, Message, Reading
from apps.talk.services import messages, mutes
from tests.concurrency import together
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
Said = Callable[..., int]
HTMX = {"HX-Request": "true"}
DAY = timedelta(days=1)


def post(client: Client, table: MatchDriver, to: str = "say", *, htmx: bool = False, **fields: Any) -> Any:
    return client.post(f"/m/{table.code}/talk/{to}/", fields, headers=HTMX if htmx else {})


def read(client: Client, table: MatchDriver, path: str = "", *, htmx: bool = False) -> str:
    response = client.get(f"/m/{table.code}/talk/{path}", headers=HTMX if htmx else {})
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_what_one_says_the_others_read(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    response = post(at(ada), table, text=" Good evening! ")
    assert response.status_code == 302
    assert response["Location"] == f"/m/{table.code}/talk/"
    message = Message.objects.get()
    assert (message.author, message.text, message.phrase) == (ada, "Good evening!", "")
    for viewer in (ada, ben, cleo, None):
        assert "Good evening!" in read(at(viewer), table)


def test_markup_and_links_are_shown_as_text(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:
    said(ada, "<img src=x> https://example.com/")
    page = at(ben).get(f"/m/{table.code}/talk/").content.decode()
    assert "&lt;img src=x&gt; https://example.com/" in page
    assert 'href="https://example.com' not in page


def test_who_watches_reads_and_does_not_write(table: MatchDriver, at: Browser, cleo: Any) -> None:
    for htmx in (False, True):
        response = post(at(cleo), table, text="Hello!", htmx=htmx)
        assert response.status_code == 403
        said = gettext("You can read this chat, but only players at this table can write.")
        assert said in response.content.decode()
        assert post(at(None), table, text="Hello!", htmx=htmx).status_code == 401
    assert not [viewer for viewer in (cleo, None) if 'id="talk-text"' in read(at(viewer), table)]
    assert not Message.objects.exists()


def test_who_resigned_only_reads(table: MatchDriver, at: Browser, ada: Any, now: datetime) -> None:
    seats.resign_seat(code=table.code, seat=Seat(0), now=now, by=ada.pk)
    assert post(at(ada), table, text="But …").status_code == 403
    assert 'id="note-text"' in read(at(ada), table), "their notes stay theirs"


@pytest.mark.parametrize(("after", "status"), [(DAY - timedelta(minutes=1), 302), (DAY + timedelta(minutes=1), 403)])
def test_the_talk_closes_a_day_after_the_match(
    table: MatchDriver, at: Browser, said: Said, ada: Any, now: datetime, after: timedelta, status: int
) -> None:
    said(ada, "Well?")
    organiser.end_match(code=table.code, now=now)
    Match.objects.update(over_at=now - after)
    assert post(at(ada), table, text="Good game!").status_code == status
    assert "Well?" in read(at(ada), table)
    closed = gettext("This chat closed a day after the match. You can still read it here.")
    assert (closed in read(at(ada), table)) == (status == 403)


def test_an_unknown_match_has_no_talk(at: Browser, ada: Any) -> None:
    assert at(ada).get("/m/nosuch/talk/").status_code == 404
    assert at(ada).post("/m/nosuch/talk/say/", {"text": "x"}).status_code == 404


@pytest.mark.parametrize("htmx", [False, True])
def test_refused_words_stay_in_the_field_with_a_sentence(table: MatchDriver, at: Browser, ada: Any, htmx: bool) -> None:
    response = post(at(ada), table, text="x" * 501, htmx=htmx)
    page = response.content.decode()
    assert response.status_code == 422
    assert "501 characters long" in page
    assert re.search(r"<textarea id=\"talk-text\"[^>]*>x{501}</textarea>", page)
    assert ("<html" in page) != htmx


def test_the_same_twice_in_a_row_is_refused_but_not_after_somebody_else(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any
) -> None:
    said(ada, "Ouch!")
    assert post(at(ada), table, text="Ouch!").status_code == 409
    said(ben, "What?")
    assert post(at(ada), table, text="Ouch!").status_code == 302
    said(ada, phrase="yes")
    assert post(at(ada), table, phrase="yes").status_code == 409
    assert post(at(ada), table, phrase="no").status_code == 302


def test_six_messages_a_minute_are_enough(table: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    client = at(ada)
    assert [post(client, table, text=f"{n}").status_code for n in range(7)] == [302] * 6 + [429]
    response = post(client, table, text="one more", htmx=True)
    assert response.status_code == 429
    said = gettext("You’ve sent a lot of messages in the last minute. Please wait and try again.")
    assert said in response.content.decode()
    assert "one more</textarea>" in response.content.decode()
    assert post(at(ben), table, text="I may").status_code == 302


def test_sixty_messages_an_hour_are_enough(
    table: MatchDriver, at: Browser, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.talk.services.messages.MAX_MESSAGES_PER_MINUTE", 1000)
    client = at(ada)
    assert {post(client, table, text=f"{n}").status_code for n in range(60)} == {302}
    response = post(client, table, text="61")
    assert response.status_code == 429
    assert (
        gettext("You’ve sent a lot of messages in the last hour. Please try again later.") in response.content.decode()
    )


def test_what_is_refused_does_not_count(table: MatchDriver, at: Browser, ada: Any) -> None:
    client = at(ada)
    for _ in range(10):
        assert post(client, table, text="").status_code == 422
    assert post(client, table, text="Now").status_code == 302


def test_who_is_silenced_reads_until_when_and_talks_again_afterwards(
    table: MatchDriver, at: Browser, ada: Any, now: datetime
) -> None:
    ChatBan.objects.create(player=ada, since=now - DAY, until=now + DAY)
    response = post(at(ada), table, text="Hm")
    assert response.status_code == 403
    until = date_format(timezone.localtime(now + DAY), "DATETIME_FORMAT")
    said = gettext("An organiser has banned you from chat until %(until)s. You can still read and play.")
    assert said % {"until": until} in response.content.decode()
    ChatBan.objects.update(until=now - timedelta(seconds=1))
    assert post(at(ada), table, text="Hm").status_code == 302


def test_a_phrase_is_read_in_the_language_of_its_reader(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, words in (("de", "Viel Glück!"), ("fr", "Bonne chance !")):
        catalogue: Any = trans_real.translation(language)._catalog  # type: ignore[attr-defined]
        monkeypatch.setitem(catalogue._catalogs[0], "Good luck, have fun!", words)
    assert post(at(ada), table, phrase="luck").status_code == 302
    assert (Message.objects.get().text, Message.objects.get().phrase) == ("", "luck")
    list_of = re.compile(r'<ol id="talk-list".*?</ol>', re.DOTALL)
    for language, words in (("en", "Good luck, have fun!"), ("de", "Viel Glück!"), ("fr", "Bonne chance !")):
        client = at(ben)
        client.cookies["django_language"] = language
        found = list_of.search(read(client, table))
        assert found
        assert words in found[0]


def test_there_are_two_dozen_phrases_and_no_others(table: MatchDriver, at: Browser, ada: Any) -> None:
    assert len(phrases.PHRASES) >= 24
    assert all(len(key) <= 20 for key in phrases.PHRASES)
    assert len(set(phrases.PHRASES.values())) == len(phrases.PHRASES)
    assert post(at(ada), table, phrase="insult").status_code == 409
    assert not Message.objects.exists()
    with override("de"):
        assert phrases.get_phrase_text("gone") == "…"


def test_a_reaction_is_a_face_with_a_name_and_hidden_and_muted_as_words_are(
    table: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    page = read(at(ada), table)
    assert len(phrases.FACES) == 6
    for key, name in phrases.FACES.items():
        assert f'<symbol id="{key}"' in page
        assert f'value="{key}" aria-label="{name}"' in page
    assert post(at(ada), table, phrase="face-boom").status_code == 302
    drawn = '<svg class="reaction" role="img" aria-label="Blown-up face"><use href="#face-boom" /></svg>'
    assert drawn in read(at(ben), table)
    said = Message.objects.get()
    at(ben).post(f"/m/{table.code}/talk/{said.pk}/mute/")
    muted = read(at(ben), table)
    assert drawn in muted[muted.index('<details class="line-muted"') : muted.index("Unmute ada")]
    Message.objects.update(hidden_at=timezone.now())
    assert drawn not in read(at(), table)


def test_a_phrase_leaves_what_is_being_typed(table: MatchDriver, at: Browser, ada: Any) -> None:
    response = post(at(ada), table, phrase="yes", text="I was about to", htmx=True)
    assert "I was about to</textarea>" in response.content.decode()
    assert response["HX-Trigger"]
    assert "</textarea>" in post(at(ada), table, text="Done", htmx=True).content.decode()
    assert "Done</textarea>" not in post(at(ada), table, text="Done!", htmx=True).content.decode()


# -- New messages ----------------------------------------------------------------------------------------------------


def mark(page: str) -> str:
    found = re.search(r'name="mark"\s+value="([^"]*)"', page)
    assert found
    return found[1]


def test_news_follow_what_one_has(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:
    said(ada, "first")
    client = at(ben)
    had = mark(read(client, table, htmx=True))
    assert client.get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX).status_code == 204
    said(ada, "second")
    response = client.get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX)
    page = response.content.decode()
    assert "second" in page
    assert "first" not in page
    assert "HX-Reswap" not in response
    assert client.get(f"/m/{table.code}/talk/news/?mark={mark(page)}", headers=HTMX).status_code == 204


def test_what_was_hidden_meanwhile_comes_anew(table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any) -> None:
    first = said(ada, "first")
    client = at(ben)
    had = mark(read(client, table, htmx=True))
    Message.objects.filter(pk=first).update(hidden_at=timezone.now())
    response = client.get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX)
    assert response["HX-Reswap"] == "innerHTML"
    assert "first" not in response.content.decode()
    assert "Removed by an organiser." in response.content.decode()
    had = mark(response.content.decode())
    assert client.get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX).status_code == 204


@pytest.mark.parametrize("strange", ["", "x", "1.x", "-1.0", "9" * 40 + ".0", "٣.0", "%00"])
def test_a_strange_mark_gets_everything(table: MatchDriver, at: Browser, said: Said, ada: Any, strange: str) -> None:
    said(ada, "first")
    page = at(ada).get(f"/m/{table.code}/talk/news/?mark={strange}", headers=HTMX)
    assert page.status_code == 200
    assert "first" in page.content.decode()
    assert at(ada).get(f"/m/{table.code}/talk/?before={strange}").status_code == 200


def test_the_first_message_arrives_at_an_empty_talk(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any
) -> None:
    client = at(ben)
    had = mark(read(client, table, htmx=True))
    assert client.get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX).status_code == 204
    said(ada, "first")
    assert "first" in read(client, table, f"news/?mark={had}", htmx=True)


def test_unread_messages_are_counted_until_the_talk_was_open(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any
) -> None:
    said(ada, "one")
    said(ben, "mine")
    said(ada, "two")
    client = at(ben)
    panel = read(client, table, htmx=True)
    assert "2 new" in panel
    assert "2 new" in read(client, table, htmx=True), "a panel that is shut was not read"
    client.get(f"/m/{table.code}/talk/news/?mark={mark(panel)}", headers=HTMX)
    assert "new</span>" not in read(client, table, htmx=True)
    said(ada, "three")
    said(ada, "four")
    assert "2 new" in read(client, table, htmx=True)
    read(client, table)
    assert "new</span>" not in read(client, table, htmx=True)
    assert "new</span>" not in read(at(), table, htmx=True)
    assert Reading.objects.filter(player=ben).count() == 1


def test_long_talk_is_read_page_by_page(table: MatchDriver, at: Browser, said: Said, ada: Any) -> None:
    for n in range(120):
        said(ada, f"word-{n}-")
    seen: list[int] = []
    path = ""
    for _ in range(3):
        page = read(at(ada), table, path)
        seen = [int(n) for n in re.findall(r"word-(\d+)-", page)] + seen
        earlier = re.search(r"\?before=\d+", page)
        path = earlier[0] if earlier else ""
    assert seen == list(range(120))
    assert not path


# -- Blocks and leaving ----------------------------------------------------------------------------------------------


def test_who_blocked_each_other_do_not_read_each_other(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, cleo: Any, now: datetime
) -> None:
    said(ada, "from ada")
    said(ben, "from ben")
    relations.block_player(owner=ada, other=ben, now=now)
    for viewer, other in ((ada, "from ben"), (ben, "from ada")):
        page = read(at(viewer), table)
        assert other not in page
        assert ("from ada" in page) != ("from ben" in page)
    assert "from ada" in read(at(cleo), table)
    pk = Message.objects.get(text="from ada").pk
    assert at(ben).get(f"/m/{table.code}/talk/{pk}/").status_code == 404
    had = mark(read(at(ben), table, htmx=True))
    said(ada, "again")
    assert at(ben).get(f"/m/{table.code}/talk/news/?mark={had}", headers=HTMX).status_code == 204


def test_messages_of_who_left_stay_without_a_name(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any
) -> None:
    said(ada, "I was here")
    ada.delete()
    page = read(at(ben), table)
    assert "I was here" in page
    assert "someone who left" in page
    pk = Message.objects.get().pk
    assert at(ben).get(f"/m/{table.code}/talk/{pk}/").status_code == 200
    assert at(ben).post(f"/m/{table.code}/talk/{pk}/mute/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_double_click_says_it_once(ada: Any, ben: Any, now: datetime) -> None:
    table = new_match(ada, ben, now=now)
    acts = [lambda: messages.send_message(code=table.code, player=ada.pk, text="once", now=now)] * 3
    results = together(*acts)
    assert Message.objects.count() == 1, results
    assert sum(isinstance(result, TalkRefused) for result in results) == 2, results


@pytest.mark.django_db(transaction=True)
def test_no_message_turns_up_before_one_that_was_read(ada: Any, ben: Any, now: datetime) -> None:
    table = new_match(ada, ben, now=now)
    said, commit = threading.Event(), threading.Event()
    order: list[int] = []

    def slowly() -> None:
        try:
            with transaction.atomic():
                order.append(messages.send_message(code=table.code, player=ada.pk, text="first", now=now))
                said.set()
                commit.wait(timeout=10)
        finally:
            said.set()
            connections.close_all()

    def quickly() -> None:
        try:
            order.append(messages.send_message(code=table.code, player=ben.pk, text="second", now=now))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=slowly), threading.Thread(target=quickly)]
    threads[0].start()
    assert said.wait(timeout=10)
    threads[1].start()
    threads[1].join(timeout=0.5)
    seen = list(Message.objects.order_by("pk").values_list("text", flat=True))
    commit.set()
    for thread in threads:
        thread.join(timeout=30)
    assert seen == [], "the second was to be read while the first was not"
    assert list(Message.objects.order_by("pk").values_list("text", flat=True)) == ["first", "second"]


@pytest.mark.parametrize("huge", [str(2**31), str(2**63), "9" * 40])
def test_a_number_nobody_has_is_not_found(table: MatchDriver, at: Browser, ada: Any, huge: str) -> None:
    talk = f"/m/{table.code}/talk/"
    assert at(ada).get(f"{talk}{huge}/").status_code == 404
    for act in ("mute", "unmute"):
        assert at(ada).post(f"{talk}{huge}/{act}/").status_code == 404
    assert at(ada).post(f"/me/muted/{huge}/").status_code == 302
    assert at(ada).get(f"{talk}?before={huge}").status_code == 200


# -- Among what happened ---------------------------------------------------------------------


def test_a_message_is_placed_by_what_its_reader_could_see(
    table: MatchDriver, at: Browser, said: Said, ada: Any, cleo: Any
) -> None:
    said(ada, "Hello", now=timezone.now())
    for reader in (ada, cleo):
        heard = match_view.count_heard_facts(match_view.load_match(table.code, player=reader.pk))
        assert f'data-after="{heard}"' in read(at(reader), table, htmx=True)
    said(ada, "Before it all", now=timezone.now() - timedelta(days=30))
    assert 'data-after="0"' in read(at(cleo), table, htmx=True)


def test_without_scripts_the_page_of_a_talk_tells_the_readers_own_story(
    table: MatchDriver, at: Browser, said: Said, ada: Any, cleo: Any
) -> None:
    said(ada, "Before it all", now=timezone.now() - timedelta(days=30))
    said(ada, "After it all", now=timezone.now())
    for reader in (ada, cleo):
        page, story = read(at(reader), table), html.unescape(at(reader).get(f"/m/{table.code}/").content.decode())
        facts = re.findall(r'<li data-fact="(\d+) ', page)
        assert facts == re.findall(r'<li data-fact="(\d+) ', story[story.index('id="story"') :])[::-1]
        told = page.index("<li data-fact"), page.rindex("<li data-fact")
        assert page.index("Before it all") < told[0] <= told[1] < page.index("After it all")
        assert "<li data-fact" not in read(at(reader), table, htmx=True), "a table has it already"


def test_a_reaction_appears_at_a_seat_for_a_moment_but_not_of_who_is_muted(
    table: MatchDriver, at: Browser, said: Said, ada: Any, ben: Any, cleo: Any
) -> None:
    said(ben, phrase="face-wow", now=timezone.now())
    shown = 'data-shows="face-wow" data-from="1"'
    assert shown in read(at(ada), table, "unread/", htmx=True)
    assert shown in read(at(cleo), table, "unread/", htmx=True)
    assert shown in read(at(ada), table, htmx=True)
    mutes.mute_player(owner=ada.pk, other=ben.pk, now=timezone.now())
    assert shown not in read(at(ada), table, "unread/", htmx=True)
    assert shown not in read(at(ada), table, htmx=True)
    said(ben, phrase="face-sad", now=timezone.now() - timedelta(minutes=1))
    assert 'data-shows="face-sad"' not in read(at(cleo), table, "unread/", htmx=True)
