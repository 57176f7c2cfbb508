"""Tests of Spark, Cinder and Flint: how they answer, that thinking delays no match, and which bot is suggested."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from apps.games import load_games
from apps.kernel.chance import Chance, build_bot_chance
from apps.kernel.policies import POLICIES, play_as_flint
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine import bot_strength, deadlines, visibility
from apps.matches.errors import Gone
from apps.matches.models import Chair, Fact, Match, Memory, Seed
from apps.matches.selectors import bot_choices
from apps.matches.selectors import thinking as asked
from apps.matches.services import play, seats, thinking
from apps.matches.store import first_look
from apps.people.services import account_deletion
from tests import data_migrations
from tests.conftest import person
from tests.factories.finished_matches import finished_match
from tests.factories.matches import SECOND, MatchDriver, new_match, sealed_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_witted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Flint think as usual, but not for long."""
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))


def against(player: Any, level: str) -> MatchDriver:
    """Return a match in which a bot has just been asked."""
    table = new_match(player, bots=2)
    Match.objects.update(opponents=level)
    while table.ask.seat != 0:
        table.settle(after=deadlines.THINKING_TIME)
    table.lay()
    return table


@pytest.mark.parametrize(("level", "policy"), [("spark", "spark"), ("cinder", "bot"), ("flint", "bot")])
def test_each_answers_in_its_own_way_and_flint_like_cinder_if_it_has_not_thought(
    ada: Any, level: str, policy: str
) -> None:
    table = against(ada, level)
    ask, moves = table.ask, table.match.moves
    whim = build_bot_chance(bytes(Seed.objects.get(match__code=table.code).seed), moves)
    expected = POLICIES[policy](table.game)(table.know(ask.seat), ask, whim)
    table.lapse()
    assert table.game.answer.decode(table.moves()[moves].action) == expected
    assert table.causes()[moves] == "bot"


@pytest.mark.parametrize(("level", "waits"), [("cinder", deadlines.BOT_PAUSE), ("flint", deadlines.THINKING_TIME)])
def test_flint_has_time_to_think_and_nobody_else_has(ada: Any, level: str, waits: timedelta) -> None:
    table = against(ada, level)
    assert table.due(table.ask.seat) - table.now == waits
    assert bool(asked.open_questions(now=table.now)) == (level == "flint")


def test_what_flint_thought_of_counts_as_the_bots_move(ada: Any) -> None:
    table = against(ada, "flint")
    seat, moves = table.ask.seat, table.match.moves
    assert asked.open_questions(now=table.now) == [
        (table.code, seat, table.ask.key, table.now + deadlines.THINKING_TIME)
    ]
    assert first_look.may_need_thinking(now=table.now)
    assert thinking.think_about_one(lambda: table.now)
    assert [(move.cause, move.seat) for move in table.moves()[moves:]] == [("bot", seat)]
    assert thinking.think_about_one(lambda: table.now)
    assert not thinking.think_about_one(lambda: table.now), "a person is asked"


def test_nobody_thinks_for_who_stands_in_for_people(ada: Any, ben: Any, cleo: Any) -> None:
    """Check that nothing is computed for people, either, even late and next to house bots."""
    table = new_match(ada, ben)
    new_match(cleo, bots=3)
    Match.objects.update(opponents="flint")
    seat = table.ask.seat
    assert table.code not in _thought_about(table.due(seat) - SECOND)
    with pytest.raises(Gone):
        play.answer_as_bot(code=table.code, seat=seat, key=table.ask.key, action=table.legal(seat)[0], now=table.now)
    seats.resign_seat(code=table.code, seat=seat, now=table.now)
    assert bot_strength.get_bot_strength(table.match, table.chair(seat)) == "cinder"
    assert table.due(seat) - table.now == deadlines.BOT_PAUSE
    assert table.code not in _thought_about(table.now)
    with pytest.raises(Gone):
        play.answer_as_bot(code=table.code, seat=seat, key=table.ask.key, action=table.legal(seat)[0], now=table.now)


def test_who_stands_in_for_somebody_stays_cinder_when_that_account_goes(ada: Any, ben: Any) -> None:
    for level in ("spark", "flint"):
        table = new_match(ada, ben, bots=1)
        Match.objects.filter(code=table.code).update(opponents=level)
    account_deletion.delete_account(player=ben, now=table.now)
    assert table.chair(1).former_id is None
    for match in Match.objects.all():
        chairs = {chair.index: chair for chair in match.seats.all()}
        assert [bot_strength.get_bot_strength(match, chairs[seat]) for seat in (1, 2)] == ["cinder", match.opponents]
    while table.ask.seat != 1:
        table.settle(after=deadlines.THINKING_TIME)
        if table.ask.seat == 0:
            table.lay()
    assert table.due(1) - table.now == deadlines.BOT_PAUSE
    assert table.code not in _thought_about(table.now)
    seats.replace_player(code=table.code, seat=Seat(1), player=ben_again().pk, now=table.now)
    assert not table.chair(1).substitute


def ben_again() -> Any:
    return person("ben-again")


