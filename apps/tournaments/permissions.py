"""Who may do what with a tournament in the admin: the house's keepers everything, organisers and helpers theirs."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from django.db.models import QuerySet

from apps.tournaments.models import Organiser, Tournament


class Right(IntEnum):
    """Each includes those before."""

    NONE = 0
    LOOK = 1
    HELP = 2
    """Look after rounds, tables and entrants."""
    RUN = 3
    """Decide what is agreed, and when it begins and ends."""


def right(user: Any, tournament: Tournament) -> Right:
    """What somebody who may enter the admin may do here."""
    if user.has_perm("tournaments.change_tournament"):
        return Right.RUN
    row = Organiser.objects.filter(tournament=tournament, player=user.pk).first()
    if row is not None:
        return Right.HELP if row.helper else Right.RUN
    return Right.LOOK if user.has_perm("tournaments.view_tournament") else Right.NONE


def sees_all(user: Any) -> bool:
    return user.has_perm("tournaments.change_tournament") or user.has_perm("tournaments.view_tournament")


def theirs(user: Any, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of them that somebody may look at."""
    if sees_all(user):
        return tournaments
    return tournaments.filter(pk__in=Organiser.objects.filter(player=user.pk).values("tournament"))


def changeable(user: Any, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return those of them at which somebody may do something, not only look."""
    if user.has_perm("tournaments.change_tournament"):
        return tournaments
    return tournaments.filter(pk__in=Organiser.objects.filter(player=user.pk).values("tournament"))


def organises(user: Any) -> bool:
    """Whether somebody has anything to do here at all."""
    return Organiser.objects.filter(player=user.pk).exists()
