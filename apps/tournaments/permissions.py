"""Permissions for tournaments in the admin: administrators can change all, organisers and helpers only their own."""

from __future__ import annotations

from enum import IntEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from apps.accounts.models import Player
from apps.tournaments.models import Organiser, Tournament


class Right(IntEnum):
    """Permissions, each including those before."""

    NONE = 0
    LOOK = 1
    HELP = 2
    """Look after rounds, tables and entrants."""
    RUN = 3
    """Decide the settings, the start and the end."""


def get_tournament_right(user: Player | AnonymousUser, tournament: Tournament) -> Right:
    """Return what a user with access to the admin can do with this tournament."""
    if user.has_perm("tournaments.change_tournament"):
        return Right.RUN
    row = Organiser.objects.filter(tournament=tournament, player=user.pk).first()
    if row is not None:
        return Right.HELP if row.helper else Right.RUN
    return Right.LOOK if user.has_perm("tournaments.view_tournament") else Right.NONE


def sees_all(user: Player | AnonymousUser) -> bool:
    return user.has_perm("tournaments.change_tournament") or user.has_perm("tournaments.view_tournament")


def filter_visible_tournaments(user: Player | AnonymousUser, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return those of the tournaments that the user can see."""
    if sees_all(user):
        return tournaments
    return tournaments.filter(pk__in=Organiser.objects.filter(player=user.pk).values("tournament"))


def filter_changeable_tournaments(
    user: Player | AnonymousUser, tournaments: QuerySet[Tournament]
) -> QuerySet[Tournament]:
    """Return those of the tournaments in which the user can do something, not only look."""
    if user.has_perm("tournaments.change_tournament"):
        return tournaments
    return tournaments.filter(pk__in=Organiser.objects.filter(player=user.pk).values("tournament"))


def is_organiser_anywhere(user: Player | AnonymousUser) -> bool:
    """Check whether the user has anything to do here at all."""
    return Organiser.objects.filter(player=user.pk).exists()
