"""Fixtures shared by the tests of games."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from tests.drafts.conftest import gulls as gulls
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.people import superuser
from tests.games.tables import Table, drawn


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Table:
    """Draw a table once for the laws of all files.

    Pytest groups the tests by table, so its matches are dropped afterwards.
    """
    return drawn(*request.param)


@pytest.fixture
def staff(db: None) -> Player:
    """Return a player who has all rights in the admin but doesn't play."""
    return superuser()
