"""Fixtures shared by the tests of the API."""

from __future__ import annotations

from tests.factories.fixtures import quick as quick
