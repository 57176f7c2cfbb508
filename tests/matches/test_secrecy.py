"""Tests that no one learns secrets from a page, an export or the time of an event."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.games.fuse.state import Cut, Lay, Pass
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat
from apps.matches.engine import visibility
from apps.matches.models import Fact, Match, Memory, Move, Seed
from apps.matches.selectors import match_view, replay
from apps.matches.services import play
from apps.matches.store import snapshots
from tests.factories.matches import FUSE, HOUR, MatchDriver, by_turns, in_window, new_match
from tests.factories.people import superuser
from tests.matches.canaries import named, renumber

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def told(table: MatchDriver, observer: Observer) -> set[int]:
    """Return the cards named in the facts that this observer can see."""
    bit = visibility.get_observer_bit(observer)
    facts = Fact.objects.filter(match=table.match).values_list("audience", "event")
    return {card for mask, event in facts if mask & bit for card in named(event)}


# -- canaries --------------------------------------------------------------------------------


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    renumber(monkeypatch)


def pages(table: MatchDriver, *, everywhere: bool) -> list[str]:
    """Return every address that could reveal something about this match, or only those that describe it."""
    code, pk = table.code, table.match.pk
    last = replay.build_replay(match_view.load_match(code), observer=PUBLIC, at=None).last
    if not everywhere:
        return [
            "/mine/", "/matches/", f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/orders/",
            *[f"/m/{code}/{path}{as_}" for path in ("record/", "record.jsonl") for as_ in ("", "?as=public")],
            f"/m/{code}/record/?at={last // 2}", f"/admin/matches/match/{pk}/change/",
        ]  # fmt: skip
    return [
        "/", "/mine/", "/matches/", "/matches/?player=ada", "/games/fuse/", "/tables/",
        f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/orders/", f"/m/{code}/verify/",
        *[f"/m/{code}/{path}{as_}" for path in ("record/", "record.jsonl")
          for as_ in ("", "?as=seat", "?as=public", "?as=referee", "?as=0", "?as=1", "?as=2")],
        f"/m/{code}/record/?at={last // 2}", f"/m/{code}/record/?at=0&as=public", f"/m/{code}/record/?at={last}",
        "/admin/", "/admin/matches/match/", f"/admin/matches/match/{pk}/change/", f"/admin/matches/match/{pk}/seat/",
        f"/admin/matches/match/{pk}/end/", f"/admin/matches/match/{pk}/referee/", f"/admin/matches/match/{pk}/history/",
    ]  # fmt: skip


def forms(table: MatchDriver) -> list[tuple[str, dict[str, Any]]]:
    """Return answers that are refused from anyone, because refusals have pages, too."""
    card, key = table.know().pile[0], table.key()
    return [
        (f"/m/{table.code}/answer/", {"question": key, "type": "lay", "card": card}),
        (f"/m/{table.code}/answer/", {"question": key, "type": "juggle"}),
        (f"/m/{table.code}/answer/", {"question": "turn:0", "type": "bomb"}),
        (f"/m/{table.code}/orders/", {"order": "plan", "which": card}),
        (f"/m/{table.code}/reclaim/", {}),
    ]


def search(table: MatchDriver, viewers: list[tuple[Client, Observer]], *, count: list[int], everywhere: bool) -> None:
    seed = bytes(Seed.objects.get(match=table.match).seed).hex()
    for client, observer in viewers:
        known = told(table, observer)
        answers = [client.get(url) for url in pages(table, everywhere=everywhere)]
        answers += [client.get(f"/m/{table.code}/{path}", headers={"HX-Request": "true"}) for path in ("", "news/")]
        asks: list[dict[str, str]] = [{"HX-Request": "true"}, *([{}] if everywhere else [])]
        answers += [client.post(url, words, headers=asked) for url, words in forms(table) for asked in asks]
        for answer in answers:
            assert answer.status_code < 500 or answer.status_code == 503
            text = answer.content.decode() + str(answer.headers)
            where, names = (answer.request["PATH_INFO"], observer), named(text)
            sent = str(answer.wsgi_request.POST.get("card", "")) + str(answer.wsgi_request.POST.get("which", ""))
            assert names - known - named(sent) == set(), where
            assert seed not in text, where
            count[0] += len(names)


@pytest.mark.parametrize("options", [{"specials": True, "penalty": True}, {"specials": True, "fixed_windows": True}])
def test_no_page_names_a_card_its_reader_was_not_told_of(
    canaries: None, at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, django_user_model: Any, options: Any
) -> None:
    """Check early, in a window, and in another one. In the first one, everything that has an address is searched."""
    staff = superuser()
    luck = random.Random(4)
    table = new_match(ada, ben, cleo, short_fuse=True, deals=2, now=timezone.now(), **options)
    people: list[tuple[Any, Observer]] = [
        (ada, Seat(0)),
        (ben, Seat(1)),
        (cleo, Seat(2)),
        (dora, PUBLIC),
        (None, PUBLIC),
        (staff, PUBLIC),
    ]
    viewers = [(at(player), observer) for player, observer in people]
    count, windows, moves = [0], 0, 0
    while table.match.status == Match.Status.PLAYING:
        asks = table.asks()
        window = any(ask.about == "matchman" for ask in asks)
        if moves == 3 or (window and windows < 2):
            windows += window
            search(table, viewers, count=count, everywhere=window and windows == 1)
        for ask in asks if window else asks[:1]:
            if ask.seat != HOUSE and ask.key == table.key():
                legal = list(FUSE.legal(table.know(ask.seat), ask.seat))
                cuts = [action for action in legal if isinstance(action, Cut)]
                table.answer(luck.choice(luck.choice([legal, cuts or legal])), seat=ask.seat, key=ask.key)
        if window and table.asks() and table.asks()[-1].seat == HOUSE:
            Match.objects.filter(code=table.code).update(wake_at=table.now)
            table.match.questions.filter(seat=HOUSE).update(due_at=table.now, lapses_at=table.now)
            play.settle_match(code=table.code, now=table.now)
        moves += 1
    assert windows
    assert count[0] > 500, "the search must be able to find something"
    everything = told_in_the_end(table)
    shown = viewers[4][0].get(f"/m/{table.code}/record.jsonl").content.decode()
    assert everything <= named(shown)


def told_in_the_end(table: MatchDriver) -> set[int]:
    return {
        card
        for event in Fact.objects.filter(match=table.match).values_list("event", flat=True)
        for card in named(event)
    }


def test_who_sits_there_is_shown_their_own_cards(canaries: None, at: Browser, ada: Any, ben: Any) -> None:
    """Check that the search above finds what it looks for."""
    table = new_match(ada, ben, now=timezone.now())
    for player, seat in ((ada, 0), (ben, 1)):
        assert set(table.know().hands[seat]) <= named(at(player).get(f"/m/{table.code}/").content.decode())
    assert named(at().get(f"/m/{table.code}/").content.decode()) == set()


def test_an_organiser_looks_as_referee_only_when_asking_for_it(
    canaries: None, at: Browser, ada: Any, ben: Any, django_user_model: Any
) -> None:
    staff = superuser()
    table = new_match(ada, ben, now=timezone.now())
    address = f"/admin/matches/match/{table.match.pk}/referee/"
    for viewer in (ada, None):
        assert named(at(viewer).post(address, follow=True).content.decode()) == set()
    assert named(at(staff).get(address).content.decode()) == set()
    assert set(table.know().pile) <= named(at(staff).post(address).content.decode())
    assert "Viewed as referee" in at(staff).get(f"/admin/matches/match/{table.match.pk}/history/").content.decode()


# -- what others see -------------------------------------------------------------------------


def others(table: MatchDriver, seat: int) -> list[Observer]:
    return [observer for observer in (*table.know().setup.everyone(), PUBLIC) if observer != seat]


def seen(table: MatchDriver, observers: list[Observer]) -> list[match_view.MatchView]:
    """Return all that these observers see; the server's next look is never shown."""
    return [table.look(observer=observer) for observer in observers]


