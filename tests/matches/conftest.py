"""What the tests of matches share."""

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
    """A match of ada and ben."""
    return new_match(ada, ben)


@pytest.fixture
def staff(db: None) -> Player:
    """Somebody who may do everything in the admin, but does not play."""
    return superuser()
