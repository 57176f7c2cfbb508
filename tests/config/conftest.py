"""Fixtures shared by the tests of the whole site."""

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
    """Furnish a site once for all tests of a module, as this takes longer than most other work."""
    with django_db_blocker.unblock(), transaction.atomic(), luck.drawn("furnished"):
        furnished_site.furnish(*map(person, ("ada", "ben", "cleo", "dora")))
        yield Sights()
        transaction.set_rollback(True)


@pytest.fixture
def furnished(_furnished: Sights, db: None) -> Iterator[Sights]:
    """Yield a site with something of everything. Changes made by a test are undone afterwards."""
    yield _furnished
    _furnished.forget_people()
