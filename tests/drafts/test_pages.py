"""Tests that every page works with a draft of a game, which has no templates, styles or words of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from apps.common import clocks
from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.kernel.table import REFEREE, Seat
from apps.matches.management.starter import GAME
from apps.matches.models import Match
from apps.matches.selectors import match_export, match_view
from apps.matches.selectors.verification import verify_match_record
from apps.matches.services import analysis, hints
from apps.puzzles.models import Search
from apps.puzzles.services.mining import mine_match
from tests.drafts.pages import list_buttons, play_to_the_end, read
from tests.factories.matches import MatchDriver, sealed_match

Browser = Callable[..., Client]

OF_A_MATCH = (
    "", "news/?heard=0", "orders/", "rules/", "record/", "record/?as=public", "record.jsonl", "verify/",
)  # fmt: skip
OF_A_RESULT = (
    "", "record/", "record/?at=1&as=0", "record/?at=2&as=public", "story/", "verify/", "picture.png", "record.jsonl",
    "rules/",
)  # fmt: skip
OF_THE_SITE = (
    "/", "/games/", "/games/{game}/", "/games/{game}/figures/", "/leaders/{game}/", "/fame/", "/play-now/", "/tables/",
    "/tables/new/?game={game}", "/quick/", "/matches/", "/matches/?game={game}", "/mine/", "/puzzles/",
    "/puzzles/?game={game}", "/p/ada/", "/p/ada/in/{game}/", "/tournaments/", "/tournaments/new/",
    "/notices/", "/sitemap.xml", "/api/v1/games/", "/api/v1/games/{game}/", "/api/v1/matches/?game={game}",
)  # fmt: skip


@pytest.fixture(params=["coins", "gulls"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, gulls: AnyGame) -> AnyGame:
    """Return a draft in the catalogue: one in which nothing is hidden, or the tutorial's."""
    found: AnyGame = {"coins": GAME, "gulls": gulls}[request.param]
    monkeypatch.setitem(load_games(), found.meta.slug, found)
    return found


@pytest.fixture
def table(game: AnyGame, ada: Any, ben: Any) -> MatchDriver:
    return sealed_match(game.meta.slug, ada, ben)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_draft_is_played_to_its_end_on_its_pages(language: str, at: Browser, table: MatchDriver) -> None:
    clients = [at(player) for player in table.people]
    readers, spoken = (*clients, at()), {"accept-language": language}
    assert len(list_buttons(clients[0], table.code)) == len(table.game.legal(table.know(), Seat(0)))
    assert list_buttons(clients[1], table.code) == list_buttons(at(), table.code) == []
    for path in OF_A_MATCH:
        for reader in readers:
            assert reader.get(f"/m/{table.code}/{path}", headers=spoken).status_code in (200, 204, 403), path
    play_to_the_end(table, clients)
    assert table.match.status == Match.Status.OVER
    for path in OF_A_RESULT:
        for reader in readers:
            assert reader.get(f"/m/{table.code}/{path}", headers=spoken).status_code == 200, path
    loaded = match_view.load_match(table.code)
    assert verify_match_record(table.game, match_export.build_match_record(loaded, observer=REFEREE)).right


def test_every_move_of_a_draft_is_replayed_as_each_observer_saw_it(at: Browser, table: MatchDriver) -> None:
    play_to_the_end(table, [at(player) for player in table.people])
    for observer in ("referee", "public", 0, 1):
        last = read(at(), f"/m/{table.code}/record/?as={observer}")
        for move in range(int(last.partition('max="')[2].partition('"')[0]) + 1):
            assert "table-top" in read(at(), f"/m/{table.code}/record/?at={move}&as={observer}")


def test_every_page_of_the_site_shows_a_draft(at: Browser, table: MatchDriver) -> None:
    clients = [at(player) for player in table.people]
    for _ in ("in play", "over"):
        for path in OF_THE_SITE:
            assert read(clients[0], path.format(game=table.game.meta.slug))
        play_to_the_end(table, clients)


@pytest.mark.django_db
def test_a_person_plays_a_draft_against_bots_with_one_click(game: AnyGame, at: Browser, quick: None) -> None:
    client = at()
    begun = client.post("/play-now/", {"game": game.meta.slug, "opponents": "spark"}, follow=True)
    assert begun.status_code == 200
    assert list_buttons(client, Match.objects.get().code) or "thinking" in begun.content.decode()


def test_a_draft_that_imagines_tables_is_analysed_and_tried_again(at: Browser, table: MatchDriver) -> None:
    client = _finish(at, table)
    assert 'id="to-analysis"' in read(client, f"/m/{table.code}/")
    assert client.post(f"/m/{table.code}/what-if/", {"move": 1}).status_code == 302
    mine_match(enough=lambda: True)
    assert Search.objects.exists()
    analysis.request_analysis(code=table.code, player=table.people[0].pk, now=clocks.now())
    while analysis.continue_analysis(enough=lambda: False):
        pass
    assert 'class="decisions"' in read(client, f"/m/{table.code}/analysis/")


def test_a_draft_that_cannot_imagine_tables_offers_nothing_that_needs_them(
    at: Browser, ada: Any, ben: Any, gulls: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "gulls", replace(gulls, imagines=False))
    table = sealed_match("gulls", ada, ben)
    client = _finish(at, table)
    assert 'id="to-analysis"' not in read(client, f"/m/{table.code}/")
    assert 'id="what-if"' not in read(client, f"/m/{table.code}/record/?at=1")
    assert client.get(f"/m/{table.code}/analysis/").status_code == 404
    assert client.post(f"/m/{table.code}/what-if/", {"move": 1}).status_code == 403
    mine_match(enough=lambda: True)
    assert not Search.objects.exists()
    alone = sealed_match("gulls", ada, bots=1)
    assert "flint-" not in read(client, f"/m/{alone.code}/")
    assert client.post(f"/m/{alone.code}/hint/", {"question": alone.key()}).status_code == 403


def test_flint_gives_a_hint_for_a_draft_that_imagines_tables(game: AnyGame, at: Browser, ada: Any) -> None:
    table, client = sealed_match(game.meta.slug, ada, bots=1), at(ada)
    page = f"/m/{table.code}/"
    assert "flint-" in read(client, page)
    assert client.post(f"{page}hint/", {"question": table.key()}).status_code == 302
    assert hints.think_about_one()
    assert "Of everything Flint tried" in read(client, f"{page}hint/")


def _finish(at: Browser, table: MatchDriver) -> Client:
    """Play the match to its end, and return the first player's browser."""
    clients = [at(player) for player in table.people]
    play_to_the_end(table, clients)
    return clients[0]
