"""Fixtures shared by the tests of games."""

from __future__ import annotations

import pytest

from tests.games.tables import Table, drawn


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Table:
    """Draw a table once for the laws of all files.

    Pytest groups the tests by table, so its matches are dropped afterwards.
    """
    return drawn(*request.param)
