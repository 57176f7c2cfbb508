"""Tests of a round's tables drawn small on the tournament page: which ones, for whom, and that they're no leak."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from apps.games import load_games
from apps.kernel.table import PUBLIC
from apps.matches.models import Fact, Match
from apps.matches.selectors.match_view import watched
from apps.matches.store import snapshots
from apps.tournaments.formats.stages import Groups, Swiss
from apps.tournaments.models import Round, Tournament
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
    """Return a tournament of people at tables of three whose first round has been dealt."""
    cup = tournament(TABLES, game=game, most=64, **more)
    who = people(cup, player, count)
    look(cup)
    return cup, who


def drawn(client: Client, cup: Tournament) -> list[str]:
    """Return the codes of the matches that its page draws besides the reader's own."""
    page = client.get(address(cup)).content.decode().partition('<section id="now"')[2]
    return [re.findall(r'href="/m/(\w+)/"', part)[-1] for part in page.split('<div class="glance')[:-1]]


def poll(client: Client, cup: Tournament) -> str:
    """Return the address that its page polls for news of the round."""
    page = client.get(address(cup)).content.decode()
    [found] = re.findall(r'<section id="now"[^>]*hx-get="([^"]+)"', page)
    return html.unescape(found)


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_every_game_draws_its_tables_for_whoever_follows_the_round(client: Client, player: Any, game: str) -> None:
    cup, _who = begun(player, 6, game=game)
    for table in running(cup):
        match = MatchDriver(table.came[0].code, game=load_games()[game])
        for _ in range(6):
            match.step()
    page = client.get(address(cup)).content.decode()
    assert page.count('<div class="glance') == 2
    for number in (1, 2):
        assert re.search(rf'<a href="/m/\w+/">{gettext("Table %(number)s") % {"number": number}}</a>', page)
    assert page.count('class="name"') == 6


