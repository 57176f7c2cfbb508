"""What may be refused at the talk of a match."""

from __future__ import annotations

from apps.common.errors import DomainError


class TalkRefused(DomainError):
    """It cannot be said, noted, reported or muted."""


class NotYourTalk(TalkRefused):
    """Only the people at the table may do that, unless their talk is closed."""

    status = 403
