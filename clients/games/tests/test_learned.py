"""Tests of the player of Die Bombe that learned."""

from __future__ import annotations

import numpy as np
import pytest

from slowfuse_games import Match
from slowfuse_games.encoders import build_encoder
from slowfuse_games.learned import CHANGES, LearnedPlayer, describe_changes


def test_it_plays_legal_answers_and_wins_more_than_its_share_against_players_at_random() -> None:
    match = Match("bombe", 3)
    player = LearnedPlayer(match.setup, match.numbers, build_encoder(match.game, match.setup))
    luck, won = np.random.default_rng(1), 0.0
    for number in range(30):
        match.reset(number)
        while match.turn is not None:
            if match.turn == number % 3:
                match.answer(match.turn, player(match.remember(match.turn), match.ask, match.get_bot_chance()))
            else:
                match.step(int(luck.choice(np.frombuffer(match.mask(match.turn), np.int8).nonzero()[0])))
        assert match.outcome is not None
        won += match.outcome.places[number % 3] == 1
    assert won > 20


def test_it_sees_what_a_card_would_change() -> None:
    """Check the first lot: no one has cards, so a number card is doubled for its taker, and nothing can be bombed."""
    match = Match("bombe", 3)
    changes = describe_changes(match.state, match.seats[0])
    assert len(changes) == CHANGES
    assert changes[0] == 0
    assert changes[1] > 0
    assert changes[2:5] == [0, 0, 0]
    assert changes[1] == changes[5] == changes[9]
    assert not any(changes[-6:])


def test_it_has_learned_to_play_with_three_seats_only() -> None:
    match = Match("bombe", 4)
    with pytest.raises(ValueError, match="three seats"):
        LearnedPlayer(match.setup, match.numbers, match.encoder)
