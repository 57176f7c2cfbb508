"""Tests that a bot plays for anyone who misses three turns in a row until they return."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from apps.games import load_games
from apps.kernel.events import Announced
from apps.kernel.game import Illegal
from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.errors import MatchRefused
from apps.matches.services import organiser, seats
from tests.database import everything
from tests.factories.matches import HOUR, SECOND, MatchDriver, sealed_match

pytestmark = pytest.mark.django_db


def silent(table: MatchDriver, seat: int, turns: int = 1) -> None:
    """Let this seat miss its turns while the other plays."""
    while turns:
        if table.ask.seat == seat:
            table.settle(after=HOUR)
            turns -= 1
        else:
            table.lay()


def test_three_missed_turns_in_a_row_are_told_to_everybody(table: MatchDriver, ada: Any, ben: Any) -> None:
    silent(table, 0, 2)
    assert table.chair(0).missed == 2
    assert not table.chair(0).autopilot
    silent(table, 0)
    assert table.chair(0).autopilot
    assert table.facts()[-1] == Announced(what="autopilot", seat=Seat(0))
    for observer in (Seat(0), Seat(1), PUBLIC):
        seen = table.look(observer=observer)
        assert [person.autopilot for person in seen.people] == [True, False]
        assert "autopilot" in [sentence.fact for sentence in seen.story]


def test_an_answer_in_between_makes_the_count_begin_anew(table: MatchDriver) -> None:
    silent(table, 0, 2)
    while table.ask.seat != 0:
        table.lay()
    table.lay()
    assert table.chair(0).missed == 0
    silent(table, 0, 2)
    assert not table.chair(0).autopilot


def test_a_refused_answer_does_not_count_as_being_there(table: MatchDriver) -> None:
    silent(table, 0, 2)
    while table.ask.seat != 0:
        table.lay()
    with pytest.raises(Illegal):
        table.answer("lay")
    assert table.chair(0).missed == 2


def test_the_bot_answers_a_second_later_while_the_player_is_away(table: MatchDriver) -> None:
    silent(table, 0, 3)
    table.lay()
    assert table.due(0) == table.now + deadlines.BOT_PAUSE
    table.settle(after=deadlines.BOT_PAUSE)
    move = table.moves()[-1]
    assert (move.cause, move.seat) == ("bot", 0)
    assert table.chair(0).missed == 3, "the bot misses nothing"


@pytest.mark.parametrize("slug", load_games())
def test_in_every_game_autopilot_is_the_house_s_bot(
    ada: Any, ben: Any, cleo: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a bot plays as well as it can for missing players, in every game.

    Silence would be weaker (Fuse edge 13, Die Bombe edge 12, Lunar Laser Frogs edge 12, Kobold Bombs edge 24).
    """
    game, chosen = load_games()[slug], []

    def choose(state: Any, seat: Seat, whim: Any) -> Any:
        action = game.bot(state, seat, whim)
        chosen.append((seat, action))
        return action

    monkeypatch.setitem(load_games(), slug, replace(game, bot=choose))
    table = sealed_match(slug, ada, ben, cleo)
    for _ in range(300):
        if len(chosen) >= 5:
            break
        table.lapse()
    played = [move for move in table.moves() if move.cause == "bot"]
    assert [(move.seat, msgspec.json.decode(move.action, type=game.action)) for move in played] == chosen
    assert len(chosen) >= 5
    assert {chair.autopilot for seat, _ in chosen if (chair := table.chair(seat))} == {True}


def test_the_player_takes_the_seat_back_and_has_their_whole_time(table: MatchDriver, ada: Any) -> None:
    silent(table, 0, 3)
    table.lay()
    seats.reclaim_seat(code=table.code, seat=Seat(0), now=table.now)
    assert (table.chair(0).autopilot, table.chair(0).missed) == (False, 0)
    assert table.facts()[-1] == Announced(what="reclaimed", seat=Seat(0))
    assert table.ask.seat == 0
    assert table.due(0) == table.match.wake_at == table.now + HOUR
    silent(table, 0, 2)
    assert not table.chair(0).autopilot


def test_who_returns_too_late_for_a_turn_finds_it_played(table: MatchDriver) -> None:
    silent(table, 0, 3)
    table.lay()
    seats.reclaim_seat(code=table.code, seat=Seat(0), now=table.now + SECOND)
    assert table.moves()[-2].cause == "bot"
    assert table.ask.seat == 1


def test_only_a_seat_on_autopilot_can_be_taken_back(table: MatchDriver) -> None:
    before = everything()
    with pytest.raises(MatchRefused):
        seats.reclaim_seat(code=table.code, seat=Seat(0), now=table.now)
    assert everything() == before


def test_nothing_is_taken_back_in_a_match_that_is_over(table: MatchDriver) -> None:
    silent(table, 0, 3)
    organiser.end_match(code=table.code, now=table.now)
    before = everything()
    with pytest.raises(MatchRefused):
        seats.reclaim_seat(code=table.code, seat=Seat(0), now=table.now)
    assert everything() == before


def test_the_returning_player_may_answer_before_the_bot_does(table: MatchDriver) -> None:
    silent(table, 0, 3)
    table.lay()
    table.lay()
    assert table.moves()[-1].cause == "seat"


def test_everybody_away_still_ends(table: MatchDriver) -> None:
    silent(table, 0, 3)
    silent(table, 1, 3)
    for _ in range(200):
        if table.match.over_at:
            break
        table.settle(after=SECOND)
    assert table.outcome is not None
    match = table.match
    assert match.over_at is not None
    assert match.over_at - match.begun_at < timedelta(hours=7)
