"""What the tests of the whole house share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.config import house
from tests.conftest import person


@pytest.fixture(scope="module")
def _furnished(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Furnishing takes longer than most that is done in the house: it is done once for all tests of a module."""
    with django_db_blocker.unblock(), transaction.atomic():
        house.furnish(*map(person, ("ada", "ben", "cleo", "dora")))
        yield
        transaction.set_rollback(True)


@pytest.fixture
def furnished(_furnished: None, db: None) -> None:
    """A house with something of everything in it; whatever a test does there is undone after it."""
