"""Private notes, and what one takes along."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.kernel.table import Seat
from apps.matches.models import Match
from apps.matches.services import organiser, seats
from apps.talk import personal_data
from apps.talk.models import Message, Note
from tests.factories.matches import MatchDriver

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
            assert ("ben bluffs" in page) == (viewer == ada and path == "talk/")


def test_a_note_is_changed_while_playing_and_long_after(
    table: MatchDriver, at: Browser, ada: Any, now: datetime
) -> None:
    note(at(ada), table, "first")
    organiser.end(code=table.code, now=now)
    Match.objects.update(over_at=now - timedelta(days=10))
    response = note(at(ada), table, "second", htmx=True)
    assert "Kept." in response.content.decode()
    assert Note.objects.get().text == "second"
    note(at(ada), table, "  ")
    assert not Note.objects.exists()


def test_who_never_sat_there_keeps_no_note(table: MatchDriver, at: Browser, cleo: Any) -> None:
    for viewer in (cleo, None):
        for htmx in (False, True):
            assert note(at(viewer), table, "x", htmx=htmx).status_code == 403
    assert not Note.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
def test_a_note_that_is_too_long_stays_in_its_field(table: MatchDriver, at: Browser, ada: Any, htmx: bool) -> None:
    note(at(ada), table, "short")
    response = note(at(ada), table, "y" * 2001, htmx=htmx)
    assert response.status_code == 422
    assert "2001 characters" in response.content.decode()
    assert f"{'y' * 2001}</textarea>" in response.content.decode()
    assert Note.objects.get().text == "short"


def test_everybody_takes_their_own_words_along(
    table: MatchDriver, said: Said, at: Browser, ada: Any, ben: Any, now: datetime
) -> None:
    pk = said(ada, "mine")
    said(ben, "not mine")
    said(ada, phrase="luck")
    Message.objects.filter(pk=pk).update(hidden_at=timezone.now())
    note(at(ada), table, "my note")
    note(at(ben), table, "not my note")
    own = {"messages": list(personal_data.messages(player=ada.pk)), "notes": list(personal_data.notes(player=ada.pk))}
    assert [(m["text"], m["phrase"], m["removed"]) for m in own["messages"]] == [
        ("mine", "", True),
        ("", "luck", False),
    ]
    assert [n["text"] for n in own["notes"]] == ["my note"]
    assert own["messages"][0]["match"] == own["notes"][0]["match"] == table.code
    assert datetime.fromisoformat(own["messages"][0]["at"]) == now
    assert json.loads(json.dumps(own)) == own


def test_notes_go_with_who_leaves_and_messages_stay(table: MatchDriver, said: Said, at: Browser, ada: Any) -> None:
    said(ada, "stays")
    note(at(ada), table, "goes")
    Player.objects.filter(pk=ada.pk).delete()
    assert not Note.objects.exists()
    assert Message.objects.get().author is None


def test_notes_stay_with_who_left_a_seat_that_others_left_since(
    table: MatchDriver, at: Browser, ada: Any, cleo: Any, now: datetime
) -> None:
    note(at(ada), table, "still mine")
    for player in (cleo.pk, None):
        seats.replace(code=table.code, seat=Seat(0), player=player, now=now)
    assert "still mine" in at(ada).get(f"/m/{table.code}/talk/").content.decode()
    assert note(at(ada), table, "changed").status_code == 302
    assert note(at(cleo), table, "theirs").status_code == 302
