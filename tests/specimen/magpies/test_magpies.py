"""Tests of Magpies on real pages: its folder is all it needs, and no one else sees the calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from apps.games import load_games
from apps.kernel.game import Outcome
from apps.matches.models import Match
from tests.config.catalogues import LANGUAGES, marked, messages
from tests.factories.matches import MatchDriver, sealed_match
from tests.specimen.magpies import GAME
from tests.specimen.magpies.state import Call

HERE = Path(__file__).parent
Browser = Callable[..., Client]


@pytest.fixture(autouse=True)
def _in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(load_games(), "magpies", GAME)
    with translation.override("en"):  # The language of the last page must not stay for the next test.
        yield


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return sealed_match("magpies", ada, ben, cleo)


def test_the_highest_number_that_stands_alone_takes_the_trinket(table: MatchDriver) -> None:
    for seat, number in enumerate((5, 5, 2)):
        table.says(seat, Call(number))
    assert [len(nest) for nest in table.know().nests] == [0, 0, 1]


@pytest.mark.django_db
def test_a_person_answers_with_the_form_of_the_page(at: Browser, table: MatchDriver) -> None:
    client = at(table.people[0])
    page = client.get(f"/m/{table.code}/").content.decode()
    assert '<input type="hidden" name="type" value="call">' in page
    table.posts(client, 0, type="call", number=4)
    assert 'id="call-4" aria-pressed="true"' in client.get(f"/m/{table.code}/").content.decode()


def test_nobody_reads_the_taste_of_another(at: Browser, table: MatchDriver) -> None:
    tastes = table.know().tastes
    for seat, taste in enumerate(tastes):
        mine = table.look(observer=seat).board  # type: ignore[arg-type]
        assert mine.taste == taste
        assert [nest.taste for nest in mine.plates] == [taste if each == seat else None for each in range(3)]


def test_a_match_is_played_to_its_end_and_can_be_verified(at: Browser, table: MatchDriver) -> None:
    table.finish()
    assert table.match.status == Match.Status.OVER
    assert msgspec.convert(table.match.outcome, Outcome) == GAME.outcome(table.know())
    for language in ("en", *LANGUAGES):
        for path in ("", "record/", "verify/"):
            assert at().get(f"/m/{table.code}/{path}", headers={"accept-language": language}).status_code == 200


@pytest.mark.parametrize(("language", "title"), [("en", "Magpies"), ("de", "Elstern"), ("fr", "Pies")])
def test_its_rules_are_told_in_every_language(client: Client, db: None, language: str, title: str) -> None:
    page = client.get("/games/magpies/", headers={"accept-language": language}).content.decode()
    assert f"<h1>{title}</h1>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_its_words_are_translated(language: str) -> None:
    said = messages(HERE / "locale" / language / "LC_MESSAGES" / "django.po")
    assert all(message.said and all(message.said) for message in said)
    assert {message.key for message in said} == marked(HERE / "locale")
