"""Tests of the preview picture of links to a match."""

from __future__ import annotations

import html
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from apps.common import raster
from apps.games import load_games
from apps.matches.engine.insight import Insight, Point
from apps.matches.models import Analysis
from apps.matches.selectors import match_view
from apps.matches.selectors.preview import SEAT_STROKES, build_preview
from apps.matches.services import play
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("slug", sorted(load_games()))
def test_every_game_has_a_picture_in_every_language(slug: str, at: Browser, player: Callable[[str], Any]) -> None:
    seats = max(3, load_games()[slug].meta.seats[0])
    match = recorded_match(slug, [player(f"p{n}") for n in range(seats)])
    pictures = set()
    for language in ("en", "de", "fr"):
        response = at().get(f"/m/{match.code}/picture.png?in={language}")
        assert response.headers["Content-Type"] == "image/png"
        assert size(response.content) == (1200, 630)
        pictures.add(response.content)
    assert len(pictures) > 1
    assert at().get(f"/m/{match.code}/picture.png?at=3").content not in pictures
    last = match.moves - 1
    assert at().get(f"/m/{match.code}/picture.png?at={last}").content in pictures, "the last move is the whole match"


def test_it_says_who_won_and_after_a_move_who_was_ahead(ada: Any, ben: Any) -> None:
    loaded = match_view.load_match(recorded_match("fuse", [ada, ben]).code)
    whole = build_preview(loaded, at=None)
    assert {row.name: row.score for row in whole.rows} == dict(
        zip(("ada", "ben"), loaded.match.outcome["scores"], strict=True)  # type: ignore[index]
    )
    assert whole.winners == next(row.name for row in whole.rows if row.first)
    begun = build_preview(loaded, at=0)
    assert (begun.at, begun.across, begun.winners) == (0, 0, "")


def test_an_analysis_adds_everyones_chances(ada: Any, ben: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben])
    path = f"/m/{match.code}/picture.png"
    before, loaded = at().get(path).content, match_view.load_match(match.code)
    course = tuple(Point(n, (1 - n / match.moves, n / match.moves)) for n in range(match.moves))
    found = msgspec.json.encode(Insight((), course)).decode()
    asked = Analysis.objects.create(match=match, asked_at=timezone.now(), reached=9, over=False, found=found)
    assert not build_preview(loaded, at=None).analysed, "what is still going on isn't drawn"
    Analysis.objects.filter(pk=asked.pk).update(over=True)
    for move in (None, 3):
        shown = build_preview(loaded, at=move)
        assert shown.analysed
        assert [row.prospects.partition(" ")[0] for row in shown.rows] == ["0.0,0.0", "0.0,200.0"]
    cache.clear()
    after = at().get(path).content
    assert after != before
    assert size(after) == (1200, 630)


def test_of_a_running_match_it_says_who_sits_there_and_nothing_else(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, now=timezone.now())
    shown = build_preview(match_view.load_match(table.code, player=ada.pk), at=3)
    assert shown.running
    assert [(row.name, row.score, row.points) for row in shown.rows] == [("ada", None, ""), ("ben", None, "")]
    before = at(ada).get(f"/m/{table.code}/picture.png").content
    table.lay()
    assert (
        at(ada).get(f"/m/{table.code}/picture.png").content
        == before
        == at().get(f"/m/{table.code}/picture.png").content
    )


def test_a_name_that_our_letters_cannot_write_is_a_seat(ada: Any, player: Callable[[str], Any]) -> None:
    loaded = match_view.load_match(recorded_match("fuse", [player("Łukasz"), player("Ωμέγα"), player("东方")]).code)
    assert [row.name for row in build_preview(loaded, at=None).rows] == ["Łukasz", "Ωμέγα", "Seat 3"]
    with override("de"):
        assert build_preview(loaded, at=None).rows[2].name == "Platz 3"


