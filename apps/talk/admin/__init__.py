"""Moderators' queues of what was reported, and who may not talk for a while. Private notes are nobody's business."""

from apps.talk.admin import posts, reports, silences

__all__ = ["posts", "reports", "silences"]
