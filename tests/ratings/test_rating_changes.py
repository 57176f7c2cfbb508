"""Tests of which results count and of the arithmetic, by hand against the library."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt

import pytest

from apps.matches.selectors.results import Finished, Sitting
from apps.ratings import displayed_rating, rating_changes
from apps.ratings.rating_changes import Skill
from tests.factories.finished_matches import NOW

ADA, BEN, CLEO, DORA = 1, 2, 3, 4


def sits(first: int | None, last: int | None = -1, **more: bool) -> Sitting:
    return Sitting(
        first,
        first if last == -1 else last,
        **{"bot": False, "absent": False, "guest": False, "program": False, **more},
    )


def match(*sittings: Sitting, places: tuple[int, ...]) -> Finished:
    return Finished(1, "fuse", True, True, NOW, NOW, 30, places, places, sittings)


def by_hand(skills: list[Skill], ranks: list[int]) -> list[tuple[float, float]]:
    """Return the results of Weng and Lin's algorithm 4 (Plackett–Luce), written from the paper for single players."""
    beta, kappa, tau = 25 / 6, 1e-4, 25 / 300
    n = range(len(skills))
    variance = [skill.sigma**2 + tau**2 for skill in skills]
    c = sqrt(sum(v + beta**2 for v in variance))
    strength = [exp(skill.mu / c) for skill in skills]
    below = [sum(strength[s] for s in n if ranks[s] >= ranks[q]) for q in n]
    shared = [sum(ranks[s] == ranks[q] for s in n) for q in n]
    found = []
    for i in n:
        better = [q for q in n if ranks[q] <= ranks[i]]
        p = {q: strength[i] / below[q] for q in better}
        omega = variance[i] / c * sum(((q == i) - p[q]) / shared[q] for q in better)
        delta = variance[i] / c**2 * sum(p[q] * (1 - p[q]) / shared[q] for q in better)
        gamma = sqrt(variance[i]) / c
        found.append((skills[i].mu + omega, sqrt(variance[i]) * sqrt(max(1 - gamma * delta, kappa))))
    return found


@pytest.mark.parametrize("ranks", [[1, 2, 3], [3, 1, 2], [1, 1, 3], [2, 1, 2], [1, 1, 1]])
def test_the_library_computes_what_the_paper_says(ranks: list[int]) -> None:
    skills = [Skill(), Skill(31.5, 2.5, 40), Skill(22.25, 4.0, 12)]
    after = rating_changes.compute_new_ratings(
        dict(zip((ADA, BEN, CLEO), skills, strict=True)), list(zip((ADA, BEN, CLEO), ranks, strict=True))
    )
    for player, (mu, sigma) in zip((ADA, BEN, CLEO), by_hand(skills, ranks), strict=True):
        assert after[player].mu == pytest.approx(mu, abs=1e-9)
        assert after[player].sigma == pytest.approx(sigma, abs=1e-9)


def test_two_newcomers_by_hand() -> None:
    # c² = 2 · (8.3333² + 0.0833² + 4.1667²) = 173.625; both p = ½; omega = ± 69.4514 / 13.1767 · ½
    after = rating_changes.compute_new_ratings({}, [(ADA, 1), (BEN, 2)])
    assert after[ADA].mu == pytest.approx(25 + 2.635389, abs=1e-6)
    assert after[BEN].mu == pytest.approx(25 - 2.635389, abs=1e-6)
    assert displayed_rating.build_displayed_rating(after[ADA].mu, after[ADA].sigma) == displayed_rating.Points(
        1579, 484
    )


def test_equals_who_share_a_place_stay_equal() -> None:
    after = rating_changes.compute_new_ratings({}, [(ADA, 1), (BEN, 2), (CLEO, 2), (DORA, 2)])
    assert after[BEN] == after[CLEO] == after[DORA]
    assert after[ADA].mu > after[BEN].mu


def test_eight_may_play() -> None:
    after = rating_changes.compute_new_ratings({}, [(player, player) for player in range(1, 9)])
    mus = [after[player].mu for player in range(1, 9)]
    assert mus == sorted(mus, reverse=True)


def test_places_are_those_of_the_outcome() -> None:
    assert rating_changes.list_rated_places(match(sits(ADA), sits(BEN), sits(CLEO), places=(2, 1, 2))) == [
        (ADA, 2),
        (BEN, 1),
        (CLEO, 2),
    ]


def test_whoever_left_or_was_on_autopilot_shares_the_last_place_and_a_substitute_is_not_rated() -> None:
    left = sits(ADA, None, absent=True)
    replaced = sits(BEN, DORA)
    away = sits(CLEO, absent=True)
    there = sits(5)
    assert rating_changes.list_rated_places(match(left, replaced, away, there, places=(1, 2, 4, 3))) == [
        (ADA, 2),
        (BEN, 2),
        (CLEO, 2),
        (5, 1),
    ]


def test_those_who_stayed_move_up() -> None:
    assert rating_changes.list_rated_places(match(sits(ADA, absent=True), sits(BEN), sits(CLEO), places=(1, 2, 3))) == [
        (ADA, 3),
        (BEN, 1),
        (CLEO, 2),
    ]


def test_a_match_with_a_bot_or_a_guest_or_without_a_result_or_that_nobody_finished_is_not_rated() -> None:
    assert rating_changes.list_rated_places(match(sits(ADA), sits(None, None, bot=True), places=(1, 2))) == []
    assert rating_changes.list_rated_places(match(sits(ADA), sits(BEN, guest=True), places=(1, 2))) == []
    assert rating_changes.list_rated_places(match(sits(ADA), sits(BEN), places=())) == []
    assert rating_changes.list_rated_places(match(sits(ADA, absent=True), sits(BEN, CLEO), places=(1, 2))) == []
    assert rating_changes.list_rated_places(replace(match(sits(ADA), sits(BEN), places=(1, 2)), rated=False)) == []


def test_somebody_whose_account_is_gone_counts_as_a_newcomer_who_left() -> None:
    entries = rating_changes.list_rated_places(match(sits(None, None), sits(BEN), places=(1, 2)))
    assert entries == [(None, 2), (BEN, 1)]
    assert (
        rating_changes.compute_new_ratings({}, entries)[BEN]
        == rating_changes.compute_new_ratings({}, [(ADA, 2), (BEN, 1)])[BEN]
    )


def test_everybody_begins_in_the_middle_and_unsure() -> None:
    assert displayed_rating.build_displayed_rating(
        displayed_rating.INITIAL_MU, displayed_rating.INITIAL_SIGMA
    ) == displayed_rating.Points(1500, 500)
    assert displayed_rating.is_provisional(9)
    assert not displayed_rating.is_provisional(10)
