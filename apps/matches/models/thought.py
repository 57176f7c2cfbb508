"""What Flint found out for somebody: about a finished match, or about a question."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from apps.matches.models.match import Match

NOTHING_FOUND: Final = "{}"
"""What is found out of a match before anything is."""


class Analysis(models.Model):
    """What was found out about the decisions of a finished match (`kernel.analysis`): computed from its record in small
    steps once somebody asks, and disposable.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="analysis")
    asked_at = models.DateTimeField(help_text="Whoever asked first is first served.")
    reached = models.PositiveIntegerField(default=0, help_text="How many of its moves were looked into.")
    over = models.BooleanField(default=False, help_text="All of them were, or the record cannot be read.")
    found = models.TextField(
        default=NOTHING_FOUND, help_text="What was found so far (`engine.insight.Insight`) as JSON."
    )

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["asked_at"], name="analysis_waiting", condition=Q(over=False))]

    def __str__(self) -> str:
        return f"analysis of match {self.match_id}"


class Hint(models.Model):
    """What somebody asked Flint about: what it would answer in their place (`kernel.advice`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hints")
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=40, help_text="The question.")
    asked_at = models.DateTimeField(help_text="For the last time; whoever asked first is first served.")
    found = models.TextField(blank=True, help_text="What Flint would do as JSON; empty: nobody has thought about it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="hint_once")]
        indexes = [models.Index(fields=["asked_at"], name="hint_waiting", condition=Q(found=""))]

    def __str__(self) -> str:
        return f"hint about {self.key}"
