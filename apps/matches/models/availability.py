"""Players' availability and reliability."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class QuietHoursRow(models.Model):
    """A player's daily quiet hours, in their own time zone. A change takes effect after a day."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="rest")
    begins = models.PositiveSmallIntegerField(
        null=True, help_text="Minutes after midnight. Empty if there are no quiet hours."
    )
    ends = models.PositiveSmallIntegerField(null=True)
    next_begins = models.PositiveSmallIntegerField(null=True, help_text="New value, in force from `changes_at`.")
    next_ends = models.PositiveSmallIntegerField(null=True)
    changes_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "matches_rest"

    def __str__(self) -> str:
        return f"rest of {self.player_id}"


class Vacation(models.Model):
    """Days on which no one waits for a player."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="Planned end, or when the player came back early.")

    class Meta:
        indexes = [models.Index(fields=["player", "-ends_at"], name="vacation_latest")]

    def __str__(self) -> str:
        return f"vacation of {self.player_id}"


class Reliability(models.Model):
    """How reliably a player answered in the last 90 days. Counted from the log, never edited."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="reliability"
    )
    answered = models.PositiveIntegerField(help_text="Required turns played on time.")
    missed = models.PositiveIntegerField(help_text="Required turns missed.")
    median = models.PositiveIntegerField(null=True, help_text="Median seconds from question to answer.")
    share = models.FloatField(
        null=True, help_text="Share of required turns played on time, 0 to 1. Empty if there were too few."
    )
    counted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reliability of {self.player_id}"
