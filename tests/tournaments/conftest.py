"""Fixtures shared by the tests of tournaments."""

from __future__ import annotations

from tests.factories.fixtures import at as at
from tests.factories.fixtures import quick as quick
from tests.tournaments.killed import house as house
from tests.tournaments.versions import versions as versions
