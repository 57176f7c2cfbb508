"""Tests of My matches: the state of each table, how many are waiting, which is next, and live updates."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.matches.models import Fact, Match, Move
from apps.matches.selectors import player_matches
from apps.matches.services import compaction, organiser
from apps.ratings.displayed_rating import build_displayed_rating
from apps.ratings.models import RatingStep
from apps.ratings.services import ledger
from tests.factories.finished_matches import finished_match
from tests.factories.lobby import lobby_table
from tests.factories.matches import MatchDriver, new_match, sealed_match
from tests.matches.canaries import named, renumber
from tests.matches.pages import HTMX, plain

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
GAMES = ("bombe", "frogs", "fuse", "kobolds")


def begun(game: str, *people: Any, **more: Any) -> MatchDriver:
    kinds = {"fuse": ("turn", "matchman"), "bombe": ("bid", "choice", "bomb"), "frogs": ("throw", "dice", "copy")}
    pace = dict.fromkeys(kinds.get(game, ("reply", "trick", "tinker", "quirk")), 3600)
    return new_match(*people, game=game, pace=pace, now=timezone.now(), **more)


def row(html: str, code: str) -> str:
    """Return the list's row for one match."""
    return next(part for part in html.split("<li") if f'id="m-{code}"' in part) + next(
        (part for part in [html.split(f'id="m-{code}"')[1].split('class="row-main"', maxsplit=1)[0]]), ""
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_drawn_with_everybodys_points_and_what_happened(
    at: Browser, ada: Any, ben: Any, cleo: Any, game: str
) -> None:
    table = begun(game, ada, ben, cleo)
    for _ in range(9):
        table.step()
    said = plain(re.sub(r"<[^>]*>", " ", row(at(ada).get("/mine/").content.decode(), table.code)))
    assert all(name in said for name in ("You", "ben", "cleo"))
    [found] = player_matches.load_own_page(player=ada.pk).rows
    assert found.glance is not None
    assert found.glance.news
    assert len(said) > 60


def test_the_holder_of_the_bomb_is_you_on_your_own_list(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    holder = table.look().board.bomb.holder
    names = ("ada", "ben", "cleo")
    for seat, player in enumerate((ada, ben, cleo)):
        page = at(player).get("/mine/").content.decode()
        assert ("You hold the bomb" in page) == (seat == holder)
        assert (f"{names[holder]} holds the bomb" in page) == (seat != holder)


def test_a_ring_shows_how_much_of_the_time_is_left(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben)
    while table.ask.seat != 0:
        table.lay()
    html = at(ada).get("/mine/").content.decode()
    assert re.search(r'class="ring" .*?stroke-dasharray="(100|99) 100"', html, flags=re.DOTALL)
    assert 'data-waiting="1"' in html
    assert 'class="ring' not in at(ben).get("/mine/").content.decode()


def test_a_match_that_cannot_be_read_is_a_plain_row(at: Browser, ada: Any, ben: Any) -> None:
    broken, sound = begun("fuse", ada, ben), begun("fuse", ada, ben, seed=2)
    Fact.objects.filter(match__code=broken.code).update(event="{}")
    html = at(ada).get("/mine/").content.decode()
    assert broken.code in html
    assert html.count('class="glance') == 1
    assert sound.code in html


def test_the_list_names_no_card_its_reader_was_not_told_of(
    at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    renumber(monkeypatch)
    table = begun("fuse", ada, ben, specials=True)
    for _ in range(12):
        table.step()
        for seat, person in enumerate((ada, ben)):
            own = at(person).get(f"/m/{table.code}/record.jsonl?as={seat}").content.decode()
            assert named(at(person).get("/mine/").content.decode()) <= named(own)


def test_the_bar_is_told_how_many_wait_and_who_answered_which_is_next(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    later, sooner = begun("bombe", ada, ben, cleo), begun("bombe", ada, ben, cleo, seed=2)
    sooner.match.questions.update(lapses_at=timezone.now() + timedelta(minutes=5))
    client = at(ada)
    assert 'data-waiting="2"' in client.get("/mine/waiting/", headers=HTMX).content.decode()
    beside = client.get(f"/mine/waiting/?beside={later.code}").content.decode()
    assert f'href="/m/{sooner.code}/"' in beside
    assert "Next match waiting" in plain(beside)
    assert f'href="/m/{later.code}/"' in client.get(f"/mine/waiting/?beside={sooner.code}").content.decode()
    later.says(0, later.as_bot(0))
    assert 'data-waiting="1"' in client.get("/mine/waiting/").content.decode()
    assert "href" not in client.get(f"/mine/waiting/?beside={sooner.code}").content.decode()
    assert "href" not in at().get("/mine/waiting/?beside=x").content.decode()


def test_only_the_part_with_the_answer_asks_for_the_next_match(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben)
    while table.ask.seat != 0:
        table.lay()
    client = at(ada)
    assert "/mine/waiting/?beside" not in client.get(f"/m/{table.code}/").content.decode()
    words = table.words(0, type="lay", card=table.ask.default.card)
    answered = client.post(f"/m/{table.code}/answer/", words, headers=HTMX).content.decode()
    assert f"/mine/waiting/?beside={table.code}" in answered
    assert "/mine/waiting/?beside" not in client.get(f"/m/{table.code}/news/?heard=1").content.decode()


def test_for_htmx_the_page_is_its_list(at: Browser, ada: Any, ben: Any) -> None:
    begun("fuse", ada, ben)
    html = at(ada).get("/mine/", headers=HTMX).content.decode()
    assert 'id="own-matches"' in html
    assert "<html" not in html


def test_every_running_match_is_on_some_page(at: Browser, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_matches, "MATCHES_PER_PAGE", 2)
    codes = {begun("fuse", ada, ben).code for _ in range(5)}
    seen: list[str] = []
    address = "/mine/"
    while address:
        html = at(ada).get(address).content.decode()
        seen += re.findall(r'id="m-(\w+)"', html)
        assert f'hx-get="{address}"' in html, "the list refreshes itself as the page that it is"
        assert sum(map(int, re.findall(r'<span hidden data-waiting="(\d+)"', html))) == len(waiting(ada))
        onward = re.search(r'rel="next" href="([^"]*)"', html)
        address = onward[1] if onward else ""
    assert sorted(seen) == sorted(codes)
    assert at(ada).get("/mine/", {"page": "99999999"}).status_code == 200


def waiting(player: Any) -> list[str]:
    return player_matches.find_waiting_codes(player=player.pk)


def test_a_finished_match_shows_my_place_and_points(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    won = finished_match([ada, ben, cleo])
    Match.objects.filter(pk=won.pk).update(outcome={"places": [2, 1, 3], "scores": [-4, 20, -9], "why": "ended"})
    assert f"2nd of 3 · −4 {won.over_at:%-d %b %Y}" in said_of(at(ada), won.code)
    assert "1st of 3 · 20" in said_of(at(ben), won.code)
    tie = finished_match([ada, ben], ())
    assert "no result" in said_of(at(ada), tie.code)


def test_a_finished_match_shows_its_game_and_my_rating_change_for_one_statement(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    client = at(ada)

    def read() -> tuple[str, int]:
        ledger.record_results(now=timezone.now())
        with CaptureQueriesContext(connection) as found:
            html = client.get("/mine/").content.decode()
        return html, len(found)

    fuse = finished_match([ada, ben, cleo], [1, 2, 3])
    read()
    _html, before = read()
    frogs, unrated = finished_match([ben, ada], [1, 2], game="frogs"), finished_match([ada, ben], [1, 2], rated=False)
    html, after = read()
    assert after == before, "as many statements for three matches as for one"
    steps = {step.match_id: step for step in RatingStep.objects.filter(player=ada)}
    for match, sign in ((fuse, "+"), (frogs, "−")):
        before_it, then = steps[match.pk].mu_before, steps[match.pk].mu
        change = build_displayed_rating(then, 0).points - build_displayed_rating(before_it, 0).points
        assert f"Rating {sign}{abs(change)} " in said_of(client, match.code)
    assert "Rating" not in said_of(client, unrated.code)
    [over] = re.findall(r"<h2>Finished matches</h2>.*</ul>", html, flags=re.DOTALL)
    assert over.count('class="emblem"') == 3


def test_finished_matches_stand_apart_from_those_being_played(at: Browser, ada: Any, ben: Any) -> None:
    over = finished_match([ada, ben], [1, 2])
    heading = "<h2>Finished matches</h2>"
    assert at(ada).get("/mine/").content.decode().count(heading) == 1
    table = begun("fuse", ada, ben)
    before, _heading, after = at(ada).get("/mine/").content.decode().partition(heading)
    assert f'id="m-{table.code}"' in before
    assert f'id="m-{over.code}"' in after


def test_a_finished_match_is_new_until_its_player_has_opened_it(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben, short_fuse=True).finish()
    Move.objects.filter(match=table.match, number=table.match.moves - 1).update(cause="clock")
    clients = [at(ada), at(ben)]
    assert all("new" in said_of(client, table.code).split() for client in clients)
    clients[0].get(f"/m/{table.code}/")
    assert "new" not in said_of(clients[0], table.code).split()
    assert "new" in said_of(clients[1], table.code).split(), "only ada has looked"


def test_whoever_looked_before_the_end_is_told_of_it_all_the_same(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben, short_fuse=True)
    for _ in range(3):
        table.step()
    client = at(ada)
    client.get(f"/m/{table.code}/")
    table.finish()
    Move.objects.filter(match=table.match, number=table.match.moves - 1).update(cause="clock")
    assert "new" in said_of(client, table.code).split()


def test_whoever_ended_a_match_knows_how_it_ended(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben, short_fuse=True).finish()
    last = Move.objects.get(match=table.match, number=table.match.moves - 1)
    assert last.cause == "seat"
    people = (ada, ben) if last.seat == 0 else (ben, ada)
    assert ["new" in said_of(at(person), table.code).split() for person in people] == [False, True]


def test_an_old_match_whose_log_is_compact_is_no_news(at: Browser, ada: Any, ben: Any) -> None:
    table = begun("fuse", ada, ben, short_fuse=True).finish()
    Move.objects.filter(match=table.match, number=table.match.moves - 1).update(cause="clock")
    compaction.compact_match(table.match)
    assert not Fact.objects.filter(match=table.match).exists()
    assert "new" not in said_of(at(ada), table.code).split()


def test_a_match_that_is_paused_is_not_listed_before_one_that_waits(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    paused, asked = begun("bombe", ada, ben, cleo), begun("bombe", ada, ben, cleo, seed=2)
    paused.match.questions.update(lapses_at=timezone.now() + timedelta(minutes=5))
    organiser.pause_match(code=paused.code, now=timezone.now())
    assert [each.code for each in player_matches.load_own_page(player=ada.pk).rows] == [asked.code, paused.code]


def test_tables_that_are_open_beside_my_matches_look_as_in_the_lobby(at: Browser, ada: Any) -> None:
    lobby_table(ada)
    for path in ("/", "/mine/", "/tables/"):
        html = at(ada).get(path).content.decode()
        assert 'class="row-main covered"' in html
        assert "lobby/lobby.css" in html, f"emblems on {path} are as large as they like"


def said_of(client: Client, code: str) -> str:
    """Return the text of the list's row for one match."""
    return plain(re.sub(r"<[^>]*>", " ", row(client.get("/mine/").content.decode(), code)))
