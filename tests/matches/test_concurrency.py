"""Tests of concurrent actions, in which the second one finds the work already done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, connections, transaction

from apps.common.errors import Busy
from apps.games.fuse.state import Condition, Plan
from apps.kernel.table import Seat
from apps.matches.errors import Gone, MatchRefused, NotSeated
from apps.matches.models import Match, Move
from apps.matches.selectors import match_view
from apps.matches.services import organiser, play, sandboxes, seats
from tests.concurrency import locked, meanwhile, together
from tests.database import everything
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, new_match, standing

pytestmark = pytest.mark.django_db(transaction=True)
DUE = NOW + HOUR


def test_of_six_clicks_one_is_an_answer_and_five_are_gone(table: MatchDriver) -> None:
    ask, legal = table.ask, table.legal(table.ask.seat)

    def click(action: Any) -> Callable[[], Any]:
        return lambda: play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=action, now=NOW)

    results = together(*[click(legal[n % len(legal)]) for n in range(6)])
    assert Counter(type(result) for result in results) == {match_view.MatchView: 1, Gone: 5}
    assert len(table.moves()) == 2
    assert len(set(Move.objects.values_list("number", flat=True))) == 2


def test_four_sweepers_settle_each_of_200_matches_once(ada: Any, ben: Any) -> None:
    tables = [new_match(ada, ben, seed=n) for n in range(200)]

    def sweep() -> int:
        found, looked = 1, 0
        while found:
            found = play.settle_due(now=DUE, limit=20)
            looked += found
        return looked

    assert sum(together(*[sweep] * 4)) == 200
    assert Counter(Move.objects.filter(cause="clock").values_list("match", flat=True)) == {
        match.pk: 1 for match in Match.objects.all()
    }
    assert all(table.match.wake_at == DUE + HOUR for table in tables)


def test_answers_and_sweepers_meet_and_one_of_them_counts(ada: Any, ben: Any) -> None:
    """Check a deadline that has passed for sweepers but not for players. The first to lock the match decides."""
    tables = [new_match(ada, ben, seed=n) for n in range(40)]
    asked = {table.code: table.ask for table in tables}
    results: dict[str, Any] = {}

    def sweep() -> None:
        while play.settle_due(now=DUE, limit=5):
            pass

    def answer(mine: list[MatchDriver]) -> Callable[[], None]:
        def act() -> None:
            for table in mine:
                ask = asked[table.code]
                try:
                    play.answer_question(
                        code=table.code, seat=ask.seat, key=ask.key, action=ask.default, now=DUE - SECOND
                    )
                    results[table.code] = "seat"
                except Gone:
                    results[table.code] = "clock"

        return act

    assert together(sweep, sweep, answer(tables[::2][::-1]), answer(tables[1::2][::-1])) == [None] * 4
    for table in tables:
        assert table.causes() == ["deal", results[table.code]]


def test_many_moves_of_one_match_queue_up(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = new_match(ada, ben, cleo, dora)

    def play_on() -> None:
        for _ in range(15):
            ask = table.ask
            with suppress(Gone):
                play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=ask.default, now=NOW)

    assert together(*[play_on] * 3) == [None] * 3
    numbers = [move.number for move in table.moves()]
    assert numbers == list(range(table.match.moves))
    assert list(table.match.logged.order_by("n").values_list("n", flat=True)) == list(range(table.match.facts))
    assert table.finish().match.outcome is not None


def test_a_match_that_is_locked_for_too_long_is_busy_and_nothing_is_written(table: MatchDriver, ada: Any) -> None:
    ask = table.ask
    before = everything()
    with locked(table.code):
        with pytest.raises(Busy):
            play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=ask.default, now=NOW)
        with pytest.raises(Busy):
            play.settle_match(code=table.code, now=DUE)
        for act in (seats.resign_seat, seats.reclaim_seat):
            with pytest.raises(Busy):
                act(code=table.code, seat=Seat(0), now=NOW)
    assert everything() == before


def test_a_busy_match_is_not_set_aside(table: MatchDriver) -> None:
    """Check that a lock isn't treated as an error. The next sweep retries, not one an hour later."""
    before = everything()
    with locked(table.code), suppress(Busy):
        assert play.settle_due(now=DUE) == 0
    assert everything() == before
    assert play.settle_due(now=DUE) == 1


