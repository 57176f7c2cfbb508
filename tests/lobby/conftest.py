"""What tests of the lobby share."""

from __future__ import annotations

import pytest

from apps.accounts.models import Player
from tests.factories import people


@pytest.fixture
def guest(db: None) -> Player:
    """Somebody who plays without an account."""
    return people.guest()
