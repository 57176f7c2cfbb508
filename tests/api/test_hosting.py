"""Tests that a program creates and looks after small tournaments as its player does on pages, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.api import response_policy
from apps.common import clocks
from apps.games import load_games
from apps.lobby.models import RememberedAnswer
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.presets import PATTERNS
from apps.tournaments.services import hosting, limits
from tests.api.program import Program
from tests.factories.tournaments import bots

pytestmark = pytest.mark.django_db
ONLY_CREATOR = "Only the tournament’s creator can do that."


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)


@pytest.fixture
def host(ada: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Return a player who has played here before."""
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)
    return ada


def start() -> datetime:
    """Return a full minute in two days."""
    return (clocks.now() + timedelta(days=2)).replace(second=0, microsecond=0)


def settings(**words: Any) -> dict[str, Any]:
    return {"game": "fuse", "name": "Small cup", "starts_at": start().isoformat(), "pattern": "knockout", **words}


def everything() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Tournament, Entry, Organiser, RememberedAnswer)]


def test_a_program_creates_what_the_page_does(host: Player) -> None:
    told = Program(host).post("/tournaments/", settings())
    browser = Client()
    browser.force_login(host)
    typed = {
        "game": "fuse", "name": "Small cup", "pattern": "knockout", "most": "16", "public": "yes", "takes_part": "on",
        "starts_at": f"{timezone.localtime(start()):%Y-%m-%dT%H:%M}",
    }  # fmt: skip
    assert browser.post("/tournaments/new/", typed).status_code == 302
    own = ("id", "code", "created_at", "commitment", "begins_at", "version")
    ours, theirs = Tournament.objects.order_by("pk").values()
    assert {name: value for name, value in ours.items() if name not in own} == {
        name: value for name, value in theirs.items() if name not in own
    }
    assert (told["code"], told["status"], told["rated"]) == (ours["code"], "open", True)
    assert [each["name"] for each in told["entrants"]] == ["ada"]
    assert Program(host).get(f"/tournaments/{told['code']}/") == told
    assert [each["code"] for each in Program(host).get("/tournaments/")["items"]][1:] == [told["code"]]


def test_everything_that_the_form_can_say_can_be_said(host: Player) -> None:
    words = {
        "listed": False, "takes_part": False, "entrants_least": 7, "entrants_most": 12, "pace": "live",
        "round_hours": 3, "points": "double", "check_in": True, "bots_welcome": True, "bot_strength": "spark",
        "about": "Come!", "prizes": "A cake",
    }  # fmt: skip
    code = Program(host).post("/tournaments/", settings(**words))["code"]
    made = Tournament.objects.get(code=code)
    assert (made.listed, made.rated, made.entries.count()) == (False, False, 0)
    assert (made.least, made.most, made.pace_name, made.round_hours) == (7, 12, "live", 3)
    assert (made.check_in, made.bots_welcome, made.opponents) == (True, True, "spark")
    assert (made.about, made.prizes) == ("Come!", "A cake")


def test_every_format_that_suits_a_game_can_be_created(host: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("MAX_CREATED_PER_DAY", "MAX_UNFINISHED"):
        monkeypatch.setattr(hosting, limit, 100)
    program = Program(host)
    for slug, game in load_games().items():
        fits = [name for name, each in PATTERNS.items() if each.suits(game.meta.seats)]
        for pattern in ("", *fits):
            told = program.post("/tournaments/", settings(game=slug, pattern=pattern))
            assert told["game"] == slug


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"name": ""}, "Name: This field is required."),
        ({"name": "x" * 81}, "Name: "),
        ({"name": "a\u202eb"}, "Name: "),
        ({"entrants_most": 5}, "Maximum entrants: "),
        ({"entrants_most": 33}, "Maximum entrants: "),
        ({"entrants_least": 20}, "The maximum can’t be lower than the minimum."),
        ({"starts_at": "2001-01-01T20:00:00Z"}, "This time is in the past."),
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, "This is more than two years away."),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, "Starts: "),
        ({"starts_at": "2027-01-01T20:00:00"}, "starts_at"),
        ({"pattern": "nonsense"}, "Format: "),
        ({"pace": "nonsense"}, "Pace: "),
        ({"points": "nonsense"}, "Points per table: "),
        ({"bot_strength": "nonsense"}, "Bot level: "),
        ({"round_hours": 0}, "Hours per round: "),
        ({"game": "nonsense"}, "choose one of"),
    ],
)
def test_wrong_settings_are_refused_with_a_sentence_and_create_nothing(host: Player, words: Any, says: str) -> None:
    before = everything()
    assert says in Program(host).post("/tournaments/", settings(**words), 422, key="k1")["detail"]
    assert everything() == before


