"""The tables of the round, drawn small on the page of a tournament: which, for whom, and what they give away."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.games import catalogue
from apps.kernel.table import PUBLIC
from apps.matches.models import Fact
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import live_boards
from tests.factories.matches import MatchDriver
from tests.factories.tournaments import decide, decide_all, look, people, running, seen, tournament
from tests.matches.canaries import named, renumber
from tests.tournaments.test_public import address

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}
TABLES = Swiss(rounds=2, most=3, least=3)


def begun(player: Any, count: int, *, game: str = "fuse", **more: Any) -> tuple[Tournament, list[Any]]:
    """A tournament of people at tables of three, whose first round is dealt."""
    cup = tournament(TABLES, game=game, most=64, **more)
    who = people(cup, player, count)
    look(cup)
    return cup, who


def drawn(client: Client, cup: Tournament) -> list[str]:
    """The codes of the matches that its page draws."""
    page = client.get(address(cup)).content.decode()
    return [re.findall(r'href="/m/(\w+)/"', part)[-1] for part in page.split('<div class="glance')[:-1]]


def poll(client: Client, cup: Tournament) -> str:
    """The address its page asks for news of the round."""
    page = client.get(address(cup)).content.decode()
    [found] = re.findall(r'<section id="now"[^>]*hx-get="([^"]+)"', page)
    return html.unescape(found)


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_every_game_draws_its_tables_for_whoever_follows_the_round(client: Client, player: Any, game: str) -> None:
    cup, _who = begun(player, 6, game=game)
    for table in running(cup):
        match = MatchDriver(table.came[0].code, game=catalogue()[game])
        for _ in range(6):
            match.step()
    page = client.get(address(cup)).content.decode()
    assert page.count('<div class="glance') == 2
    for number in (1, 2):
        assert re.search(rf'<a href="/m/\w+/">{gettext("Table %(number)s") % {"number": number}}</a>', page)
    assert page.count('class="name"') == 6


def test_at_most_six_are_drawn_and_never_ones_own_or_one_that_has_ended(
    client: Client, at: Browser, player: Any
) -> None:
    cup, who = begun(player, 24)
    tables = {table.pod.index: table.came[0].code for table in running(cup)}
    assert drawn(client, cup) == [tables[index] for index in range(live_boards.MOST)]
    own = next(table.came[0].code for table in running(cup) if 1 in table.seats)
    assert own not in drawn(at(who[0]), cup)
    assert gettext("All tables") in client.get(address(cup)).content.decode()
    decide(running(cup)[0])
    assert tables[0] not in drawn(client, cup)
    assert len(drawn(client, cup)) == live_boards.MOST


def test_news_come_only_if_there_is_something_to_see(
    client: Client, player: Any, django_assert_max_num_queries: Any
) -> None:
    cup, _who = begun(player, 6)
    address_of_news = poll(client, cup)
    with django_assert_max_num_queries(3):
        assert client.get(address_of_news, headers=HTMX).status_code == 204
    MatchDriver(running(cup)[0].came[0].code).lay()
    answer = client.get(address_of_news, headers=HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().strip().startswith('<section id="now"')
    assert client.get(poll(client, cup), headers=HTMX).status_code == 204


def test_an_answer_that_others_may_not_see_is_no_news(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3, game="bombe")
    match = MatchDriver(running(cup)[0].came[0].code, game=catalogue()["bombe"])
    before, facts = poll(client, cup), match.match.moves
    seat = match.ask.seat
    match.says(seat, match.as_bot(seat))
    assert match.match.moves > facts, "the bid was noted"
    assert client.get(before, headers=HTMX).status_code == 204


def test_no_board_gives_away_what_the_public_was_not_told(
    client: Client, at: Browser, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    renumber(monkeypatch)
    cup, who = begun(player, 6)
    codes = [table.came[0].code for table in running(cup)]
    for _ in range(6):
        for code in codes:
            MatchDriver(code).step()
        told = set[int]()
        for code in codes:
            told |= named(client.get(f"/m/{code}/record.jsonl").content.decode())
        for reader in (client, at(who[0])):
            assert named(reader.get(address(cup)).content.decode()) <= told


def test_a_match_that_cannot_be_read_is_left_out(client: Client, player: Any) -> None:
    cup, _who = begun(player, 6)
    broken, sound = (table.came[0].code for table in running(cup))
    Fact.objects.filter(match__code=broken).update(event="{}")
    assert drawn(client, cup) == [sound]


def test_when_all_is_over_nothing_is_left_to_ask_for(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3)
    news = poll(client, cup)
    for _round in range(2):
        decide_all(cup)
        look(cup)
    assert seen(cup).tournament.ended
    assert client.get(news, headers=HTMX).content.decode().strip() == ""
    assert 'id="now"' not in client.get(address(cup)).content.decode()


def test_the_public_watches_as_the_public(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3)
    [board] = live_boards.live_boards(seen(cup), reader=None)
    assert board.sight.observer == PUBLIC
    assert (board.table, board.board) == (1, 0)
