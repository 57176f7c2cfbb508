"""`factories.kobolds`, as the journeys and the tests of the site call it."""

from __future__ import annotations

from tests.factories.kobolds import advance, armed, around, calm, give

__all__ = ["advance", "armed", "around", "calm", "give"]
