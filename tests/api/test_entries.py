"""Tests that a program enters tournaments as its player does on pages, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.api import response_policy
from apps.common import clocks
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import limits
from tests.api.program import Program
from tests.factories.tournaments import bots, tournament

pytestmark = pytest.mark.django_db
ACTS = ("register", "withdraw", "return", "check-in")


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)


def everything() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Tournament, Entry)]


def test_a_program_registers_and_withdraws(ada: Player) -> None:
    cup, program = tournament(), Program(ada)
    program.get(f"/tournaments/{cup.code}/entry/", 404)
    told = program.post(f"/tournaments/{cup.code}/register/", {})
    assert (told["number"], told["state"], told["checked_in"]) == (1, "in", True)
    assert told == program.get(f"/tournaments/{cup.code}/entry/")
    assert program.post(f"/tournaments/{cup.code}/withdraw/")["state"] == "out"
    assert program.post(f"/tournaments/{cup.code}/register/", {})["state"] == "in"
    assert Entry.objects.count() == 1


def test_a_full_tournament_has_a_waiting_list(ada: Player, ben: Player) -> None:
    cup = tournament(least=3, most=3)
    bots(cup, 2)
    Program(ada).post(f"/tournaments/{cup.code}/register/", {})
    assert Program(ben).post(f"/tournaments/{cup.code}/register/", {})["state"] == "waiting"
    Program(ada).post(f"/tournaments/{cup.code}/withdraw/")
    assert Program(ben).get(f"/tournaments/{cup.code}/entry/")["state"] == "in"


def test_a_program_checks_in(ada: Player, ben: Player) -> None:
    cup, program = tournament(check_in=True), Program(ada)
    path = f"/tournaments/{cup.code}/check-in/"
    Tournament.objects.update(starts_at=clocks.now() + timedelta(hours=30))
    program.post(f"/tournaments/{cup.code}/register/", {})
    before = everything()
    assert program.post(path, status=409)["detail"] == "Check-in opens 24 hours before the start."
    assert everything() == before
    Tournament.objects.update(starts_at=clocks.now() + timedelta(hours=20))
    Entry.objects.update(at=clocks.now() - timedelta(hours=30))
    assert program.get(f"/tournaments/{cup.code}/entry/")["checked_in"] is False
    before = everything()
    assert Program(ben).post(path, status=409)["detail"] == "You aren’t taking part."
    assert everything() == before
    assert program.post(path)["checked_in"] is True
    assert program.post(path)["checked_in"] is True


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"status": "closed"}, "Registration isn’t open."),
        ({"status": "over"}, "Registration isn’t open."),
        ({"circle": "club"}, "Only members of the club can enter this tournament."),
        ({"invited_only": True}, "This tournament is by invitation only."),
        ({"least_rating": 1500}, "Only players rated 1500 or higher can enter."),
    ],
)
def test_it_is_refused_what_the_page_refuses(ada: Player, terms: dict[str, Any], says: str) -> None:
    cup, browser = tournament(), Client()
    Tournament.objects.update(**terms)
    browser.force_login(ada)
    before = everything()
    assert Program(ada).post(f"/tournaments/{cup.code}/register/", {}, 409)["detail"] == says
    assert says in browser.post(f"/tournaments/{cup.code}/register/").content.decode()
    assert everything() == before


def test_no_one_acts_in_a_tournament_they_didnt_enter_or_for_someone_else(ada: Player, ben: Player) -> None:
    cup = tournament()
    Program(ada).post(f"/tournaments/{cup.code}/register/", {})
    before = everything()
    for act in ("withdraw", "return", "check-in"):
        Program(ben).post(f"/tournaments/{cup.code}/{act}/", status=409)
    assert Program(ada).post(f"/tournaments/{cup.code}/register/", {}, 409)["detail"] == "You’ve already joined."
    assert everything() == before


def test_drafts_are_unknown_and_the_scope_is_needed(ada: Player) -> None:
    cup = tournament()
    Tournament.objects.update(status="draft")
    before = everything()
    for act in ACTS:
        Program(ada).post(f"/tournaments/{cup.code}/{act}/", {}, 404)
        Program(ada, "read", "play", "tables").post(f"/tournaments/{cup.code}/{act}/", {}, 403)
    assert everything() == before


def test_pages_and_programs_have_one_limit(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ACTIONS_PER_HOUR", 1)
    cup, browser = tournament(), Client()
    browser.force_login(ada)
    browser.post(f"/tournaments/{cup.code}/register/")
    before = everything()
    assert Program(ada).post(f"/tournaments/{cup.code}/withdraw/", status=429)["code"] == "rate_limited"
    assert everything() == before
