"""Atom feeds that do not change while nothing happens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.feedgenerator import Atom1Feed


class AtomFeed(Atom1Feed):
    """Django's, but an empty one was last changed when what it tells of began: Django takes the time of the look, which
    makes it another feed each time, and no reader could be told that nothing has changed."""

    def __init__(self, *, since: datetime, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.since = since

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.since
