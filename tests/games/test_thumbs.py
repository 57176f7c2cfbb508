"""Tests that no rule of thumb beats the bots, at any number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.kernel.ladder import Share, compute_share, play_against_others
from apps.kernel.policies import POLICIES, Policy
from tests.games.bombe.thumbs import THUMBS as BOMBE
from tests.games.frogs.thumbs import THUMBS as FROGS
from tests.games.fuse.thumbs import BEST, PAIRS, thumb
from tests.games.fuse.thumbs import THUMBS as FUSE
from tests.games.kobolds.thumbs import THUMBS as KOBOLDS
from tests.games.strength import QUICK
from tests.luck import LUCK

pytestmark = pytest.mark.once

THUMBS: Final[Mapping[str, Mapping[str, Policy]]] = {"fuse": FUSE, "frogs": FROGS, "bombe": BOMBE, "kobolds": KOBOLDS}
SAMPLED: Final = {"fuse": (4, 120), "frogs": (3, 20), "bombe": (2, 40), "kobolds": (1, 6)}
"""The number of rules tried at each number of seats, and of matches; fewer in slow games.

`python -m tests.bench habits` tries all rules in enough matches to tell more.
"""
THINKING: Final = {"fuse": (3, 1, 8, 12), "frogs": (4, 1, 8, 20), "bombe": (3, 1, 8, 15)}
"""The number of seats, rules and matches, and of matches imagined per answer.

At Kobold Bombs they think too long for a meaningful number of matches, so that is left to the bench.
"""
SPARE: Final = 0.05
"""The maximum by which a rule can exceed its fair share of wins."""


@pytest.mark.parametrize("slug", THUMBS)
def test_there_are_twenty_rules_for_a_game(slug: str) -> None:
    assert len(THUMBS[slug]) >= 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "seats"),
    [
        *(("fuse", seats) for seats in range(2, 7)),
        *(("frogs", seats) for seats in range(3, 9)),
        *(("bombe", seats) for seats in range(3, 7)),
        *(("kobolds", seats) for seats in (3, 4)),
    ],
)
def test_no_rule_wins_more_than_its_share_among_players_of_the_house(
    slug: str, seats: int, request: pytest.FixtureRequest
) -> None:
    assert not _better(load_games()[slug], seats, "bot", *SAMPLED[slug], Random(LUCK + request.node.name))


@pytest.mark.slow
@pytest.mark.parametrize("slug", THINKING)
def test_no_rule_wins_more_than_its_share_among_those_who_think_ahead(
    slug: str, request: pytest.FixtureRequest
) -> None:
    """Check bots that think less here than they do at real tables."""
    seats, rules, matches, playouts = THINKING[slug]
    game = replace(load_games()[slug], playouts=playouts)
    assert not _better(game, seats, "flint", rules, matches, Random(LUCK + request.node.name))


@pytest.mark.slow
@pytest.mark.parametrize("seats", BEST)
def test_no_pair_of_thresholds_wins_more_than_its_share_at_fuse(seats: int, request: pytest.FixtureRequest) -> None:
    """Check the pairs known to do best, and some others."""
    game, luck = load_games()["fuse"], Random(LUCK + request.node.name)
    seeds = [luck.randbytes(32) for _ in range(1_000)]
    found = {}
    for bomb, leave in (*BEST[seats], *luck.sample(PAIRS, 3)):
        rule = thumb(bomb=bomb, leave=leave)
        each = compute_share(play_against_others(game, game.setup(seats), rule, POLICIES["bot"], seeds), seats)
        if each.low > each.fair + SPARE:
            found[bomb, leave] = each
    assert found == {}


def _better(game: AnyGame, seats: int, house: str, rules: int, matches: int, luck: Random) -> dict[str, Share]:
    """Return those of some rules that win too much among bots."""
    seeds, thumbs = [luck.randbytes(32) for _ in range(matches)], THUMBS[game.meta.slug]
    setup = game.setup(seats, QUICK.get(game.meta.slug))
    found = {
        name: compute_share(play_against_others(game, setup, thumbs[name], POLICIES[house], seeds), seats)
        for name in luck.sample(sorted(thumbs), rules)
    }
    return {name: each for name, each in found.items() if each.low > each.fair + SPARE}