def test_who_reads_does_not_wait_for_who_writes(table: MatchDriver, ada: Any) -> None:
    for _ in range(15):
        table.lay()
    with locked(table.code):
        assert table.look(ada).seat == 0
        assert table.look().seat is None


# -- current data after waiting --------------------------------------------------------------


def test_who_was_replaced_while_waiting_is_not_seated(table: MatchDriver, ada: Any, ben: Any, cleo: Any) -> None:
    seat, player = table.ask.seat, (ada, ben)[table.ask.seat]
    words = {"type": "lay", "card": str(table.ask.default.card)}
    answer = lambda: play.answer_as(code=table.code, player=player.pk, key=table.key(), words=words, now=NOW)  # noqa: E731
    result = waiting_behind(
        table, lambda: seats.replace_player(code=table.code, seat=seat, player=cleo.pk, now=NOW), answer
    )
    assert isinstance(result, NotSeated)
    assert table.chair(seat).player == cleo
    assert table.causes() == ["deal", "house"]


def test_who_lost_the_seat_before_their_form_arrived_changes_nothing_there(
    table: MatchDriver, ada: Any, cleo: Any, at: Any
) -> None:
    taken = "BEGIN" if connection.vendor == "sqlite" else "FOR NO KEY UPDATE"
    for path, words in (
        ("resign", {}),
        ("reclaim", {}),
        ("orders", {"order": "blast"}),
        ("orders", {"withdraw": "o" + "0" * 15}),
    ):
        table = new_match(ada, table.chair(1).player)
        table.match.seats.filter(index=0).update(autopilot=True)
        client = at(ada)
        client.get(f"/m/{table.code}/")
        with meanwhile(taken, partial(seats.replace_player, code=table.code, seat=Seat(0), player=cleo.pk, now=NOW)):
            assert client.post(f"/m/{table.code}/{path}/", words).status_code == 403
        assert table.chair(0).player == cleo
        assert not standing()


def test_a_missed_turn_does_not_undo_a_replacement(table: MatchDriver, cleo: Any) -> None:
    seat = table.ask.seat
    result = waiting_behind(
        table,
        lambda: seats.replace_player(code=table.code, seat=seat, player=cleo.pk, now=NOW),
        lambda: play.settle_match(code=table.code, now=NOW + 2 * HOUR),
    )
    assert result is None
    assert table.chair(seat).player == cleo


def test_orders_left_at_once_are_all_counted(table: MatchDriver) -> None:
    seat, order = Seat(0), Plan("lowest", Condition(at_least=9000))
    result = waiting_behind(
        table,
        lambda: play.add_standing_order(code=table.code, seat=seat, order=order, now=NOW),
        lambda: play.add_standing_order(code=table.code, seat=seat, order=order, now=NOW),
    )
    assert result is None
    assert len(standing()) == 2


