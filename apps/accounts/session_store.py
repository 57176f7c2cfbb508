"""Sessions in the database and the cache, with a signal when their key changes."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import cached_db
from django.dispatch import Signal

session_moved: Final = Signal()
"""A signal with `was` and `now`, the session's key before and after."""


class SessionStore(cached_db.SessionStore):
    """Django's own store, with that signal.

    Django changes a session's key with every new password, whether for a guest who creates an account, in a player's
    settings or in the admin. Whatever belongs to the session has to follow.
    """

    def cycle_key(self) -> None:
        was = self.session_key
        super().cycle_key()
        if was:
            session_moved.send(sender=type(self), was=was, now=self.session_key)
