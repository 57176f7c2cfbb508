"""What the tests of the whole house share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests import luck
from tests.config import furnished_site
from tests.config.sights import Sights
from tests.conftest import person


@pytest.fixture(scope="module")
def _furnished(django_db_setup: None, django_db_blocker: Any) -> Iterator[Sights]:
    """Furnishing takes longer than most that is done in the house: it is done once for all tests of a module."""
    with django_db_blocker.unblock(), transaction.atomic(), luck.drawn("furnished"):
        furnished_site.furnish(*map(person, ("ada", "ben", "cleo", "dora")))
        yield Sights()
        transaction.set_rollback(True)


@pytest.fixture
def furnished(_furnished: Sights, db: None) -> Iterator[Sights]:
    """A house with something of everything in it; whatever a test does there is undone after it."""
    yield _furnished
    _furnished.forget_people()
