"""Tests of ladders by their normal services: joining, challenging, places won and lost, leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils.translation import gettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import clocks
from apps.common.errors import Busy
from apps.games import load_games
from apps.matches.models import Chair, Match, Vacation
from apps.matches.services import play
from apps.tournaments import account_deletion, personal_data
from apps.tournaments.errors import LadderRefused
from apps.tournaments.models import Ladder, LadderSeat, LadderTable
from apps.tournaments.presets import LADDERS
from apps.tournaments.services import ladders, scheduler
from tests.factories.ladders import DAY, challenge, ends, ladder, on, standing
from tests.factories.people import browser, superuser
from tests.factories.tournaments import NOON, told

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
LATER = NOON + timedelta(hours=1)
NOT_NOW = gettext("One of these players can’t be challenged right now. Choose again.")
SOME = gettext("Challenge %(least)d to %(most)d players.") % {"least": 1, "most": 3}


def page_of(client: Client, of: Ladder, status: int = 200) -> str:
    answer = client.get(of.get_absolute_url())
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def test_who_wins_takes_the_place_and_everybody_hears_of_it(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    it = ladder()
    on(it, ada, ben, cleo, dora)
    code = challenge(it, dora, ben, cleo)
    assert {chair.player_id for chair in Chair.objects.filter(match__code=code)} == {ben.pk, cleo.pk, dora.pk}
    assert told(ben, ladders.CHALLENGED) == [ladders.CHALLENGED]
    assert told(dora, ladders.CHALLENGED) == []
    scheduler.advance_tournaments(now=NOON)
    assert standing(it) == ["ada", "ben", "cleo", "dora"], "nothing moves before the match is over"
    ends(code, dora, cleo, ben, now=LATER)
    for _look in range(2):
        scheduler.advance_tournaments(now=LATER)
    assert standing(it) == ["ada", "dora", "cleo", "ben"]
    assert told(dora, ladders.MOVED) == told(ben, ladders.MOVED) == [ladders.MOVED]
    assert told(cleo, ladders.MOVED) == told(ada, ladders.MOVED) == []
    seats = LadderSeat.objects.filter(table__match__code=code).order_by("finish")
    assert list(seats.values_list("before", "after")) == [(4, 2), (3, 3), (2, 4)]


def test_who_left_the_seat_to_a_bot_comes_in_last(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder()
    on(it, ada, ben, cleo)
    code = challenge(it, cleo, ada, ben)
    ends(code, ada, cleo, ben, absent=[ada], now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["cleo", "ben", "ada"]


def test_a_substitute_wins_nothing_for_who_left_the_seat(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder()
    on(it, ada, ben)
    code = challenge(it, ben, ada)
    ends(code, ben, ada, now=LATER)
    Chair.objects.filter(match__code=code, player=ben).update(player=cleo, former=ben)
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["ada", "ben"]


def test_who_left_and_came_again_has_no_part_in_tables_of_before(ada: Player, ben: Player, cleo: Player) -> None:
    """Check that their old challengers don't fall to the bottom with them."""
    it = ladder()
    on(it, ada, ben, cleo)
    code = challenge(it, ben, ada)
    ladders.leave_ladder(pk=it.pk, player=ada, now=NOON)
    ladders.join_ladder(pk=it.pk, player=ada, now=NOON + timedelta(minutes=1))
    ends(code, ada, ben, now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["ben", "cleo", "ada"]


def test_in_a_game_for_three_the_second_takes_along_who_stands_below(player: Any) -> None:
    it = ladder(game="frogs", reach=2)
    one, two, three, four = people = [player(f"p{number}") for number in range(4)]
    on(it, *people)
    above = gettext("At least one of them must be above you on the ladder.")
    with pytest.raises(LadderRefused, match=re.escape(above)):
        challenge(it, two, three, four)
    with pytest.raises(LadderRefused, match=re.escape(NOT_NOW)):
        challenge(it, one, two, three)
    assert challenge(it, two, one, three)


def test_options_that_an_upgrade_took_away_are_a_sentence(ada: Player, ben: Player) -> None:
    it = ladder(options={"deals": 99})
    on(it, ada, ben)
    said = gettext("The game can no longer be played with this ladder’s settings. Please tell an administrator.")
    with pytest.raises(LadderRefused, match=re.escape(said)):
        challenge(it, ben, ada)
    assert not Match.objects.exists()


def test_without_a_result_nobody_moves(ada: Player, ben: Player) -> None:
    it = ladder()
    on(it, ada, ben)
    ends(challenge(it, ben, ada), now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["ada", "ben"]
    assert LadderTable.objects.get().counted_at == LATER


def test_tables_count_in_the_order_in_which_they_ended(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder()
    on(it, ada, ben, cleo)
    first, second = challenge(it, cleo, ben), challenge(it, cleo, ada)
    ends(second, cleo, ada, now=LATER)
    ends(first, ben, cleo, now=LATER + timedelta(minutes=1))
    ladders.count_finished_tables(now=LATER + timedelta(minutes=2))
    assert standing(it) == ["ben", "cleo", "ada"], "cleo took the top, and ben took it from her"


@pytest.mark.parametrize(
    ("by", "whom", "why"),
    [
        ("p0", ["p1"], NOT_NOW),
        ("p6", ["p1"], NOT_NOW),
        ("p6", [], SOME),
        ("p6", ["p5", "p4", "p3", "p2"], SOME),
        ("p6", ["p6"], NOT_NOW),
        ("stranger", ["p1"], gettext("Join the ladder first.")),
    ],
)
def test_one_challenges_some_of_those_right_above(by: str, whom: list[str], why: str, player: Any) -> None:
    it = ladder(reach=4)
    people = {name: player(name) for name in (*(f"p{number}" for number in range(7)), "stranger")}
    on(it, *(people[f"p{number}"] for number in range(7)))
    with pytest.raises(LadderRefused, match=re.escape(why)):
        challenge(it, people[by], *(people[name] for name in whom))
    assert not Match.objects.exists()


def test_nobody_plays_at_more_tables_than_was_agreed(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder(at_once=1)
    on(it, ada, ben, cleo)
    code = challenge(it, ben, ada)
    enough = gettext("You’ve reached this ladder’s limit for simultaneous tables. Finish one of them first.")
    with pytest.raises(LadderRefused, match=re.escape(enough)):
        challenge(it, ben, ada)
    with pytest.raises(LadderRefused, match=re.escape(NOT_NOW)):
        challenge(it, cleo, ada)
    ends(code, ada, ben, now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert challenge(it, cleo, ada, now=LATER)


def test_neither_who_is_on_vacation_nor_whom_one_never_meets_is_challenged(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    it = ladder()
    on(it, ada, ben, cleo, dora)
    Vacation.objects.create(player=ben, begins_at=NOON - DAY, ends_at=NOON + DAY)
    relations.block_player(owner=cleo, other=dora, now=NOON)
    for other in (ben, cleo):
        with pytest.raises(LadderRefused, match=re.escape(NOT_NOW)):
            challenge(it, dora, other)
    relations.block_player(owner=ada, other=cleo, now=NOON)
    Vacation.objects.all().delete()
    with pytest.raises(LadderRefused, match=re.escape(NOT_NOW)):
        challenge(it, dora, ada, cleo)
    assert challenge(it, dora, ada)


def test_who_leaves_makes_room_and_who_comes_again_begins_at_the_foot(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder()
    on(it, ada, ben, cleo)
    code = challenge(it, cleo, ada, ben)
    ladders.leave_ladder(pk=it.pk, player=ada, now=NOON)
    assert standing(it) == ["ben", "cleo"]
    ends(code, ada, cleo, ben, now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["cleo", "ben"], "who has left the ladder takes nobody's place"
    on(it, ada)
    assert standing(it) == ["cleo", "ben", "ada"]
    with pytest.raises(LadderRefused, match="already"):
        on(it, ada)


def test_an_account_that_goes_leaves_it_and_its_tables_stay(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder()
    on(it, ada, ben, cleo)
    ends(challenge(it, ben, ada), ben, ada, now=LATER)
    ladders.count_finished_tables(now=LATER)
    assert [row["name"] for row in personal_data.export_ladders(player=ada.pk)] == ["Fuse Ladder"]
    account_deletion.leave_all(player=ada, now=LATER)
    assert standing(it) == ["ben", "cleo"]
    assert list(personal_data.export_ladders(player=ada.pk)) == []
    assert LadderTable.objects.count() == 1


def test_guests_and_strangers_hear_what_they_need(ada: Player, at: Browser, client: Client) -> None:
    it = ladder()
    Player.objects.filter(pk=ada.pk).update(guest=True)
    ada.refresh_from_db()
    with pytest.raises(AccountNeeded):
        on(it, ada)
    assert at(ada).post(f"{it.get_absolute_url()}join/").status_code == AccountNeeded.status
    assert client.post(f"{it.get_absolute_url()}join/").status_code == 403
    assert client.get("/tournaments/ladders/99999/").status_code == 404


def test_one_that_has_ended_is_only_looked_at(ada: Player, ben: Player, cleo: Player, at: Browser) -> None:
    it = ladder()
    on(it, ada, ben)
    Ladder.objects.update(active=False)
    ended = gettext("This ladder has ended.")
    for act in (lambda: on(it, cleo), lambda: challenge(it, ben, ada)):
        with pytest.raises(LadderRefused, match=re.escape(ended)):
            act()
    assert ended in page_of(at(ben), it)


def test_the_page_is_all_one_needs(ada: Player, ben: Player, cleo: Player, at: Browser, monkeypatch: Any) -> None:
    monkeypatch.setattr(clocks, "now", lambda: NOON)
    it = ladder(about="For **everybody**.")
    empty = gettext("The ladder is empty. The first player to join starts at the top.")
    assert empty in page_of(at(cleo), it)
    for one in (ada, ben, cleo):
        answer = at(one).post(f"{it.get_absolute_url()}join/", follow=True)
        assert gettext("You’re on the ladder. Challenge a player just above you.") in answer.content.decode()
    assert "<strong>everybody</strong>" in page_of(at(ada), it)
    assert gettext("You’re at the top. Wait for someone to challenge you.") in page_of(at(ada), it)
    page = page_of(at(cleo), it)
    assert gettext("You’re %(place)s on the ladder.") % {"place": "3rd"} in page
    assert re.findall(r'name="whom" value="(\d+)"', page) == [str(ben.pk), str(ada.pk)]
    refused = at(cleo).post(f"{it.get_absolute_url()}challenge/", {"whom": ["x", str(10**30), "-1"]})
    assert refused.status_code == LadderRefused.status
    assert SOME in refused.content.decode()
    answer = at(cleo).post(f"{it.get_absolute_url()}challenge/", {"whom": [str(ben.pk)]})
    code = LadderTable.objects.get().match.code
    assert answer.headers["Location"] == f"/m/{code}/"
    assert 'id="playing"' in page_of(at(ada), it)
    ends(code, cleo, ben, now=LATER)
    ladders.count_finished_tables(now=LATER)
    page = page_of(at(cleo), it)
    assert gettext("from %(before)s to %(after)s") % {"before": "3rd", "after": "2nd"} in page
    assert gettext("from %(before)s to %(after)s") % {"before": "2nd", "after": "3rd"} in page
    assert at(ada).post(f"{it.get_absolute_url()}leave/").status_code == 302
    assert standing(it) == ["cleo", "ben"]
    assert "Fuse Ladder" in at(ben).get("/tournaments/ladders/").content.decode()


def test_the_page_asks_little_however_many_stand_on_it(
    player: Any, at: Browser, django_assert_max_num_queries: Any
) -> None:
    it = ladder()
    people = [player(f"p{number:02}") for number in range(12)]
    on(it, *people)
    for number in range(4):
        ends(
            challenge(it, people[-1 - number], people[-2 - number]), people[-1 - number], people[-2 - number], now=LATER
        )
        ladders.count_finished_tables(now=LATER)
    client = at(people[5])
    client.get(it.get_absolute_url())
    with django_assert_max_num_queries(12):
        client.get(it.get_absolute_url())


@pytest.mark.parametrize("pattern", LADDERS)
@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_staff_makes_one_from_a_pattern_with_four_answers(pattern: str, game: str, player: Any) -> None:
    client = browser(superuser())
    add = "/admin/tournaments/ladder/add/"
    assert client.get(add).status_code == 200
    client.post(add, {"name": "Ladder", "about": "", "game": game, "pattern": pattern})
    it = Ladder.objects.get()
    seats = load_games()[game].meta.seats
    people = [player(f"p{number}") for number in range(seats[0])]
    on(it, *people)
    assert challenge(it, people[-1], *people[:-1])
    change = f"/admin/tournaments/ladder/{it.pk}/change/"
    typed = {"name": "Other", "about": "", "active": "on", "reach": 9, "most": seats[-1], "at_once": 3}
    client.post(change, {**typed, "most": seats[-1] + 1})
    client.post(change, {**typed, "reach": 0})
    it.refresh_from_db()
    assert it.name == "Ladder", "what does not fit changes nothing"
    client.post(change, typed)
    it.refresh_from_db()
    assert (it.name, it.reach, it.most, it.at_once, it.rated) == ("Other", 9, seats[-1], 3, False)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_challenge_the_same_at_once_one_finds_them_free(ada: Player, ben: Player, cleo: Player) -> None:
    it = ladder(at_once=1)
    on(it, ada, ben, cleo)

    def challenges(one: Player) -> bool:
        try:
            challenge(it, one, ada)
        except (LadderRefused, Busy):
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(challenges, (ben, cleo)))
    if not any(done):  # On SQLite, both can find it busy.
        done = [challenges(cleo)]
    assert sum(done) == 1
    assert LadderTable.objects.count() == Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_table_is_counted_once_however_many_look(ada: Player, ben: Player) -> None:
    it = ladder()
    on(it, ada, ben)
    ends(challenge(it, ben, ada), ben, ada, now=LATER)

    def looks(_number: int) -> None:
        try:
            ladders.count_finished_tables(now=LATER)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(looks, range(3)))
    ladders.count_finished_tables(now=LATER)
    assert standing(it) == ["ben", "ada"]
    assert told(ben, ladders.MOVED) == [ladders.MOVED]


def test_a_broken_one_does_not_stop_the_others(ada: Player, ben: Player, monkeypatch: Any) -> None:
    broken, it = ladder(name="Broken"), ladder()
    for each in (broken, it):
        on(each, ada, ben)
        ends(challenge(each, ben, ada), ben, ada, now=LATER)
    count = ladders._apply_table_result
    monkeypatch.setattr(
        ladders, "_apply_table_result", lambda of, *more: 1 / 0 if of.pk == broken.pk else count(of, *more)
    )
    ladders.count_finished_tables(now=LATER)
    assert (standing(broken), standing(it)) == (["ada", "ben"], ["ben", "ada"])
    monkeypatch.undo()
    ladders.count_finished_tables(now=LATER)
    assert standing(broken) == ["ben", "ada"]


def test_silence_plays_whole_tables_to_their_end(player: Any) -> None:
    it = ladder(reach=3, at_once=1)
    people = [player(f"p{number}") for number in range(6)]
    on(it, *people)
    now = NOON
    for pair in ((5, 4), (3, 2), (1, 0)):
        challenge(it, *(people[number] for number in pair), now=now)
    while Match.objects.filter(over_at=None).exists():
        now += DAY
        while play.settle_due(now=now, limit=1000):
            pass
    scheduler.advance_tournaments(now=now)
    assert sorted(standing(it)) == [f"p{number}" for number in range(6)]
    assert LadderTable.objects.filter(counted_at=now).count() == 3
