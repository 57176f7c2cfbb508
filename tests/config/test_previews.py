"""Tests that linked pages name a preview picture of their own, which is drawn on request."""

from __future__ import annotations

import html
import re
import struct
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.common import raster
from apps.common.previews import fit_text
from apps.people.selectors import preview as people_preview
from apps.people.selectors import profile
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import snapshot
from apps.tournaments.selectors.preview import build_tournament_preview
from tests.factories.tournaments import KNOCKOUT, NOON, SWISS, begun, played, tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def picture_of(client: Client, path: str, **headers: str) -> bytes:
    """Return the preview picture that the page names."""
    page = client.get(path, headers=headers).content.decode()
    (address,) = re.findall(r'<meta property="og:image" content="http://testserver([^"]+)"', page)
    response = client.get(html.unescape(address))
    assert response.headers["Content-Type"] == "image/png"
    assert struct.unpack(">II", response.content[16:24]) == (1200, 630)
    return response.content


def test_a_person_and_a_tournament_have_pictures_of_their_own_in_every_language(ada: Any, ben: Any) -> None:
    cup = tournament(SWISS, name="Spring Cup")
    drawn = {
        picture_of(Client(), path) for path in ("/", "/p/ada/", "/p/ben/", f"/tournaments/{cup.code}/") if path != "/"
    }
    assert len(drawn) == 3
    spoken = {
        picture_of(Client(), f"/tournaments/{cup.code}/", **{"accept-language": tongue}) for tongue in ("de", "fr")
    }
    assert len(spoken | drawn) == 5


def test_before_it_begins_a_tournament_shows_how_many_come_and_then_who_is_ahead(player: Any) -> None:
    cup = tournament(SWISS, name="Spring Cup")
    assert build_tournament_preview(cup, snapshot.load_snapshot(cup)).top == ()
    over, _people = begun(KNOCKOUT, name="A cup with a name as long as an evening")
    played(over, step=timedelta(hours=12))
    shown = build_tournament_preview(over, snapshot.load_snapshot(over))
    assert [place for place, _name in shown.top] == [1, 2, 3]
    assert shown.name == "A cup with a name as long as an e…"
    assert shown.entrants == 8


def test_what_our_letters_cannot_write_is_left_out(player: Callable[[str], Any]) -> None:
    assert fit_text("龍", 10) == ""
    someone = player("Ωmega")
    shown = people_preview.build_player_preview(profile.load_profile(name="Ωmega", reader=None, now=NOON))
    assert shown.name == someone.username


def test_a_tournament_that_is_only_prepared_has_no_picture(ada: Any) -> None:
    cup = tournament(SWISS)
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    assert Client().get(f"/tournaments/{cup.code}/picture.png").status_code == 404
    assert Client().get("/p/nobody-of-this-name/picture.png").status_code == 404


def test_a_picture_is_drawn_once_and_none_is_drawn_in_masses(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Client().get("/p/ada/picture.png").content
    monkeypatch.setattr(raster, "draw_png", lambda *_: pytest.fail("drawn again"))
    answers = [Client().get("/p/ada/picture.png") for _ in range(60)]
    assert {answer.content for answer in answers[:59]} == {first}
    assert answers[-1].status_code == 429
