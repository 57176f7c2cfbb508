"""Tests that pages need few statements for any match length and row count, including session and user."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, timedelta
from functools import partial
from itertools import cycle
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.services import relations
from apps.games.bombe.cards import select_best_cards
from apps.games.frogs.state import Line, Plan
from apps.kernel.table import Seat
from apps.lobby.services import invitations
from apps.matches import tasks
from apps.matches.models import Match, Memory
from apps.matches.selectors import player_matches
from apps.matches.services import organiser, play, uptime
from apps.ratings.services import ledger
from apps.tournaments.models import Tournament
from tests.database import statements
from tests.factories.finished_matches import finished_match, recorded_match
from tests.factories.kobolds import armed, around, give
from tests.factories.lobby import lobby_table
from tests.factories.matches import MatchDriver, in_window, new_match, sealed_match, standing
from tests.factories.puzzles import puzzle
from tests.factories.tournaments import SWISS, tournament

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    uptime.beat_if_due(now=timezone.now())
    table = new_match(ada, ben, now=timezone.now())
    for _ in range(10):
        table.lay()
    return table


def asked_by(act: Callable[[], Any]) -> list[str]:
    """Return the statements of one request, with the session read from the database."""
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        response = act()
    assert response.status_code in (200, 204, 302, 303)
    return statements(context)


def at_most(most: int, act: Callable[[], Any]) -> None:
    sent = asked_by(act)
    assert len(sent) <= most, "\n".join(sent)


def test_a_page_asks_five_times_at_most(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    for viewer in (ada, ben, cleo, None):
        client = at(viewer)
        at_most(7 if viewer in (ada, ben) else 5, partial(client.get, f"/m/{table.code}/"))  # Including the recap.
        at_most(5, partial(client.get, f"/m/{table.code}/"))


def test_news_ask_five_times_at_most(table: MatchDriver, at: Browser, ada: Any, cleo: Any) -> None:
    for viewer in (ada, cleo, None):
        client, count = at(viewer), table.look(viewer).heard
        at_most(5, partial(client.get, f"/m/{table.code}/news/?heard={count}"))
        at_most(5, partial(client.get, f"/m/{table.code}/news/?heard=1", headers=HTMX))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_an_answered_turn_asks_ten_times_at_most(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, headers: Any
) -> None:
    for _ in range(12):  # Some of the answers write memories, too.
        client = at((ada, ben)[table.ask.seat])
        words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
        at_most(10, partial(client.post, f"/m/{table.code}/answer/", words, headers=headers))


def test_a_reply_in_a_window_asks_ten_times_at_most(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    uptime.beat_if_due(now=timezone.now())
    table = in_window(ada, ben, cleo, now=timezone.now())
    for ask in table.asks():
        client = at((ada, ben, cleo)[ask.seat])
        words = {"question": ask.key, "type": "pass"}
        at_most(10, partial(client.post, f"/m/{table.code}/answer/", words))


# -- with standing orders: the worst case, in which everyone missed turns and every memory is stale --

ASK = {"along__pick__which": "ask", "along__drop__first": "2:red", "along__drop__then": "0:green"}
BETTER = {"along__pick__which": "better", "along__drop__first": "leader"}
LONG = {"bombe", "kobolds"}
WISHES: dict[str, list[dict[str, Any]]] = {
    "bombe": [BETTER, ASK, ASK],
    "frogs": [
        {"along__copy__whom": "first", "along__dice__split": "213"},
        {"along__copy__whom": "last", "along__plan__last": "grey", "along__plan__turn": 3},
        {"along__copy__whom": "last", "along__plan__last": "pink", "along__plan__turn": 4},
    ],
    "kobolds": [
        {"along__profile__when": "always"},
        {"along__reply__play": "NOWAY", "along__reply__against": "hits me"},
        {"along__trick__play": "TROLL", "along__trick__doomed": "true", "along__profile__when": "affected"},
    ],
}
SHORT: dict[str, dict[str, Any]] = {"kobolds": {"gold": 5}}


def begun(slug: str, *people: Any) -> MatchDriver:
    uptime.beat_if_due(now=timezone.now())
    return sealed_match(slug, *people, **SHORT.get(slug, {}))


@pytest.fixture
def lot(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    """Return a match with a new lot, midway and without bids, of two cards that differ in value."""
    table = begun("bombe", ada, ben, cleo)
    while (state := table.know()).lot < 5 or state.sealed or len(select_best_cards(state.open)) > 1:
        seat = next(ask.seat for ask in table.asks() if not ask.answered)
        table.says(seat, table.as_bot(seat))
    return table


def answers(table: MatchDriver, client: Client, seat: int, /, **words: Any) -> None:
    """Answer and store the orders sent along, in at most ten statements."""
    Memory.objects.all().delete()
    table.match.seats.filter(autopilot=False).update(missed=2)
    at_most(10, partial(client.post, f"/m/{table.code}/answer/", table.words(seat, **words)))
    assert table.chair(seat).missed == 0


def test_a_bid_asks_ten_times_at_most_whatever_comes_along(lot: MatchDriver, at: Browser) -> None:
    clients = [at(player) for player in lot.people]
    for seat in (0, 1):
        for amount, along in ((3, BETTER), (3, ASK), (4, ASK), (4, ASK), (5, BETTER), (6, {})):
            answers(lot, clients[seat], seat, type="bid", amount=amount, **along)
            assert Memory.objects.exists(), "nothing was left behind: memories are written"
    assert len(standing()) == 4


@pytest.mark.parametrize(
    ("amounts", "along", "then"),
    [((30, 20, 1), ASK, "choice:{}"), ((30, 30, 1), ASK, "bid:{}.1"), ((30, 20, 1), BETTER, "bid:{}.0")],
    ids=["a choice", "another bid", "the next lot"],
)
def test_the_bid_that_closes_the_window_asks_ten_times_at_most(
    lot: MatchDriver, at: Browser, amounts: tuple[int, ...], along: Any, then: str
) -> None:
    before = lot.know().lot
    for seat, amount in enumerate(amounts):
        answers(lot, at(lot.people[seat]), seat, type="bid", amount=amount, **along)
    assert lot.key() == then.format(before + (along is BETTER))


def test_a_throw_asks_ten_times_at_most_while_the_others_have_plans(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = begun("frogs", ada, ben, cleo)
    seat = table.know().seat
    for other in table.know().setup.others(seat):
        play.add_standing_order(
            code=table.code, seat=Seat(other), order=Plan("grey", one=Line("pink", window="2")), now=table.now
        )
    answers(table, at(table.people[seat]), seat, type="dice", first=3, second=2, third=1, along__copy__whom="first")
    assert table.know().turn == 2
    assert len(standing()) == 3


@pytest.fixture
def five(player: Any, ada: Any, ben: Any, cleo: Any, dora: Any) -> MatchDriver:
    """Return a Kobold Bombs match of five people who all have the default profile."""
    return begun("kobolds", ada, ben, cleo, dora, player("eve"))


def test_the_holders_answer_with_a_plan_asks_ten_times_at_most_while_four_pass_by_their_profile(
    five: MatchDriver, at: Browser
) -> None:
    """Check a window, tinkering, another window, handover, draw and four more passes, all in one answer."""
    for _ in range(3):
        state = five.know()
        words = {"give": state.hands[state.holder][0], "take": state.inside[0], "turn": state.turn, "after": "pass"}
        along = {f"along__plan__{name}": said for name, said in words.items()}
        answers(five, at(five.people[state.holder]), state.holder, type="pass", **along)
        assert five.know().turn == state.turn + 1


def test_tricks_interrupts_and_passes_ask_ten_times_at_most(five: MatchDriver, at: Browser) -> None:
    armed(five)
    seats = around(five)
    clients = {seat: at(five.people[seat]) for seat in seats}
    give(five, seats[1], "TR24", "TR40")
    give(five, seats[3], "TR16")
    answers(five, clients[seats[1]], seats[1], type="play", card="TR24")
    answers(five, clients[seats[1]], seats[1], type="play", card="TR40", target=seats[0], keep="true")
    for seat in (seats[0], *seats[2:]):
        answers(five, clients[seat], seat, type="pass")
    answers(five, clients[seats[3]], seats[3], type="play", card="TR16")
    for other in map(Seat, five.asked("reply")):
        answers(five, clients[other], other, type="pass")
    assert len(five.know().stack) == 2
    for other in map(Seat, five.asked("reply")):
        answers(five, clients[other], other, type="pass")
    assert five.know().phase == "trick1"
    assert not five.know().stack, "cancelled"


def test_the_pass_that_ends_in_an_explosion_asks_ten_times_at_most(five: MatchDriver, at: Browser) -> None:
    """Check an explosion with its payments, five hands dealt, a new bomb, and four passes by profile."""
    armed(five, "trick2")
    for seat in around(five):
        answers(five, at(five.people[seat]), seat, type="pass")
    state = five.know()
    assert (state.blasts, state.phase) == (1, "trick1")
    assert len(state.sealed) == 4


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.slow) if slug in LONG else slug for slug in WISHES]
)
def test_no_request_of_a_whole_match_asks_more(at: Browser, ada: Any, ben: Any, cleo: Any, slug: str) -> None:
    table = begun(slug, ada, ben, cleo)
    clients, wishes = [at(player) for player in table.people], cycle(WISHES[slug])
    while table.match.status == Match.Status.PLAYING:
        seat = next(ask.seat for ask in table.asks() if not ask.answered)
        words = {name: said for name, said in msgspec.to_builtins(table.as_bot(seat)).items() if said is not None}
        answers(table, clients[seat], seat, **words, **next(wishes))
        Memory.objects.all().delete()
        over = table.match.status == Match.Status.OVER  # The end also reads the log and what waits next.
        at_most(10 if over else 7, partial(clients[seat].get, f"/m/{table.code}/"))  # Including the recap.
        Memory.objects.all().delete()
        at_most(5, partial(clients[seat].get, f"/m/{table.code}/orders/"))
    assert not standing()


# -- many rows -------------------------------------------------------------------------------


def test_a_sweep_that_finds_nothing_locks_nothing_and_asks_three_times(table: MatchDriver) -> None:
    clock = connection.vendor == "postgresql"  # Each message also asks PostgreSQL for the time.
    uptime.record_pulse(now=timezone.now())
    tasks.settle_matches()  # Every few seconds, it records that it has looked.
    with CaptureQueriesContext(connection) as context:
        tasks.settle_matches()
    assert len(context.captured_queries) == 3 + clock, context.captured_queries
    with CaptureQueriesContext(connection) as context:
        tasks.think()
    assert len(context.captured_queries) == 1 + clock, context.captured_queries
    with CaptureQueriesContext(connection) as context:
        tasks.analyse()
    assert len(context.captured_queries) == 1 + clock, context.captured_queries


def test_a_pause_that_is_over_is_found_though_nothing_lapsed(table: MatchDriver) -> None:
    uptime.record_pulse(now=timezone.now())
    organiser.pause_match(code=table.code, now=table.now)
    Match.objects.filter(code=table.code).update(resumes_at=timezone.now())
    tasks.settle_matches()
    assert Match.objects.get(code=table.code).status == Match.Status.PLAYING


def test_a_long_match_asks_no_more_than_a_short_one(table: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    clients = [at(ada), at(ben)]

    def turn() -> int:
        words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
        client = clients[table.ask.seat]
        return len(asked_by(lambda: client.post(f"/m/{table.code}/answer/", words)))

    short = max(turn() for _ in range(5))
    for _ in range(40):
        table.lay()
    assert max(turn() for _ in range(5)) <= short + 1


def test_a_list_asks_the_same_for_two_matches_and_for_fifty(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    client = at(ada)
    paths = ("mine/", "matches/", "matches/?player=ada&game=fuse&status=playing", "matches/?page=2")

    def asked() -> list[list[str]]:
        return [asked_by(partial(client.get, f"/{path}")) for path in paths]

    for n in range(3):
        new_match(ada, ben, seed=n, now=timezone.now())
    before = asked()
    for n in range(47):
        new_match(ada, *((ben, cleo) if n % 2 else (cleo,)), seed=n, now=timezone.now() - timedelta(hours=n % 3))
    for path, few, many in zip(paths, before, asked(), strict=True):
        assert len(many) <= max(len(few), 6), "\n".join([path, *many])


def test_the_list_of_finished_matches_asks_no_more(at: Browser, ada: Any, ben: Any) -> None:
    client = at(ada)
    sent = []
    for n in range(6):
        new_match(ada, ben, seed=n, short_fuse=True, now=timezone.now()).finish()
        sent.append(len(asked_by(lambda: client.get("/matches/?won_by=ada"))))
    assert sent[0] <= sent[-1] <= 7
    assert sent[-3:] == [sent[-1]] * 3


def test_a_record_asks_the_same_early_and_late(table: MatchDriver, at: Browser, ada: Any) -> None:
    client = at(ada)
    paths = ("record/?at=3", "record/", "record.jsonl", "verify/", "orders/")

    def asked() -> list[list[str]]:
        found = []
        for path in paths:
            Memory.objects.all().delete()
            found.append(asked_by(partial(client.get, f"/m/{table.code}/{path}")))
        return found

    early = asked()
    for _ in range(40):
        table.lay()
    for path, few, many in zip(paths, early, asked(), strict=True):
        assert len(many) <= max(len(few), 8), "\n".join([path, *many])


def test_the_list_of_my_matches_is_bounded(at: Browser, ada: Any, ben: Any) -> None:
    for n in range(player_matches.MATCHES_PER_PAGE + 5):
        new_match(ada, ben, seed=n, now=timezone.now())
    assert at(ada).get("/mine/").content.decode().count('class="row-main"') == player_matches.MATCHES_PER_PAGE


def test_the_front_page_of_a_player_asks_the_same_however_much_there_is(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    client, today = at(ada), timezone.now().astimezone(UTC).date()
    played = recorded_match("fuse", [ben, cleo], short_fuse=True)

    def more(seed: int) -> None:
        new_match(ada, ben, seed=seed, now=timezone.now())
        new_match(ada, ben, seed=seed, short_fuse=True, now=timezone.now()).finish()
        watched = new_match(cleo, dora, seed=seed, now=timezone.now())
        for _ in range(8):
            watched.step()
        lobby_table(ben, seats=3)
        invitations.invite_expected_players(table=lobby_table(cleo, seats=3), by=cleo, people=[ada], now=timezone.now())
        cup = tournament(SWISS, name=f"Cup {seed}")
        Tournament.objects.filter(pk=cup.pk).update(status="running", started_at=timezone.now())
        puzzle(played, on=today - timedelta(days=seed), skip=seed)
        finished_match([cleo, ben], [1, 2], at=timezone.now() - timedelta(hours=1))
        ledger.record_results(now=timezone.now())

    relations.add_friend(owner=ada, other=cleo, now=timezone.now())
    for seed in range(2):
        more(seed)
    few = asked_by(partial(client.get, "/"))
    for seed in range(2, 7):
        more(seed)
    many = asked_by(partial(client.get, "/"))
    assert len(few) <= len(many) <= 25, "\n".join(many)  # Five of them are about friends, however many there are.
    at_most(9, partial(client.get, "/", headers=HTMX))
