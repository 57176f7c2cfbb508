"""Refusals of actions in tournaments, leagues, ladders and arenas."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import DomainError


class TournamentRefused(DomainError):
    """Raised if an action doesn't fit the state of the tournament, or the player doesn't meet its conditions."""


class SettingsRefused(TournamentRefused):
    """Settings of a tournament that its form doesn't allow. The text names all errors."""

    status = 422


class StagesNotInForm(DomainError):
    """Raised if no form of the admin can show the agreed stages."""

    sentence = gettext_lazy("This form can’t show these settings.")


class PointTablesRefused(DomainError):
    """Raised if a line isn't a point table. The sentence names the line and the reason."""

    status = 422


class LeagueRefused(DomainError):
    """Raised if an action doesn't fit the state of the league, or the player isn't in it, or already is."""


class LadderRefused(DomainError):
    """Raised if an action doesn't fit the state of the ladder, or the player isn't on it."""


class ArenaRefused(DomainError):
    """Raised if an action doesn't fit the state of the arena, or the player has already joined, or hasn't."""
