"""What may be refused where people talk: at a match, and on a board."""

from __future__ import annotations

from apps.common.errors import DomainError


class TalkRefused(DomainError):
    """It cannot be said, noted, reported, muted or removed."""


class NotYourTalk(TalkRefused):
    """Only those whose talk it is may do that, unless their talk is closed."""

    status = 403
