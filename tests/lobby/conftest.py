"""Fixtures shared by the tests of the lobby."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from tests.factories import people


@pytest.fixture
def guest(db: None) -> Player:
    """Return a player without an account."""
    return people.guest()
