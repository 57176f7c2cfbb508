"""The house's players differ as their names promise: a short form of what `python -m tests.bench ladder` measures."""

from __future__ import annotations

from typing import Final

import pytest

from apps.games import catalogue
from tests.games.strength import least, measured

pytestmark = pytest.mark.once

MATCHES: Final = {"fuse": 60, "frogs": 40, "bombe": 30, "kobolds": 18}
"""Enough to tell a player who is twice as good from one who is not better."""


@pytest.mark.parametrize(("slug", "seats"), [(slug, n) for slug, game in catalogue().items() for n in game.meta.seats])
def test_cinder_alone_among_sparks_wins_far_more_than_its_share(slug: str, seats: int) -> None:
    found = measured(slug, seats, "bot", "spark", MATCHES[slug])
    assert found.low > found.fair, "better, for all that chance could do"
    assert found.high >= least(slug, "bot", "spark") * found.fair
