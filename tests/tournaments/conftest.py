"""What the tests of tournaments share."""

from __future__ import annotations

from tests.factories.fixtures import at as at
from tests.factories.fixtures import quick as quick
from tests.tournaments.killed import house as house