def test_a_turn_says_its_deadline_only_if_it_comes_before_the_end_of_the_round(
    client: Client, at: Browser, player: Any
) -> None:
    cup, who = begun(player, 6, round_hours=48)
    ends_at = seen(cup).published[0].round.ends_at
    assert ends_at
    turn, round_ = (pgettext("whose deadline it is", each) for each in ("Turn:", "Round:"))
    for due_at, number in ((ends_at + timedelta(hours=1), 0), (ends_at - timedelta(hours=1), 2)):
        for table in running(cup):
            match = Match.objects.get(code=table.came[0].code)
            match.questions.update(due_at=due_at, lapses_at=due_at)
            Match.objects.filter(pk=match.pk).update(wake_at=due_at)
        cache.clear()
        page = client.get(address(cup)).content.decode().partition('<section id="now"')[2].partition("</section>")[0]
        assert (page.count(turn), page.count(round_)) == (number, 1)
        mine = own_part(at(who[0]).get(address(cup)).content.decode())
        assert (mine.count(turn), mine.count(round_)) == (number // 2, 1)


def test_at_most_six_others_are_drawn_and_none_that_has_ended(client: Client, at: Browser, player: Any) -> None:
    cup, who = begun(player, 24)
    tables = {table.pod.index: table.came[0].code for table in running(cup)}
    assert drawn(client, cup) == [tables[index] for index in range(live_boards.MAX_LIVE_BOARDS)]
    own = next(table.came[0].code for table in running(cup) if 1 in table.seats)
    assert own not in drawn(at(who[0]), cup)
    assert gettext("All tables") in client.get(address(cup)).content.decode()
    decide(running(cup)[0])
    assert tables[0] not in drawn(client, cup)
    assert len(drawn(client, cup)) == live_boards.MAX_LIVE_BOARDS


def own_part(page: str) -> str:
    """Return the reader's own part of a page."""
    return page.partition('id="mine"')[2].partition("</section>")[0]


def test_ones_own_table_is_drawn_in_ones_own_part_with_whose_turn_it_is(
    client: Client, at: Browser, player: Any
) -> None:
    cup, who = begun(player, 6)
    table = next(table for table in running(cup) if 1 in table.seats)
    match = MatchDriver(table.came[0].code)
    asked = table.came[0].players[match.ask.seat]
    for one in who:
        if one.pk not in table.came[0].players:
            continue
        mine = own_part(at(one).get(address(cup)).content.decode())
        assert mine.count('<div class="glance') == 1
        assert (gettext("Your turn") in mine) is (one.pk == asked)
        assert f">{gettext('You')}</span>" in mine
        assert f'href="/m/{match.code}/"' in mine
    assert '<div class="own-board"' not in client.get(address(cup)).content.decode()


def test_guessed_scores_are_called_so_and_left_out_until_someone_has_taken_cards(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3)
    match, about = MatchDriver(running(cup)[0].came[0].code), gettext("about %(points)s").partition("%")[0]
    assert about not in boards(client, cup), "all hands are guessed alike"
    for _ in range(40):
        if any(match.know().taken):
            break
        match.step()
    page = boards(client, cup)
    assert page.count(f'<span class="quiet">{about}') == 3
    assert "~" not in page


def test_no_time_runs_out_while_a_tournament_is_paused(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3, round_hours=24)
    Round.objects.update(ends_at=timezone.now() + timedelta(hours=5))
    fuse = re.compile(r'<svg class="cup-fuse.*?</p>', re.DOTALL)
    cache.clear()
    assert "data-countdown" in fuse.findall(client.get(address(cup)).content.decode())[0]
    Tournament.objects.update(status="paused")
    assert "data-countdown" not in fuse.findall(client.get(address(cup)).content.decode())[0]


def test_who_plays_at_several_tables_at_once_sees_each_drawn_once(at: Browser, player: Any) -> None:
    cup = tournament(Groups(groups=2, rounds=3, most=4, least=4))
    who = people(cup, player, 8)
    look(cup)
    mine = own_part(at(who[0]).get(address(cup)).content.decode())
    own = [table for table in running(cup) if 1 in table.seats]
    assert len(own) > 1
    assert mine.count('<div class="own-board"') == len(own)
    for table in own:
        assert mine.count(f'href="/m/{table.came[0].code}/"') == 1


def test_nobody_is_told_that_it_is_their_turn_where_a_sealed_answer_may_be_theirs(at: Browser, player: Any) -> None:
    cup, who = begun(player, 3, game="bombe")
    match = MatchDriver(running(cup)[0].came[0].code, game=load_games()["bombe"])
    assert len({ask.seat for ask in match.asks()}) > 1, "all bid at once"
    for one in who:
        mine = own_part(at(one).get(address(cup)).content.decode())
        assert '<div class="glance' in mine
        assert gettext("Your turn") not in mine


def test_news_bring_ones_own_table_and_the_top_of_the_standings(client: Client, at: Browser, player: Any) -> None:
    cup, who = begun(player, 6)
    decide(next(table for table in running(cup) if 1 not in table.seats))
    home, onlooker = at(who[0]), client
    addresses = poll(home, cup), poll(onlooker, cup)
    own = next(table.came[0].code for table in running(cup) if 1 in table.seats)
    MatchDriver(own).step()
    mine, others = (
        one.get(news, headers=HTMX).content.decode() for one, news in zip((home, onlooker), addresses, strict=True)
    )
    for answer in (mine, others):
        assert re.search(r'<section id="top"[^>]*hx-swap-oob="true"', answer)
    assert re.search(r'<section id="mine"[^>]*hx-swap-oob="true"', mine)
    assert '<div class="glance' in own_part(mine)
    assert 'id="mine"' not in others


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
    match = MatchDriver(running(cup)[0].came[0].code, game=load_games()["bombe"])
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
    [board] = live_boards.live_boards(live_boards.load_live_matches(seen(cup), reader=None))
    assert board.sight.observer == PUBLIC
    assert (board.table, board.board) == (1, 0)


def boards(client: Client, cup: Tournament) -> str:
    """Return the drawn tables of its page."""
    return client.get(address(cup)).content.decode().split('<ul class="live-boards">')[1].split("</section>")[0]


def untokened(page: str) -> str:
    """Return a page without what is new each time."""
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", page)


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the keys of the matches whose logs are folded."""
    found: list[int] = []
    recollect = snapshots.load_recollections

    def noted(matches: Mapping[int, Any], **how: Any) -> Any:
        found.extend(matches)
        return recollect(matches, **how)

    monkeypatch.setattr(snapshots, "load_recollections", noted)
    return found


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_tables_are_folded_once_as_long_as_nothing_happens_there(
    client: Client, at: Browser, player: Any, folded: list[int], game: str
) -> None:
    cup, who = begun(player, 6, game=game)
    first, second = (table.came[0].code for table in running(cup))
    folded.clear()
    before = boards(client, cup)
    assert sorted(folded) == sorted(Match.objects.values_list("pk", flat=True))
    folded.clear()
    assert boards(client, cup) == before
    assert drawn(at(who[0]), cup) == [second if 1 in running(cup)[0].seats else first]
    assert client.get(poll(client, cup), headers=HTMX).status_code == 204
    assert folded == []
    match = MatchDriver(second, game=load_games()[game])
    match.step()
    folded.clear()
    assert drawn(client, cup) == [first, second]
    assert folded == [match.match.pk]


def test_a_poll_without_news_folds_nothing_even_when_no_view_is_kept_any_longer(
    client: Client, player: Any, folded: list[int], monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(watched, "VIEW_CACHE_SECONDS", 0)
    cup, _who = begun(player, 6)
    news = poll(client, cup)
    folded.clear()
    with django_assert_max_num_queries(2):
        assert client.get(news, headers=HTMX).status_code == 204
    assert folded == []


def test_a_match_that_cannot_be_read_is_not_tried_at_every_poll(client: Client, player: Any, folded: list[int]) -> None:
    cup, _who = begun(player, 6)
    broken = running(cup)[0].came[0].code
    Fact.objects.filter(match__code=broken).update(event="{}")
    news = poll(client, cup)
    folded.clear()
    assert client.get(news, headers=HTMX).status_code == 204
    assert folded == []


def test_a_pause_is_news_at_once(client: Client, player: Any) -> None:
    cup, _who = begun(player, 3)
    news = poll(client, cup)
    Match.objects.update(status="paused", wake_at=None, paused_at=timezone.now())
    answer = client.get(news, headers=HTMX)
    assert answer.status_code == 200
    assert gettext("Paused") in answer.content.decode()


def test_the_poll_of_ones_own_part_looks_at_no_other_table(
    at: Browser, player: Any, folded: list[int], django_assert_max_num_queries: Any
) -> None:
    cup, who = begun(player, 6)
    home = at(who[0])
    page = home.get(address(cup)).content.decode()
    folded.clear()
    cache.clear()
    with django_assert_max_num_queries(10):
        answer = home.get(address(cup), headers={**HTMX, "HX-Target": "mine"}).content.decode()
    own = next(table.came[0].code for table in running(cup) if 1 in table.seats)
    assert folded == [Match.objects.get(code=own).pk]
    assert untokened(answer).strip().startswith('<section id="mine"')
    assert untokened(answer).strip() in untokened(page)
