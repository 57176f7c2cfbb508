"""Sessions in the database and the cache. They announce when they get another key."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import cached_db
from django.dispatch import Signal

session_moved: Final = Signal()
"""Sent with `was` and `now`, the keys of a session before and after."""


class SessionStore(cached_db.SessionStore):
    """Django's own store.

    Django gives a session another key with a new password, no matter who asks for it: a guest who creates an account,
    a player's settings or the admin. Whatever belongs to the session has to follow it.
    """

    def cycle_key(self) -> None:
        was = self.session_key
        super().cycle_key()
        if was:
            session_moved.send(sender=type(self), was=was, now=self.session_key)
