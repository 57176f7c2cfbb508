"""Tests of private notes, and of the data a player can take along."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.kernel.table import Seat
from apps.matches import personal_data as book
from apps.matches.models import Bookmark, Match
from apps.matches.services import organiser, seats
from apps.talk import personal_data
from apps.talk.models import Message
from tests.data_migrations import models_of
from tests.factories.matches import MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
Said = Callable[..., int]
HTMX = {"HX-Request": "true"}


def note(client: Client, table: MatchDriver, text: str, *, htmx: bool = False) -> Any:
    return client.post(f"/m/{table.code}/talk/note/", {"text": text}, headers=HTMX if htmx else {})


def test_only_its_writer_reads_a_note(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    assert note(at(ada), table, "ben bluffs").status_code == 302
    for viewer in (ada, ben, cleo, None):
        for path in ("", "talk/", "record/"):
            page = at(viewer).get(f"/m/{table.code}/{path}").content.decode()
            assert ("ben bluffs" in page) == (viewer == ada and path in ("talk/", "record/"))


def test_a_note_is_changed_while_playing_and_long_after(
    table: MatchDriver, at: Browser, ada: Any, now: datetime
) -> None:
    note(at(ada), table, "first")
    organiser.end_match(code=table.code, now=now)
    Match.objects.update(over_at=now - timedelta(days=10))
    response = note(at(ada), table, "second", htmx=True)
    assert gettext("Saved.") in response.content.decode()
    assert Bookmark.objects.get().note == "second"
    note(at(ada), table, "  ")
    assert not Bookmark.objects.exists()


def test_who_never_sat_there_keeps_no_note(table: MatchDriver, at: Browser, cleo: Any) -> None:
    for viewer, status in ((cleo, 403), (None, 401)):
        for htmx in (False, True):
            assert note(at(viewer), table, "x", htmx=htmx).status_code == status
    assert not Bookmark.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
def test_a_note_that_is_too_long_stays_in_its_field(table: MatchDriver, at: Browser, ada: Any, htmx: bool) -> None:
    note(at(ada), table, "short")
    response = note(at(ada), table, "y" * 2001, htmx=htmx)
    assert response.status_code == 422
    assert "2001 characters" in response.content.decode()
    assert f"{'y' * 2001}</textarea>" in response.content.decode()
    assert Bookmark.objects.get().note == "short"


def test_everybody_takes_their_own_words_along(
    table: MatchDriver, said: Said, at: Browser, ada: Any, ben: Any, now: datetime
) -> None:
    pk = said(ada, "mine")
    said(ben, "not mine")
    said(ada, phrase="luck")
    Message.objects.filter(pk=pk).update(hidden_at=timezone.now())
    note(at(ada), table, "my note")
    note(at(ben), table, "not my note")
    own = {
        "messages": list(personal_data.export_messages(player=ada.pk)),
        "book": list(book.export_bookmarks(player=ada.pk)),
    }
    assert [(m["text"], m["phrase"], m["removed"]) for m in own["messages"]] == [
        ("mine", "", True),
        ("", "luck", False),
    ]
    assert [n["note"] for n in own["book"]] == ["my note"]
    assert own["messages"][0]["match"] == own["book"][0]["match"] == table.code
    assert datetime.fromisoformat(str(own["messages"][0]["at"])) == now
    assert json.loads(json.dumps(own)) == own


def test_notes_go_with_who_leaves_and_messages_stay(table: MatchDriver, said: Said, at: Browser, ada: Any) -> None:
    said(ada, "stays")
    note(at(ada), table, "goes")
    Player.objects.filter(pk=ada.pk).delete()
    assert not Bookmark.objects.exists()
    assert Message.objects.get().author is None


def test_notes_stay_with_who_left_a_seat_that_others_left_since(
    table: MatchDriver, at: Browser, ada: Any, cleo: Any, now: datetime
) -> None:
    note(at(ada), table, "still mine")
    for player in (cleo.pk, None):
        seats.replace_player(code=table.code, seat=Seat(0), player=player, now=now)
    assert "still mine" in at(ada).get(f"/m/{table.code}/talk/").content.decode()
    assert note(at(ada), table, "changed").status_code == 302
    assert note(at(cleo), table, "theirs").status_code == 302


def test_it_is_the_note_of_their_book_and_leaves_the_mark_alone(
    table: MatchDriver, at: Browser, ada: Any, cleo: Any, now: datetime
) -> None:
    marked = {"favourite": "on", "note": "from the book"}
    assert at(ada).post(f"/m/{table.code}/bookmark/", marked).status_code == 302
    assert "from the book" in at(ada).get(f"/m/{table.code}/talk/").content.decode()
    note(at(ada), table, "from the table")
    assert list(Bookmark.objects.values_list("favourite", "note")) == [(True, "from the table")]
    assert "from the table" in at(ada).get("/mine/book/").content.decode()
    note(at(ada), table, "")
    assert list(Bookmark.objects.values_list("favourite", "note")) == [(True, "")]
    at(cleo).post(f"/m/{table.code}/bookmark/", {"note": "I watched"})
    assert note(at(cleo), table, "x").status_code == 403, "a book is no seat"


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_notes_of_an_earlier_version_come_into_the_book(ada: Any, ben: Any, cleo: Any, now: datetime) -> None:
    table = new_match(ada, ben)
    old = models_of("talk", "0002_comments", ("matches", "0016_bookmark"))
    Note = old.get_model("talk", "Note")
    with connection.schema_editor() as editor:
        editor.create_model(Note)
    try:
        for player, text in ((ada, "of the table"), (ben, "alone"), (cleo, "both")):
            Note.objects.create(match_id=table.match.pk, player_id=player.pk, text=text, written_at=now)
        for player, favourite, text in ((ada, True, "of the book"), (cleo, False, "both")):
            Bookmark.objects.create(match=table.match, player=player, favourite=favourite, note=text, at=now)
        importlib.import_module("apps.talk.migrations.0003_notes").into_the_book(old, None)
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(Note)
    assert list(Bookmark.objects.order_by("player").values_list("player__username", "favourite", "note")) == [
        ("ada", True, "of the table\n\nof the book"), ("ben", False, "alone"), ("cleo", False, "both"),
    ]  # fmt: skip