def waiting_behind(table: MatchDriver, first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """Return the result of the second act if it starts waiting while the first one holds the match."""
    written, go = Event(), Event()

    def act() -> None:
        try:
            with transaction.atomic():
                first()
                written.set()
                go.wait(timeout=10)
        finally:
            connections.close_all()

    results: list[Any] = []

    def follow() -> None:
        try:
            results.append(second())
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test is told
            results.append(error)
        finally:
            connections.close_all()

    connection.close()
    threads = [Thread(target=act), Thread(target=follow)]
    threads[0].start()
    assert written.wait(timeout=10)
    threads[1].start()
    threads[1].join(timeout=0.3)
    waited = threads[1].is_alive()
    go.set()
    for thread in threads:
        thread.join(timeout=10)
    assert waited, f"it did not wait: {results[0]!r}"
    return results[0]


def test_a_page_read_while_the_match_moves_on_is_of_one_piece(ada: Any, ben: Any) -> None:
    """Check a change between reading the seats and the facts. It must not leave the page half updated for ever."""
    table = new_match(ada, ben)
    with meanwhile("matches_memory k", lambda: organiser.end_match(code=table.code, now=NOW)) as done:
        seen = table.look(ada)
    assert len(done) == 1
    now = table.look(ada)
    assert seen == now or seen.heard < now.heard, "the page would never hear that the match is over"


def test_a_seat_given_away_while_its_page_is_read_shows_nothing_of_it_to_who_left(
    ada: Any, ben: Any, cleo: Any
) -> None:
    table = new_match(ada, ben)
    with meanwhile(
        "matches_memory k", lambda: seats.replace_player(code=table.code, seat=Seat(0), player=cleo.pk, now=NOW)
    ):
        seen = table.look(ada)
    assert seen == table.look(ada) or seen.heard < 3


@pytest.mark.postgres
def test_in_the_fallback_a_locked_match_is_not_taken_for_the_broken_one(ada: Any, ben: Any) -> None:
    sound, broken = new_match(ada, ben, now=NOW - SECOND), new_match(ada, ben)
    Move.objects.create(match=broken.match, number=1, at=NOW, cause="seat", audience=0)
    with locked(sound.code):
        assert play.settle_due(now=DUE) == 1
    assert broken.match.trouble
    assert not sound.match.trouble
    assert play.settle_due(now=DUE) == 1
    assert sound.causes() == ["deal", "clock"]


# -- the order of the log -------------------------------------------------------------------


def times(table: MatchDriver) -> list[Any]:
    return [move.at for move in table.moves()]


def test_an_answer_that_arrived_earlier_but_came_later_to_the_match_bears_the_later_time(table: MatchDriver) -> None:
    table.now = NOW + 10 * SECOND
    table.lay()
    table.now = NOW + 5 * SECOND
    table.lay()
    assert times(table) == [NOW, NOW + 10 * SECOND, NOW + 10 * SECOND]
    assert table.moves()[-1].took == 0, "nobody answers before they are asked"
    assert table.match.wake_at == NOW + 10 * SECOND + HOUR, "nobody has less time for it"


def test_who_waited_for_the_match_beyond_their_deadline_was_in_time(table: MatchDriver) -> None:
    """Check that time spent waiting for the lock doesn't make a move late."""
    first, arrived = table.ask, DUE - SECOND

    def wait(*_: Any) -> None:
        play.add_standing_order(
            code=table.code, seat=Seat(1 - first.seat), order=Plan("lowest", Condition(at_least=9000)), now=NOW
        )

    answer = lambda: play.answer_question(  # noqa: E731
        code=table.code, seat=first.seat, key=first.key, action=first.default, now=arrived
    )
    assert isinstance(waiting_behind(table, wait, answer), match_view.MatchView)
    assert table.causes() == ["deal", "seat"]
    assert times(table) == [NOW, arrived]


def test_whoever_races_the_log_never_runs_backwards(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    """Check the log while everyone reads the clock and reaches the match in a different order."""
    table = new_match(ada, ben, cleo, dora)
    clock = iter(range(1, 100_000))

    def answers() -> None:
        for _ in range(12):
            ask, now = table.ask, NOW + next(clock) * SECOND
            with suppress(Gone):
                play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=ask.default, now=now)

    def others() -> None:
        for _ in range(12):
            now = NOW + next(clock) * SECOND
            with suppress(MatchRefused):
                organiser.extend_deadlines(code=table.code, by=SECOND, now=now - 3 * SECOND)
                play.settle_match(code=table.code, now=now)

    assert together(answers, answers, others) == [None] * 3
    assert times(table) == sorted(times(table))
    assert len(times(table)) > 20


def test_of_twelve_sandboxes_asked_for_at_once_five_begin(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    ask = partial(sandboxes.start_sandbox, code=match.code, player=ada.pk, move=9, now=NOW)
    came = together(*[ask] * 12)
    assert Counter(map(type, came)) == {
        str: sandboxes.MAX_OPEN_SANDBOXES,
        MatchRefused: 12 - sandboxes.MAX_OPEN_SANDBOXES,
    }
    assert sandboxes.find_sandboxes(ada.pk).count() == sandboxes.MAX_OPEN_SANDBOXES


def test_a_sweep_that_began_before_somebodys_move_settles_after_it(ada: Any) -> None:
    table = new_match(ada, bots=1)
    table.now = NOW + 60 * SECOND
    if table.ask.seat == 0:
        table.lay()
    else:
        table.settle()
    before = times(table)[-1]
    Match.objects.update(wake_at=NOW)
    table.match.questions.update(lapses_at=NOW, due_at=NOW)
    assert play.settle_due(now=NOW + SECOND) == 1
    assert times(table)[-1] == before
    assert times(table) == sorted(times(table))
