"""What tests of the lobby share."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from tests.factories import people
from tests.factories.lobby import lobby_table as table_of

__all__ = ["guest", "table_of"]


@pytest.fixture
def guest(db: None) -> Player:
    """Somebody who plays without an account."""
    return people.guest()