def test_whoever_may_not_create_one_on_the_page_may_not_here(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything()
    assert "Finish 3 matches first" in Program(ada).post("/tournaments/", settings(), 409)["detail"]
    monkeypatch.setattr(hosting.experience, "count_finished_matches", lambda player, *, most: most)
    Program(ada, "read", "play", "tables").post("/tournaments/", settings(), 403)
    assert everything() == before


def test_there_are_as_many_as_on_the_page(host: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MAX_CREATED_PER_DAY", 1)
    program = Program(host)
    program.post("/tournaments/", settings())
    before = everything()
    assert "1 tournaments in a day" in program.post("/tournaments/", settings(), 409, key="k1")["detail"]
    assert everything() == before


def test_the_same_key_creates_nothing_twice(host: Player) -> None:
    program, body = Program(host), settings()
    first = program.post("/tournaments/", body, key="k1")
    assert program.post("/tournaments/", body, key="k1") == first
    assert Tournament.objects.count() == 1
    before = everything()
    assert program.post("/tournaments/", settings(name="Other cup"), 422, key="k1")["code"] == "key_reused"
    assert program.post("/tables/", {"game": "fuse"}, 422, key="k1")["code"] == "key_reused"
    assert everything() == before


def test_it_can_be_changed_before_it_starts(host: Player) -> None:
    program = Program(host)
    code = program.post("/tournaments/", settings(about="Come!"))["code"]
    later = start() + timedelta(days=1)
    told = program.ask(
        "PATCH", f"/tournaments/{code}/", {"name": "Big cup", "starts_at": later.isoformat(), "entrants_most": 20}
    )
    made = Tournament.objects.get()
    assert (made.name, made.starts_at, made.most, made.about) == ("Big cup", later, 20, "Come!")
    assert (told["name"], told["entrants_most"]) == ("Big cup", 20)
    before = everything()
    program.ask("PATCH", f"/tournaments/{code}/", {})
    assert everything()[1:] == before[1:]
    for wrong in ({"name": ""}, {"entrants_most": 99}, {"entrants_least": 21}, {"starts_at": "2001-01-01T20:00:00Z"}):
        assert program.ask("PATCH", f"/tournaments/{code}/", wrong, 422)["code"] == "settings_refused"
    assert Tournament.objects.values("name", "most", "least", "starts_at").get() == {
        "name": "Big cup", "most": 20, "least": made.least, "starts_at": later,
    }  # fmt: skip


def test_it_starts_early_once_and_then_stays_as_it_is(host: Player) -> None:
    program = Program(host)
    code = program.post("/tournaments/", settings())["code"]
    before = everything()
    assert "entrants" in program.post(f"/tournaments/{code}/start/", status=409)["detail"]
    assert everything() == before
    bots(Tournament.objects.get(), 7)
    assert program.post(f"/tournaments/{code}/start/")["status"] == "running"
    before = everything()
    program.post(f"/tournaments/{code}/start/", status=409)
    program.ask("PATCH", f"/tournaments/{code}/", {"name": "Big cup"}, 409)
    assert everything() == before


def test_it_can_be_cancelled_once(host: Player) -> None:
    program = Program(host)
    code = program.post("/tournaments/", settings())["code"]
    assert program.post(f"/tournaments/{code}/cancel/")["status"] == "cancelled"
    before = everything()
    assert program.post(f"/tournaments/{code}/cancel/", status=409)["detail"] == "The tournament is over."
    assert everything() == before


def test_no_one_else_changes_starts_or_cancels_it(host: Player, ben: Player) -> None:
    code = Program(host).post("/tournaments/", settings())["code"]
    bots(Tournament.objects.get(), 7)
    before = everything()
    for program, status in ((Program(ben), 409), (Program(host, "read", "play", "tables"), 403)):
        for method, path, body in (
            ("PATCH", "", {"name": "Mine"}),
            ("POST", "start/", None),
            ("POST", "cancel/", None),
        ):
            refused = program.ask(method, f"/tournaments/{code}/{path}", body, status)
            assert status == 403 or refused["detail"] == ONLY_CREATOR
            Program(ben).ask(method, f"/tournaments/nowhere/{path}", body, 404)
    assert everything() == before


def test_pages_and_programs_have_one_limit(host: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CHANGES_PER_HOUR", 1)
    browser, program = Client(), Program(host)
    code = program.post("/tournaments/", settings())["code"]
    browser.force_login(host)
    browser.post(f"/tournaments/{code}/bot/")
    before = everything()
    assert program.post(f"/tournaments/{code}/cancel/", status=429)["code"] == "rate_limited"
    assert everything() == before
