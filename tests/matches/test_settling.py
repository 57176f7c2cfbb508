"""Tests that many due matches are each settled once, and that a broken one stops no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from apps.games import load_games
from apps.games.fuse.state import Plan
from apps.matches.errors import MatchRefused
from apps.matches.models import Chair, Fact, Match, Move, Question, Seed
from apps.matches.selectors import match_view
from apps.matches.services import organiser, play
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, NOW, SECOND, MatchDriver, new_match

pytestmark = pytest.mark.django_db
DUE = NOW + HOUR


def due(*players: Any, count: int, **more: Any) -> list[MatchDriver]:
    return [new_match(*players, seed=n, **more) for n in range(count)]


def settled_once(table: MatchDriver) -> bool:
    return table.causes() == ["deal", "clock"] and table.match.wake_at == DUE + HOUR


def test_matches_are_settled_in_batches_each_once(ada: Any, ben: Any) -> None:
    tables = due(ada, ben, count=25)
    assert [play.settle_due(now=DUE, limit=10) for _ in range(4)] == [10, 10, 5, 0]
    assert all(settled_once(table) for table in tables)


def test_a_batch_costs_as_many_statements_as_one_match(ada: Any, ben: Any, django_assert_max_num_queries: Any) -> None:
    due(ada, ben, count=60)
    with django_assert_max_num_queries(16):
        assert play.settle_due(now=DUE) == 60


def test_who_waited_longest_comes_first(ada: Any, ben: Any) -> None:
    late = new_match(ada, ben, now=NOW)
    early = new_match(ada, ben, now=NOW - SECOND)
    assert play.settle_due(now=DUE, limit=1) == 1
    assert (early.causes(), late.causes()) == (["deal", "clock"], ["deal"])


def test_what_is_not_due_is_left_alone(ada: Any, ben: Any) -> None:
    table, later = new_match(ada, ben), new_match(ada, ben, now=NOW + SECOND)
    before = everything(later.code)
    assert play.settle_due(now=DUE) == 1
    assert settled_once(table)
    assert everything(later.code) == before


def test_matches_of_all_sizes_settle_together(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    tables = [
        new_match(ada, ben),
        new_match(ada, ben, cleo),
        new_match(ada, ben, cleo, dora),
        new_match(ada, ben, deals=3, penalty=True),
    ]
    assert play.settle_due(now=DUE) == 4
    assert all(settled_once(table) for table in tables)


# -- matches that can't continue -------------------------------------------------------------


def _garble_fact(match: Match) -> None:
    Fact.objects.filter(match=match, n=0).update(event="{")


def _unknown_fact(match: Match) -> None:
    Fact.objects.filter(match=match, n=0).update(event='{"type":"teleported"}')


def _unknown_game(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(game="chess")


def _garble_setup(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(setup='{"seats": "two"}')


def _later_edition(match: Match) -> None:
    """Give the match a newer edition of the rules, which this server doesn't know."""
    later = match.setup.replace(f'"edition":{FUSE.meta.edition}', f'"edition":{FUSE.meta.edition + 1}')
    assert later != match.setup
    Match.objects.filter(pk=match.pk).update(setup=later)


def _lose_seed(match: Match) -> None:
    Seed.objects.filter(match=match).delete()


def _lose_chair(match: Match) -> None:
    Chair.objects.filter(match=match, index=1).delete()


def _block_write(match: Match) -> None:
    """Take the number of its next move, so that the database refuses that move."""
    Move.objects.create(match=match, number=match.moves, at=NOW, cause="seat", audience=0)


def _refuse_default(match: Match) -> None:
    """Make the game offer a default that it doesn't allow."""

    def asks(state: Any) -> Any:
        return tuple(msgspec.structs.replace(ask, default="dance") for ask in FUSE.asks(state))

    _played_by(match, replace(FUSE, asks=asks))


def _raising_bot(match: Match) -> None:
    def choose(state: Any, seat: Any, luck: Any) -> Any:
        raise ZeroDivisionError("the bot is at a loss")

    _played_by(match, replace(FUSE, bot=choose))
    Chair.objects.filter(match=match).update(autopilot=True)


def _endless(match: Match) -> None:
    """Make answers have no effect, so that the question stays open."""

    def decide(state: Any, seat: Any, action: Any, chance: Any) -> Any:
        return []

    _played_by(match, replace(FUSE, decide=decide))


def _silent(match: Match) -> None:
    """Make the rules ask no one after the next answer, although no one has won."""

    def asks(state: Any) -> Any:
        return FUSE.asks(state) if state.turn < 2 else ()

    _played_by(match, replace(FUSE, asks=asks))


def _raising_asks(match: Match) -> None:
    def asks(state: Any) -> Any:
        raise RecursionError

    _played_by(match, replace(FUSE, asks=asks))


def _played_by(match: Match, game: Any) -> None:
    load_games()["broken"] = game
    Match.objects.filter(pk=match.pk).update(game="broken")


@pytest.fixture(autouse=True)
def _mended_catalogue() -> Any:
    yield
    load_games().pop("broken", None)


