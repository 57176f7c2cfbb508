"""Tests of what organisers see and do in the admin."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import msgspec
import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.games import load_games
from apps.games.fuse.state import Pass
from apps.matches.models import Chair, Fact, Match, Memory
from apps.matches.services import organiser as organiser_service
from apps.matches.services import play
from tests.concurrency import locked
from tests.database import everything
from tests.factories.matches import HOUR, MatchDriver, in_window, new_match

pytestmark = pytest.mark.django_db
LIST = "/admin/matches/match/"


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    return new_match(ada, ben, now=timezone.now())


def act(organiser: Client, action: str, *tables: MatchDriver) -> str:
    chosen = [str(table.match.pk) for table in tables]
    response = organiser.post(LIST, {"action": action, "_selected_action": chosen}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def address(table: MatchDriver, path: str = "change") -> str:
    return f"{LIST}{table.match.pk}/{path}/"


def garble(table: MatchDriver) -> None:
    Fact.objects.filter(match=table.match, n=0).update(event="{")
    Memory.objects.all().delete()


def test_only_organisers_come_in(table: MatchDriver, at: Callable[..., Client], ada: Any) -> None:
    for viewer in (ada, None):
        for path in (LIST, address(table), address(table, "referee"), address(table, "end"), address(table, "seat")):
            for method in ("get", "post"):
                response = getattr(at(viewer), method)(path)
                assert response.status_code == 302
                assert "login" in response["Location"]
    assert len(table.moves()) == 1


def test_a_match_is_paused_resumed_and_extended(table: MatchDriver, organiser: Client) -> None:
    assert "Paused" in act(organiser, "pause", table)
    assert table.match.status == "paused"
    act(organiser, "resume", table)
    due = table.match.wake_at
    act(organiser, "extend", table)
    assert due is not None
    assert table.match.wake_at == due + 24 * HOUR
    assert LogEntry.objects.count() == 3


def test_what_cannot_be_done_is_said_and_the_others_go_on(
    table: MatchDriver, organiser: Client, ada: Any, ben: Any
) -> None:
    running = new_match(ada, ben, seed=2, now=timezone.now())
    organiser_service.pause_match(code=table.code, now=timezone.now())
    html = act(organiser, "pause", table, running)
    assert f"{table.code}: only a running match can be paused." in html.lower()
    assert running.match.status == "paused"


def test_a_broken_match_is_found_and_stops_no_action_on_the_others(
    table: MatchDriver, organiser: Client, ada: Any, ben: Any
) -> None:
    sound, unknown = new_match(ada, ben, seed=2, now=timezone.now()), new_match(ada, ben, seed=3, now=timezone.now())
    garble(table)
    Match.objects.filter(code=unknown.code).update(game="chess")
    Match.objects.update(wake_at=timezone.now() - HOUR)
    play.settle_due(now=timezone.now())
    html = organiser.get(f"{LIST}?trouble=yes").content.decode()
    assert [found.code in html for found in (table, unknown, sound)] == [True, True, False]
    for broken in (table, unknown):
        assert "Error" in organiser.get(address(broken)).content.decode()
    for action in ("extend", "pause", "resume", "retry", "verify"):
        act(organiser, action, table, unknown, sound)
    assert [fact.what for fact in sound.facts()[-3:]] == ["extended", "paused", "resumed"]


def test_an_action_on_a_broken_match_says_why_it_cannot_be_done(table: MatchDriver, organiser: Client) -> None:
    garble(table)
    html = act(organiser, "pause", table)
    why = gettext("The match can’t continue. Its log can’t be read, or the rules raised an error.")
    assert f"{table.code}: {why}".lower() in html.lower()


def test_a_match_is_told_in_words(table: MatchDriver, organiser: Client, ada: Any, cleo: Any) -> None:
    setup = load_games()["fuse"].setup(2, {"deals": 2})
    Match.objects.filter(code=table.code).update(setup=msgspec.json.encode(setup).decode())
    html = organiser.get(address(table)).content.decode()
    for words in ("2 seats", "Deals: 2", "1 hour", "Seat 1", "Seat 2", ">Fuse<"):
        assert words in html
    outcome = {"places": [2, 1], "scores": [3, 12], "why": "told"}
    Match.objects.filter(code=table.code).update(status="over", over_at=table.now, wake_at=None, outcome=outcome)
    html = organiser.get(address(table), headers={"accept-language": "de"}).content.decode()
    assert "<div>1. ben: 12</div><div>2. ada: 3</div>" in html
    assert "2 Plätze" in html
    organiser_service.end_match(code=new_match(ada, cleo, now=timezone.now()).code, now=timezone.now())
    ended = Match.objects.latest("pk")
    assert "Ended without a result" in organiser.get(f"{LIST}{ended.pk}/change/").content.decode()


def test_what_nobody_here_can_read_is_shown_as_it_is_kept(table: MatchDriver, organiser: Client) -> None:
    Match.objects.filter(code=table.code).update(game="chess", setup='{"board": 8}', pace={"ply": 60})
    html = unescape(organiser.get(address(table)).content.decode())
    assert '<code>{"board": 8}</code>' in html
    assert "<code>{'ply': 60}</code>" in html


@pytest.mark.parametrize("outcome", [{"winner": 1}, {"places": [1], "scores": [2], "why": "told"}])
def test_an_outcome_nobody_here_can_read_is_not_hidden(
    table: MatchDriver, organiser: Client, outcome: dict[str, Any]
) -> None:
    Match.objects.filter(code=table.code).update(
        status="over", over_at=table.now, wake_at=None, outcome=outcome, pace={"turn": None}
    )
    html = unescape(organiser.get(address(table)).content.decode())
    assert f"<code>{table.match.outcome}</code>" in html  # PostgreSQL has its own key order for JSON.
    assert "<code>{'turn': None}</code>" in html


def test_a_broken_match_can_be_ended(table: MatchDriver, organiser: Client) -> None:
    garble(table)
    assert organiser.get(address(table, "end")).status_code == 200
    assert table.match.status == "playing"
    assert organiser.post(address(table, "end"), follow=True).status_code == 200
    assert table.match.status == "over"


def test_a_seat_of_a_broken_match_stays(table: MatchDriver, organiser: Client, cleo: Any) -> None:
    garble(table)
    before = everything()
    assert organiser.post(address(table, "seat"), {"seat": "0", "player": "cleo"}).status_code == 200
    assert everything() == before


def test_a_seat_is_given_to_a_player_or_a_bot(table: MatchDriver, organiser: Client, cleo: Any) -> None:
    organiser.post(address(table, "seat"), {"seat": "0", "player": "CLEO"})
    assert table.chair(0).player == cleo
    organiser.post(address(table, "seat"), {"seat": "1", "player": ""})
    assert table.chair(1).bot


@pytest.mark.parametrize("words", [{"seat": "7"}, {"seat": "x"}, {}, {"seat": "0", "player": "nobody"},
                                   {"seat": "0", "player": "ben"}, {"seat": "0", "player": "\x00"}])  # fmt: skip
def test_a_seat_is_not_given_to_who_cannot_have_it(
    table: MatchDriver, organiser: Client, words: dict[str, str]
) -> None:
    before = everything()
    assert organiser.post(address(table, "seat"), words).status_code == 200
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_a_busy_match_is_said_to_be_busy(table: MatchDriver, organiser: Client) -> None:
    organiser.get(LIST)
    before = everything()
    with locked(table.code):
        assert "busy" in act(organiser, "pause", table)
    assert everything() == before


def test_the_log_cannot_be_written(table: MatchDriver, organiser: Client) -> None:
    before = everything()
    for path in (f"{LIST}add/", address(table, "delete")):
        assert organiser.get(path).status_code == 403
    organiser.post(address(table), {"status": "over", "code": "mine", "trouble": "none"})
    assert everything() == before


def test_neither_the_list_nor_the_page_tells_that_somebody_answered_in_secret(
    organiser: Client, ada: Any, ben: Any, cleo: Any
) -> None:
    """Check that organisers can't see this, because they could be at the table, too."""
    table = in_window(ada, ben, cleo, now=timezone.now())
    first, second = (ask.seat for ask in table.asks())
    Chair.objects.filter(match=table.match).update(missed=2)

    def seen() -> list[str]:
        pages = [organiser.get(path).content.decode() for path in (LIST, address(table))]
        return [re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page) for page in pages]

    before = seen()
    table.answer(Pass(), seat=first)
    assert seen() == before
    table.answer(Pass(), seat=second)
    log = re.findall(r"<div><code>(\d+) · (\{.*?\})</code></div>", seen()[1])
    assert [int(number) for number, _event in log] == list(range(1, len(log) + 1))
    assert "died" in log[-1][1]
    assert len(log) < table.match.facts


def test_the_referee_and_the_log_of_a_finished_match_have_the_true_numbers(
    table: MatchDriver, organiser: Client
) -> None:
    table.lay()
    looked = organiser.post(address(table, "referee")).content.decode()
    organiser_service.end_match(code=table.code, now=timezone.now())
    last = table.match.facts - 1
    for html in (looked, organiser.get(address(table)).content.decode()):
        assert "<code>0 · 0 · {" in html
    assert f"<code>{last} · {table.match.moves - 1} · {{" in organiser.get(address(table)).content.decode()
