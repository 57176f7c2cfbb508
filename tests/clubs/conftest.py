"""Fixtures shared by the tests of clubs."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.clubs.services import clubs
from tests.factories.clubs import club
from tests.factories.fixtures import at as at
from tests.factories.fixtures import organiser as organiser


@pytest.fixture
def founder(ada: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Return a player who has played here before."""
    monkeypatch.setattr(clubs.experience, "count_finished_matches", lambda player, *, most: most)
    return ada


@pytest.fixture
def owls(ada: Player, ben: Player) -> Club:
    """Return Ada's open club, which Ben has joined."""
    return club(ada, ben)


@pytest.fixture
def sealed(ada: Player, ben: Player) -> Club:
    """Return the same club, by invitation only."""
    return club(ada, ben, name="Closed Circle", open=False)
