"""What may be refused at a tournament, to those who take part and to those who organise it."""

from __future__ import annotations

from apps.common.errors import DomainError


class TournamentRefused(DomainError):
    """It does not fit the state of the tournament, or who asks does not fit its wishes."""
