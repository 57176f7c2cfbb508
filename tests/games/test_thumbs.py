"""No rule of thumb gets the better of the house's players, however many sit there."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest

from apps.games import catalogue
from apps.kernel.ladder import alone, share
from apps.kernel.policies import POLICIES, Policy
from tests.games.bombe.thumbs import THUMBS as BOMBE
from tests.games.frogs.thumbs import THUMBS as FROGS
from tests.games.fuse.thumbs import THUMBS as FUSE
from tests.games.kobolds.thumbs import THUMBS as KOBOLDS

pytestmark = pytest.mark.once

THUMBS: Final[Mapping[str, Mapping[str, Policy]]] = {"fuse": FUSE, "frogs": FROGS, "bombe": BOMBE, "kobolds": KOBOLDS}
SAMPLED: Final = {"fuse": (6, 50), "frogs": (5, 20), "bombe": (3, 16), "kobolds": (2, 8)}
"""How many of the rules are tried at each number of seats, and in how many matches: some games take longer."""
SHORT: Final[Mapping[str, Mapping[str, int]]] = {"kobolds": {"gold": 5}}
SPARE: Final = 0.05
"""So much above its fair share a rule may win."""


@pytest.mark.parametrize("slug", THUMBS)
def test_there_are_twenty_rules_for_a_game(slug: str) -> None:
    assert len(THUMBS[slug]) >= 20


@pytest.mark.parametrize(
    ("slug", "seats"),
    [
        *(("fuse", seats) for seats in range(2, 7)),
        *(("frogs", seats) for seats in range(3, 7)),
        *(("bombe", seats) for seats in (3, 5)),
        *(("kobolds", seats) for seats in (3, 4)),
    ],
)
def test_no_rule_wins_more_than_its_share_among_players_of_the_house(
    slug: str, seats: int, request: pytest.FixtureRequest
) -> None:
    luck, game, (rules, matches) = Random(request.node.name), catalogue()[slug], SAMPLED[slug]
    seeds = [luck.randbytes(32) for _ in range(matches)]
    setup, house = game.setup(seats, SHORT.get(slug)), POLICIES["bot"]
    found = {
        name: share(alone(game, setup, THUMBS[slug][name], house, seeds), seats)
        for name in luck.sample(sorted(THUMBS[slug]), rules)
    }
    assert not {name: each for name, each in found.items() if each.low > each.fair + SPARE}
