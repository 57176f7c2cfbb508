"""Tests of how a table of Kobold Bombs is valued for each seat: gold, cards, and where the bomb goes."""

from __future__ import annotations

from typing import Any

from apps.games.kobolds import GAME
from tests.games.kobolds.table import ADA, BEN, CLEO, Table


def likely(*hands: str, **more: Any) -> tuple[float, ...]:
    """Return the probability of each of three seats to come first, playing to five gold."""
    assert GAME.prospects is not None
    found = GAME.prospects(Table(3, *hands, target=5, **more).state)
    assert found is not None
    return found


def test_a_trick_with_a_secret_mission_counts_more_than_its_copy_without() -> None:
    with_mission, without = "TR05", "TR07"
    assert likely("TR", with_mission, "TR")[BEN] > likely("TR", without, "TR")[BEN]


def test_a_lead_counts_more_the_less_is_left_to_earn() -> None:
    early, late = likely(gold=(1, 0, 0)), likely(gold=(4, 3, 3))
    assert early[ADA] < late[ADA]


def test_mechanisms_count_more_when_the_bomb_that_pays_for_them_is_about_to_go_off() -> None:
    """Check that this holds for survivors. The mechanisms of players who are hit are worth nothing (K49, K52)."""
    hands = ("TR TR", "ME ME", "TR TR")
    assert likely(*hands, inside="TR TR TR", armer=CLEO)[BEN] > likely(*hands)[BEN]
    hers = ("ME ME", "TR TR", "TR TR")
    assert likely(*hers, inside="AP1 TR TR", armer=CLEO)[ADA] > likely(*hers, inside="TR TR TR", armer=CLEO)[ADA]


def test_a_bomb_that_does_not_go_off_yet_is_valued_in_the_hands_of_whoever_gets_it_next() -> None:
    """Check a Slow Burner, which delays the bomb by one turn."""
    lying = {"inside": "TR TR TR", "armer": CLEO}
    now, later = likely("TR", "ME", "TR", **lying), likely("TR", "ME", "TR", active=[("SLOW", CLEO)], **lying)
    assert later[BEN] != now[BEN]
