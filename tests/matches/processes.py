"""`processes`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.processes import environment

__all__ = ["environment"]