def test_who_stood_in_before_is_known_after_an_upgrade(ada: Any, ben: Any, cleo: Any) -> None:
    """Check substitutes with and without the former player's account. A player who takes over isn't one."""
    one, other, back = (new_match(ada, who, bots=1) for who in (ben, cleo, ben))
    for table in (one, other, back):
        seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    seats.replace_player(code=back.code, seat=Seat(1), player=ben.pk, now=back.now)
    account_deletion.delete_account(player=cleo, now=other.now)
    Chair.objects.update(substitute=False)
    data_migrations.run("matches", "0026_substitutes", "remember")
    assert set(Chair.objects.filter(substitute=True).values_list("match__code", "index")) == {
        (one.code, 1),
        (other.code, 1),
    }


def _thought_about(now: datetime) -> list[str]:
    """Return the codes of the matches with an open question for Flint."""
    return [code for code, *_ in asked.open_questions(now=now)]


def test_a_thought_that_comes_too_late_changes_nothing(ada: Any) -> None:
    table = against(ada, "flint")
    ask = table.ask
    late = table.legal(ask.seat)[0]
    table.settle(after=deadlines.THINKING_TIME)
    before = table.causes()
    with pytest.raises(Gone):
        play.answer_as_bot(code=table.code, seat=ask.seat, key=ask.key, action=late, now=table.now)
    assert table.causes() == before


def ended(*players: Any, against: str = "spark", won: bool = False, hinted: bool = False) -> None:
    """Finish a match, the latest so far, of the first player among bots unless other players are named."""
    seats = players if len(players) > 1 else (*players, None, None)
    match = finished_match(seats)
    Match.objects.filter(pk=match.pk).update(opponents=against, hinted=hinted)
    match.seats.filter(index=0).update(won=won)


def test_one_meets_spark_first_and_a_better_one_after_two_victories(ada: Any) -> None:
    assert bot_choices.suggest_bots(ada.pk, "fuse") == "spark"
    for won, expected in ((False, "spark"), (True, "spark"), (True, "cinder")):
        ended(ada, won=won)
        assert bot_choices.suggest_bots(ada.pk, "fuse") == expected
    assert bot_choices.suggest_bots(ada.pk, "frogs") == "spark"


def test_whoever_never_wins_meets_an_easier_one_again(ada: Any) -> None:
    for against, before in (("cinder", "spark"), ("flint", "cinder"), ("spark", "spark")):
        for _ in range(4):
            ended(ada, against=against)
            assert bot_choices.suggest_bots(ada.pk, "fuse") == against
        ended(ada, against=against)
        assert bot_choices.suggest_bots(ada.pk, "fuse") == before


def test_whoever_has_played_among_people_is_no_beginner(ada: Any, ben: Any) -> None:
    ended(ada, ben)
    assert bot_choices.suggest_bots(ada.pk, "fuse") == "cinder"
    ended(ada)
    assert bot_choices.suggest_bots(ada.pk, "fuse") == "spark", "as was chosen since"


def test_a_match_among_people_stays_one_when_one_of_them_leaves_the_house(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    account_deletion.delete_account(player=ben, now=table.now)
    outcome = {"places": [1, 2], "scores": [9, 1], "why": "ended"}
    Match.objects.update(status="over", over_at=table.now, wake_at=None, outcome=outcome, opponents="spark")
    assert bot_choices.suggest_bots(ada.pk, "fuse") == "cinder"


def test_what_was_won_with_hints_leads_to_nobody_better(ada: Any) -> None:
    for _ in range(3):
        ended(ada, won=True, hinted=True)
    assert bot_choices.suggest_bots(ada.pk, "fuse") == "spark"


@pytest.mark.parametrize("slug", load_games())
def test_what_flint_answers_and_how_long_it_thinks_depends_on_nothing_hidden_from_its_seat(
    ada: Any, ben: Any, slug: str
) -> None:
    """Delete everything the seat was never shown, which gives a world it can't tell apart, and compare both."""
    table = sealed_match(slug, ada, ben, bots=2)
    for _ in range(25):
        table.step()
    seat, key = next((ask.seat, ask.key) for ask in table.asks() if ask.seat != HOUSE and not ask.answered)
    one = _thought(table, seat, key)
    bit = visibility.get_observer_bit(seat)
    hidden = [fact.pk for fact in Fact.objects.filter(match=table.match) if not fact.audience & bit]
    assert hidden, "there is something to hide"
    Fact.objects.filter(pk__in=hidden).delete()
    Memory.objects.all().delete()
    Seed.objects.update(seed=bytes(32))
    assert _thought(table, seat, key) == one


def _thought(table: MatchDriver, seat: Seat, key: str) -> tuple[Any, int]:
    """Return the answer for fixed randomness, and the number of moves thought ahead."""
    about, moves = asked.load_thought(table.code, seat, key), 0
    assert about is not None

    def counted(*given: Any) -> Any:
        nonlocal moves
        moves += 1
        return about.game.after(*given)

    game = replace(about.game, moved=counted, playouts=24)
    return play_as_flint(game)(about.state, about.ask, Chance(bytes(32), 0)), moves


def test_who_has_thought_long_enough_answers(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that Flint stops in time, although there would be far more to try."""
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=10**9))
    monkeypatch.setattr(thinking, "THOUGHT_SECONDS", 0.1)
    table = against(ada, "flint")
    assert thinking.think_about_one(lambda: table.now)
    assert table.causes()[-1] == "bot"
