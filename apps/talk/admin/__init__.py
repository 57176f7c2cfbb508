"""Moderators' queues of reports, and the list of chat bans. Private notes aren't shown to anyone."""

from apps.talk.admin import chat_bans, posts, reports

__all__ = ["chat_bans", "posts", "reports"]
