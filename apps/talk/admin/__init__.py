"""Moderators' queues of reports, and the list of chat bans. Private notes aren't shown to anyone."""

from apps.talk.admin import posts, reports, silences

__all__ = ["posts", "reports", "silences"]