WAYS = [
    _garble_fact, _unknown_fact, _unknown_game, _garble_setup, _later_edition, _lose_seed, _lose_chair, _block_write,
    _refuse_default, _raising_bot, _raising_asks, _endless, _silent,
]  # fmt: skip


@pytest.mark.parametrize("how", WAYS)
def test_a_broken_match_is_set_aside_and_the_others_go_on(ada: Any, ben: Any, how: Callable[[Match], object]) -> None:
    tables = due(ada, ben, count=5)
    broken = tables.pop(2)
    how(broken.match)
    before = everything(broken.code)
    for _ in range(3):
        play.settle_due(now=DUE)
    assert all(settled_once(table) for table in tables)
    match = broken.match
    assert match.trouble
    assert match.wake_at == DUE + play.SET_ASIDE_TIME
    after = everything(broken.code)
    assert {name: rows for name, rows in after.items() if name != "Match"} == {
        name: rows for name, rows in before.items() if name != "Match"
    }
    assert match.moves == 1


def test_why_a_match_was_set_aside_stands_in_the_log_and_nowhere_else(
    ada: Any, ben: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Check that the match stores only the error's name. Its text could reveal a sealed answer."""
    table = new_match(ada, ben)
    _garble_fact(table.match)
    play.settle_due(now=DUE)
    [record] = [record for record in caplog.records if record.name == play.__name__]
    assert record.getMessage() == f"Match {table.match.pk}: set aside"
    assert record.levelname == "ERROR"
    assert record.exc_info is not None
    kind, error, _trace = record.exc_info
    assert kind is not None
    assert table.match.trouble == kind.__name__
    assert str(error) not in table.match.trouble


def test_many_broken_matches_of_all_kinds_stop_nobody(ada: Any, ben: Any) -> None:
    ways = [way for way in WAYS if way not in (_refuse_default, _raising_bot, _endless, _silent)]
    tables = due(ada, ben, count=2 * len(ways))
    broken = tables[: len(ways)]
    for table, how in zip(broken, ways, strict=True):
        how(table.match)
    looked = play.settle_due(now=DUE)
    assert looked == len(tables)
    assert all(settled_once(table) for table in tables[len(ways) :])
    assert all(table.match.trouble for table in broken)
    assert play.settle_due(now=DUE) == 0


def test_what_was_set_aside_is_tried_again_after_an_hour(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    event = Fact.objects.get(match=table.match, n=0).event
    _garble_fact(table.match)
    play.settle_due(now=DUE)
    assert play.settle_due(now=DUE + play.SET_ASIDE_TIME - SECOND) == 0
    assert play.settle_due(now=DUE + play.SET_ASIDE_TIME) == 1
    assert table.match.wake_at == DUE + 2 * play.SET_ASIDE_TIME
    Fact.objects.filter(match=table.match, n=0).update(event=event)
    play.settle_due(now=DUE + 2 * play.SET_ASIDE_TIME)
    assert table.causes() == ["deal", "clock"]
    assert table.match.trouble == ""


def test_a_match_that_was_paused_meanwhile_is_not_set_aside(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    organiser.pause_match(code=table.code, now=NOW)
    before = everything()
    play._set_aside(table.match.pk, ValueError("just before it was paused"), DUE)
    assert everything() == before


def test_an_organiser_lets_it_be_tried_at_once(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    with pytest.raises(MatchRefused):
        organiser.retry_match(code=table.code, now=DUE)
    Match.objects.update(trouble="It was set aside.", wake_at=DUE + HOUR)
    organiser.retry_match(code=table.code, now=DUE)
    assert play.settle_due(now=DUE) == 1
    assert table.causes() == ["deal", "clock"]
    assert table.match.trouble == ""


def test_who_plays_on_in_a_mended_match_clears_the_trouble(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    Match.objects.update(trouble="It was set aside.")
    table.lay()
    assert table.match.trouble == ""


def test_an_answer_to_a_broken_match_writes_nothing_and_says_why(ada: Any, ben: Any) -> None:
    for how in (_garble_fact, _unknown_game, _garble_setup, _later_edition, _lose_seed):
        table = new_match(ada, ben)
        ask = table.ask
        how(table.match)
        before = everything(table.code)
        with pytest.raises(match_view.Unreadable):
            play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=ask.default, now=NOW)
        assert everything(table.code) == before


def test_a_whole_match_of_standing_orders_is_written_at_once(ada: Any, ben: Any) -> None:
    """Check that rows are written in batches. Thousands in one statement are too many for some databases."""
    table = new_match(ada, ben, deals=10)
    seat = table.ask.seat
    for each in (seat, 1 - seat):
        plan = msgspec.json.encode([["o" + "0" * 15, Plan("lowest", once=False)]]).decode()
        Chair.objects.filter(match=table.match, index=each).update(orders=plan)
    play.settle_due(now=DUE)
    for _ in range(40):
        if table.match.status == Match.Status.OVER:
            break
        table.settle(after=HOUR)
    assert Move.objects.count() > 700
    assert Question.objects.count() == 0
