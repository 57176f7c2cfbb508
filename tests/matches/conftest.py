"""Fixtures shared by the tests of matches."""

from __future__ import annotations

from typing import Any

import pytest

from apps.accounts.models import Player
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.fixtures import organiser as organiser
from tests.factories.matches import MatchDriver, new_match
from tests.factories.people import superuser


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    """Return a match of Ada and Ben."""
    return new_match(ada, ben)


@pytest.fixture
def staff(db: None) -> Player:
    """Return a player who has all rights in the admin but doesn't play."""
    return superuser()