def test_a_picture_is_drawn_once(at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = recorded_match("fuse", [ada, ben])
    first = at().get(f"/m/{match.code}/picture.png").content
    monkeypatch.setattr(raster, "draw_png", lambda *_: pytest.fail("drawn again"))
    assert at().get(f"/m/{match.code}/picture.png?in=xx").content == first


def test_nobody_has_pictures_drawn_in_masses(at: Browser, ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    answers = [at().get(f"/m/{match.code}/picture.png").status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]


def test_what_is_no_move_or_no_match_has_no_picture(
    at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded_match("fuse", [ada, ben])
    monkeypatch.setattr(raster, "draw_png", lambda *_, **__: pytest.fail("drawn"))
    for no_move in (-1, match.moves, 9999, 999_999):
        assert at().get(f"/m/{match.code}/picture.png?at={no_move}").status_code == 404
    assert at().get("/m/nothing/picture.png").status_code == 404


def test_a_picture_names_whoever_sits_there_now(at: Browser, ada: Any, ben: Any) -> None:
    over, running = recorded_match("fuse", [ada, ben]), new_match(ada, ben, now=timezone.now())
    paths = [f"/m/{match.code}/picture.png{at}" for match in (over, running) for at in ("", "?at=3")]
    before = [at().get(path).content for path in paths]
    ben.username = "Benedict"
    ben.save()
    after = [at().get(path).content for path in paths]
    assert not set(before) & set(after)


def test_a_picture_is_kept_for_minutes(at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[float] = []
    monkeypatch.setattr(cache, "set", lambda _key, _value, timeout: kept.append(timeout))
    match = recorded_match("fuse", [ada, ben])
    for path in ("", "?at=3"):
        assert at().get(f"/m/{match.code}/picture.png{path}").status_code == 200
    assert kept == [600, 600], "an address that asks for sixty a minute fills less than 30 MB"


def test_pages_name_the_picture_that_stands_beside_a_link_to_them(at: Browser, ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])

    def picture(path: str) -> str:
        found = re.findall(r'<meta property="og:image" content="([^"]+)"', at().get(path).content.decode())
        assert len(found) == 1
        return html.unescape(found[0])

    assert picture(f"/m/{match.code}/record/?at=4") == f"http://testserver/m/{match.code}/picture.png?in=en&at=4"
    assert picture(f"/m/{match.code}/record/") == f"http://testserver/m/{match.code}/picture.png?in=en"
    for path in ("/", "/p/ada/", f"/m/{match.code}/"):
        assert picture(path).startswith("http://testserver/")
    served = at().get(picture(f"/m/{match.code}/record/?at=4").removeprefix("http://testserver"))
    assert size(served.content) == (1200, 630)


def test_the_longest_table_has_room_and_colours_for_everybody(player: Callable[[str], Any], at: Browser) -> None:
    game = max(load_games().values(), key=lambda game: game.meta.seats[-1])
    seats = [play.Sitter(player=player(f"p{n}").pk) for n in range(game.meta.seats[-1])]
    setup, pace = game.setup(len(seats)), game.meta.paces["daily"]
    code = play.start_match(game=game.meta.slug, setup=setup, pace=pace, seats=seats, now=timezone.now())
    rows = build_preview(match_view.load_match(code), at=None).rows
    assert len({row.colour for row in rows}) == len(rows) == len({row.dashes for row in rows})
    assert max(row.top for row in rows) < 610, "above the lower edge"
    assert size(at().get(f"/m/{code}/picture.png").content) == (1200, 630)


def test_a_seat_has_the_colour_of_its_line_on_dark_pages() -> None:
    sheet = (Path(__file__).parents[2] / "static" / "seats.css").read_text()
    lines = re.findall(r"\.s\d \{.* color: light-dark\(#\w+, (#\w+)\);(?: stroke-dasharray: ([\d ]+);)? \}", sheet)
    assert lines == list(SEAT_STROKES)
