"""`factories.tournaments`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.tournaments import KNOCKOUT, NOON, SWISS, begun, played, tournament

__all__ = ["KNOCKOUT", "NOON", "SWISS", "begun", "played", "tournament"]
