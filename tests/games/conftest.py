"""What the tests of games share."""

from __future__ import annotations

import pytest

from tests.games.tables import Table, drawn


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Table:
    """Drawn once for the laws of all files: pytest runs those of one table together, and then its matches are
    forgotten."""
    return drawn(*request.param)
