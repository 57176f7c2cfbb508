"""What may be refused at a tournament, to those who take part and to those who organise it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class TournamentRefused(DomainError):
    """It does not fit the state of the tournament, or who asks does not fit its wishes."""


class StagesNotInForm(DomainError):
    """No form of the admin can show the stages that were agreed."""

    sentence = gettext_lazy("This form can’t show these settings.")


class PointTablesRefused(DomainError):
    """A line of the point tables is none; the sentence says which and why."""

    status = 422


class LeagueRefused(DomainError):
    """It does not fit the state of the league, or who asks is not in it, or is in it already."""


class LadderRefused(DomainError):
    """It does not fit how the ladder stands, or who asks does not stand on it."""


class ArenaRefused(DomainError):
    """It does not fit the state of the arena, or who asks takes part already, or does not."""
