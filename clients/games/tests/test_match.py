"""Tests of the match that a program steps through."""

from __future__ import annotations

from typing import Any

import pytest

from slowfuse_games import Match, list_numbers, load_games
from tables import TABLES, play_at_random

each_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES)


@each_table
def test_the_same_seed_and_answers_lead_to_the_same_match(game: str, seats: int, options: dict[str, Any]) -> None:
    one, two = (Match(game, seats, options, limit=500) for _ in range(2))
    for match in (one, two):
        for _ in play_at_random(match, seed=5):
            pass
    assert one.log == two.log
    assert one.outcome == two.outcome
    other = Match(game, seats, options, limit=500)
    for _ in play_at_random(other, seed=6):
        pass
    assert other.log != one.log


@each_table
def test_every_number_of_a_mask_can_be_answered(game: str, seats: int, options: dict[str, Any]) -> None:
    match = Match(game, seats, options, limit=200)
    for luck in play_at_random(match, seed=7):
        assert match.turn in match.asked
        assert match.ask.seat == match.turn
        for seat in match.asked:
            assert any(match.mask(seat))
        number = luck.choice(list_numbers(match.mask(match.turn)))
        assert match.numbers.decode(match.state, match.turn, number) in match.game.legal(match.state, match.turn)
    assert match.outcome is not None
    assert not any(any(match.mask(seat)) for seat in match.seats)


def test_an_illegal_answer_changes_nothing() -> None:
    match = Match("bombe", 3)
    before = match.state
    for number in (-1, 0, match.numbers.count):
        with pytest.raises(Exception, match="can't answer"):
            match.step(number)
    assert match.state is before


def test_seats_of_a_window_can_answer_in_any_order() -> None:
    ends = []
    for order in ((0, 1, 2), (2, 0, 1)):
        match = Match("bombe", 3, {"bid_cap": 40})
        assert match.asked == (0, 1, 2)
        first_bid = list_numbers(match.mask(match.seats[0]))[0]
        for place in order:
            match.step_seat(match.seats[place], first_bid + 5 + place)
        ends.append(match.state)
    assert ends[0] == ends[1]
    assert ends[0].first == 2


def test_the_house_closes_windows_that_last_their_whole_time() -> None:
    match = Match("bombe", 3, {"fixed_windows": True})
    for seat in match.seats:
        match.step(list_numbers(match.mask(seat))[seat])
    assert match.moves == 4
    assert match.state.first == 2


def test_a_match_is_cut_off_at_its_limit() -> None:
    match = Match("kobolds", 4, limit=20)
    for _ in play_at_random(match, seed=8):
        assert not match.truncated
    assert match.truncated
    assert match.moves == 20
    assert match.outcome is not None
    assert match.outcome.why == "limit"
    assert Match("kobolds").limit == 2000
    assert Match("bombe").limit == 0


@pytest.mark.parametrize("game", sorted(load_games()))
def test_a_checkable_match_draws_what_the_site_draws(game: str) -> None:
    """Check the deal and what follows the bot's answers against the kernel's own playout."""
    match = Match(game, checkable=True, limit=80)
    match.reset(77)
    while match.turn is not None:
        seat = match.turn
        match.answer(seat, match.game.bot(match.remember(seat), seat, match.get_bot_chance()))
    from slowfuse_games.match import play_out_match  # noqa: PLC0415

    def choose(state: Any, ask: Any, luck: Any) -> Any:
        return match.game.bot(state, ask.seat, luck)

    assert play_out_match(match.game, match.setup, match.seed, choose).events()[: len(match.log)] == match.log
