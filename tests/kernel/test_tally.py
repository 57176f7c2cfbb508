"""Tests of statistics over many matches."""

from __future__ import annotations

import pytest

from apps.kernel.game import Outcome
from apps.kernel.tally import Short, compute_tally

MATCHES = [
    Short(10, 30, Outcome(places=(1, 2), scores=(8, 2), why="bombs")),
    Short(20, 60, Outcome(places=(1, 1), scores=(5, 5), why="timebomb")),
    Short(60, 90, Outcome(places=(2, 1), scores=(-1, 11), why="timebomb")),
]


def test_lengths_are_told_by_least_average_and_most() -> None:
    assert compute_tally(MATCHES).moves == (10, 30, 60)
    assert compute_tally(MATCHES).facts == (30, 60, 90)


def test_a_shared_win_counts_in_parts() -> None:
    ada, ben = compute_tally(MATCHES).chairs
    assert (ada.wins, ben.wins) == (0.5, 0.5)
    assert (ada.points, ben.points) == (4, 6)
    assert (round(ada.place, 2), round(ben.place, 2)) == (1.33, 1.33)


def test_reasons_are_told_most_frequent_first() -> None:
    assert compute_tally(MATCHES).why == (("timebomb", 2), ("bombs", 1))


def test_the_table_names_every_seat_and_reason() -> None:
    text = "\n".join(compute_tally(MATCHES).lines(("bot", "random")))
    assert "0     bot          50.0%      4.0    1.33" in text
    assert "1     random       50.0%      6.0    1.33" in text
    assert "timebomb           66.7%" in text


def test_no_matches_are_no_tally() -> None:
    with pytest.raises(ValueError, match="no matches"):
        compute_tally([])
