"""OpenSpiel's own tests on all games."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python: NOT TRIED")
pytest.importorskip("slowfuse_games.spiel")

NAMES = (
    "python_slowfuse_bombe",
    "python_slowfuse_bombe(players=4,bid_cap=40,tie_numbers=true)",
    "python_slowfuse_fuse(players=2,matchman=true)",
    "python_slowfuse_frogs(laps=1)",
    "python_slowfuse_kobolds(limit=150)",
)
each_name = pytest.mark.parametrize("name", NAMES)


@each_name
def test_openspiel_accepts_the_game(name: str) -> None:
    """Run the random simulation: legal actions, clones, serialised states, returns, observation tensors."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["python_slowfuse_fuse", "python_slowfuse_frogs(laps=1)"])
def test_a_playthrough_is_written(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    told = generate_playthrough.playthrough(name, action_sequence=[], seed=4)
    assert "IsTerminal() = True" in told
    assert "ObservationTensor(0)" in told


@each_name
def test_players_know_their_own_facts_only(name: str) -> None:
    """Check that two deals a player can't tell apart have the same strings and arrays, and copies go their own way."""
    game, luck = pyspiel.load_game(name), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and luck.random() < 0.1:
            other, stored = copy.deepcopy(state), pickle.loads(pickle.dumps(state))
            for each in (other, stored):
                assert each.information_state_string(0) == state.information_state_string(0)
                np.testing.assert_array_equal(each.observation_tensor(0), state.observation_tensor(0))
            other.apply_action(luck.choice(other.legal_actions()))
            assert other.history() != state.history()
        state.apply_action(luck.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
