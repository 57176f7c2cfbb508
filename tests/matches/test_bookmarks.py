"""Tests that everyone has private favourites and notes on matches."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import guests
from apps.matches.models import Bookmark, Match
from apps.matches.services import bookmarks
from apps.people.services import export
from tests.factories.finished_matches import finished_match, recorded_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}
SECRET = "ben always bids seven"


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return recorded_match("fuse", [ada, ben])


def keep(client: Client, match: Match, *, htmx: bool = False, **words: str) -> Any:
    return client.post(f"/m/{match.code}/bookmark/", words, headers=HTMX if htmx else {})


def test_a_match_is_marked_and_noted_below_its_record(match: Match, at: Browser, cleo: Any) -> None:
    reply = keep(at(cleo), match, favourite="on", note=f" {SECRET}\r\nand smiles ")
    assert (reply.status_code, reply["Location"]) == (302, f"/m/{match.code}/record/")
    kept = Bookmark.objects.get()
    assert (kept.player, kept.favourite, kept.note) == (cleo, True, f"{SECRET}\nand smiles")
    record = at(cleo).get(f"/m/{match.code}/record/").content.decode()
    assert f"{SECRET}\nand smiles</textarea>" in record
    assert 'name="favourite" checked' in record


def test_a_script_changes_only_the_form(match: Match, at: Browser, ada: Any) -> None:
    html = keep(at(ada), match, note=SECRET, htmx=True).content.decode()
    assert html.lstrip().startswith("<form")
    assert gettext("Saved.") in html


def test_nobody_reads_what_others_keep(match: Match, at: Browser, organiser: Client, ada: Any, ben: Any) -> None:
    keep(at(ada), match, favourite="on", note=SECRET)
    pages = [
        f"/m/{match.code}/", f"/m/{match.code}/record/", f"/m/{match.code}/record.jsonl", f"/m/{match.code}/story/",
        "/matches/", "/matches/?player=ada", "/mine/book/", "/mine/", "/p/ada/",
    ]  # fmt: skip
    for client in (at(ben), at(), organiser):
        for path in pages:
            html = client.get(path, follow=True).content.decode()
            assert SECRET not in html
            assert 'name="favourite" checked' not in html
    assert SECRET not in organiser.get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert not admin.site.is_registered(Bookmark)
    for player, known in ((ada, True), (ben, False)):
        with zipfile.ZipFile(io.BytesIO(b"".join(export.stream_export(player=player.pk)))) as archive:
            written = {name: archive.read(name).decode() for name in archive.namelist()}
        assert any(SECRET in text for text in written.values()) == known
        assert len(json.loads(written["book.json"])) == known


def test_the_book_shows_the_latest_first_and_unlisted_matches_too(at: Browser, ada: Any, ben: Any) -> None:
    now, matches = timezone.now(), [finished_match((ada, ben), (1, 2), listed=number != 1) for number in range(3)]
    for number, match in enumerate(matches):
        bookmarks.save_bookmark(
            code=match.code,
            player=ada.pk,
            favourite=number == 2,
            note=f"note {number} <b>",
            now=now + timedelta(number),
        )
    page = at(ada).get("/mine/book/")
    assert [row.code for row in page.context["kept"]] == [match.code for match in reversed(matches)]
    html = page.content.decode()
    assert html.index("note 2 &lt;b&gt;") < html.index("note 1 &lt;b&gt;") < html.index("note 0 &lt;b&gt;")
    assert html.count(">Favourite<") == 1
    assert "No favourites or notes yet" in at(ben).get("/mine/book/").content.decode()
    for path in ("/mine/", "/matches/"):
        assert 'href="/mine/book/"' in at(ada).get(path).content.decode()
    assert 'href="/mine/book/"' not in at().get("/matches/").content.decode()


def test_without_mark_and_note_a_match_leaves_the_book(match: Match, at: Browser, ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        keep(at(player), match, favourite="on", note="x")
    keep(at(ada), match, note="  ")
    assert Bookmark.objects.get().player == ben


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("note", "says"), [
    ("y" * 2001, "2001 characters"),
    ("a\x00b", "That contains characters we can’t display. Type the text instead of pasting it."),
])  # fmt: skip
def test_a_note_that_cannot_be_kept_changes_nothing(
    match: Match, at: Browser, ada: Any, note: str, says: str, htmx: bool
) -> None:
    keep(at(ada), match, note="before")
    reply = keep(at(ada), match, favourite="on", note=note, htmx=htmx)
    assert reply.status_code == 422
    assert gettext(says) in reply.content.decode()
    assert (Bookmark.objects.get().note, Bookmark.objects.get().favourite) == ("before", False)
    assert keep(at(ada), match, note="z\r\n" * 999 + "zz").status_code == 302


def test_only_who_is_known_keeps_a_book(match: Match, at: Browser, ada: Any) -> None:
    assert keep(at(), match, note="x").status_code == 401
    assert "/accounts/login/" in at().get("/mine/book/")["Location"]
    assert at(ada).post("/m/NOWHERE/bookmark/", {"note": "x"}).status_code == 404
    assert at(ada).get(f"/m/{match.code}/bookmark/").status_code == 405
    assert 'id="bookmark"' not in at().get(f"/m/{match.code}/record/").content.decode()
    assert not Bookmark.objects.exists()


def test_the_book_of_a_guest_stays_theirs_with_an_account_and_goes_with_them(match: Match, at: Browser) -> None:
    guest = guests.create_guest()
    keep(at(guest), match, note=SECRET)
    guests.upgrade_guest(player=guest, username="dora", password="a long way home")
    dora = Player.objects.get(username="dora")
    assert SECRET in at(dora).get("/mine/book/").content.decode()
    dora.delete()
    assert not Bookmark.objects.exists()


def test_a_full_book_asks_no_more_than_a_thin_one(at: Browser, ada: Any, ben: Any) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert at(ada).get("/mine/book/").status_code == 200
        return len(queries)

    for _ in range(2):
        keep(at(ada), finished_match((ada, ben), (1, 2)), note="x")
    thin = asked()
    for _ in range(15):
        keep(at(ada), finished_match((ada, ben), (1, 2)), note="x")
    assert asked() == thin