def late_window(*players: Any, **options: Any) -> MatchDriver:
    """Return a match with a window after more facts than a story shows."""
    for seed in range(1, 100):
        table = new_match(*players, seed=seed, specials=True, **options)
        while len(table.facts()) < 3 * snapshots.LATEST_FACTS and table.asks()[0].about == "turn":
            table.step(by_turns([Lay]))
        if table.match.status == Match.Status.PLAYING and any(isinstance(a, Cut) for a in table.legal(table.ask.seat)):
            table.cut()
            if table.ask.about == "matchman":
                return table
    raise AssertionError("no seed leads to a window")


@pytest.mark.parametrize("window", [in_window, late_window])
@pytest.mark.parametrize("fixed", [False, True])
def test_a_sealed_answer_changes_nothing_for_anybody_else(
    ada: Any, ben: Any, cleo: Any, window: Callable[..., MatchDriver], fixed: bool
) -> None:
    table = window(ada, ben, cleo, fixed_windows=fixed)
    seat = table.asks()[0].seat
    before = seen(table, others(table, seat))
    for _ in range(2 * snapshots.LATEST_FACTS):
        table.now += HOUR / 1000
        table.answer(Pass(), seat=seat)
        assert seen(table, others(table, seat)) == before
    table.settle()
    assert seen(table, others(table, seat)) == before


