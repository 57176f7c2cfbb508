"""Flint's thoughts for players: about a finished match, or about a question."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from apps.matches.models.match import Match

NOTHING_FOUND: Final = "{}"
"""The result of an analysis before its first step."""


class Analysis(models.Model):
    """The analysis of a finished match's decisions (`kernel.analysis`).

    It's calculated from the log in small steps once a player requests it, and disposable.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="analysis")
    asked_at = models.DateTimeField(help_text="When the analysis was requested. The oldest request comes first.")
    reached = models.PositiveIntegerField(default=0, help_text="Number of moves analysed so far.")
    over = models.BooleanField(
        default=False, help_text="Whether all moves have been analysed or the record cannot be read."
    )
    found = models.TextField(default=NOTHING_FOUND, help_text="Results so far (`engine.insight.Insight`) as JSON.")

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["asked_at"], name="analysis_waiting", condition=Q(over=False))]

    def __str__(self) -> str:
        return f"analysis of match {self.match_id}"


class AnalysedSeat(models.Model):
    """A seat's decisions and luck in a finished analysis, in numbers that are cheap to sum up."""

    analysis = models.ForeignKey(Analysis, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    decisions = models.PositiveIntegerField(help_text="Number of decisions between several answers.")
    sound = models.PositiveIntegerField(help_text="How many of them were neither inaccuracies nor mistakes.")
    luck = models.SmallIntegerField(help_text="How much luck changed the seat's prospects, in percent.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["analysis", "seat"], name="analysed_seat_once")]

    def __str__(self) -> str:
        return f"seat {self.seat} in analysis {self.analysis_id}"


class Hint(models.Model):
    """A request for a hint: what Flint would answer in the player's place (`kernel.advice`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hints")
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=40, help_text="Key of the question.")
    asked_at = models.DateTimeField(help_text="When the hint was last requested. The oldest request comes first.")
    found = models.TextField(blank=True, help_text="What Flint would do, as JSON. Empty until that is known.")
    rough = models.BooleanField(
        default=False, db_default=False, help_text="Whether Flint answered before it was done, and thinks on."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="hint_once")]
        indexes = [
            models.Index(fields=["asked_at"], name="hint_waiting", condition=Q(found="")),
            models.Index(fields=["asked_at"], name="hint_rough", condition=Q(rough=True)),
        ]

    def __str__(self) -> str:
        return f"hint about {self.key}"
