"""Tests that a draft of a game can be played by bots before it has any of its own."""

from __future__ import annotations

import pytest

from apps.kernel.chance import Chance
from apps.kernel.draft import Detail
from apps.kernel.game import TRIED, Game
from apps.kernel.playout import play_out_match
from apps.kernel.policies import POLICIES
from apps.kernel.table import Seat
from tests.drafts.coins import GAME, rules


@pytest.mark.parametrize("policy", POLICIES)
def test_every_bot_plays_a_draft_to_its_end(policy: str) -> None:
    played = play_out_match(GAME, GAME.setup(2), bytes(32), POLICIES[policy](GAME))
    assert played.outcome is not None
    assert sorted(played.outcome.places) == [1, 2]


def test_a_draft_says_what_its_facts_contain_and_orders_nothing() -> None:
    state = GAME.evolve(GAME.blank(GAME.setup(2)), rules.Poured(7))
    assert GAME.words(rules.Took(Seat(1), 2)) == {"seat": 1, "coins": 2, "details": (Detail("coins", "2"),)}
    assert GAME.calls(rules.Take(2)) == {"coins": 2, "details": (Detail("coins", "2"),)}
    assert GAME.because(state, Seat(0), rules.Take(2)) == TRIED
    assert GAME.obey(state, Seat(0), None) is None
    assert GAME.bot(state, Seat(0), Chance(bytes(32), 0)) in rules.legal(state, Seat(0))


def test_rules_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "decide")
    with pytest.raises(TypeError, match="'decide'"):
        Game.from_package("tests.drafts.coins")
