"""Members of a tournament's team. The team itself is an entrant."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.tournaments.models.tournament import Entry, Tournament


class TeamMember(models.Model):
    """A member of a team. The row stays when they leave, to show who was meant to sit at the tables of that time."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    board = models.PositiveSmallIntegerField(help_text="Order of the members. The first plays on the first board.")
    at = models.DateTimeField(help_text="When the player joined.")
    left_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="team_member_once", condition=Q(left_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"member {self.pk}"