# -- rows ------------------------------------------------------------------------------------


def leaked(table: MatchDriver, observer: Observer, act: Callable[[], Any]) -> list[str]:
    """Return texts of facts hidden from this observer that any statement of the act read from the database."""
    with CaptureQueriesContext(connection) as context:
        act()
    bit = visibility.get_observer_bit(observer)
    sealed = [event for mask, event in Fact.objects.values_list("audience", "event") if not mask & bit]
    sealed += [action for mask, action in Move.objects.values_list("audience", "action") if action and not mask & bit]
    assert sealed
    rows = []
    with connection.cursor() as cursor:
        for query in context.captured_queries:
            sql = query["sql"].strip()
            if sql.upper().startswith(("SELECT", "WITH")) and "INSERT" not in sql.upper():
                cursor.execute(sql.replace("%", "%%"), [])
                rows += cursor.fetchall()
    assert any("matches_fact" in query["sql"] for query in context.captured_queries)
    texts = {str(value) for row in rows for value in row}
    # A row can contain many facts in one text, as strings with escaped quotes.
    spellings = {event: (event, msgspec.json.encode(event).decode()[1:-1]) for event in sealed}
    return [event for event in sealed if any(spelled in text for text in texts for spelled in spellings[event])]


def test_the_rows_of_others_do_not_leave_the_database(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = late_window(ada, ben, cleo, now=timezone.now())
    for ask in table.asks():
        table.answer(Pass(), seat=ask.seat)
    table.lay()
    for move in Move.objects.exclude(action=""):
        move.action = move.action.replace("}", f',"canary":{move.number}}}')
        move.save()
    Memory.objects.all().delete()
    readers: list[tuple[Any, Observer]] = [(ada, Seat(0)), (ben, Seat(1)), (cleo, Seat(2)), (None, PUBLIC)]
    for player, observer in readers:
        client = at(player)
        for url in (
            "",
            "news/?heard=0",
            "news/?heard=1",
            "record/",
            "record/?at=2",
            "record/?as=public",
            "record.jsonl",
        ):
            path = f"/m/{table.code}/{url}"
            assert leaked(table, observer, partial(client.get, path)) == [], (path, observer)


def test_the_rows_of_the_referee_are_what_this_test_would_find(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    assert leaked(table, Seat(0), lambda: table.look(observer="referee"))
