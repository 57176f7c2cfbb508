"""Puzzles, the progress of searches for them, answers, and ratings."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.common import codes
from apps.ratings.displayed_rating import INITIAL_MU, INITIAL_SIGMA

_PUBLISHED: Final = Q(published_on__isnull=False)


def new_code() -> str:
    """Return a new code of eight characters that can't be confused when read aloud."""
    return codes.new_code(8)


class Search(models.Model):
    """The progress of the search in a match. No decision is examined twice."""

    match = models.OneToOneField("matches.Match", models.CASCADE, primary_key=True, related_name="+")
    game = models.SlugField(max_length=20)
    reached = models.PositiveIntegerField(default=0, help_text="Number of moves searched so far.")
    over = models.BooleanField(
        default=False,
        help_text="Whether the search is over: all moves searched, enough found, or the record unreadable.",
    )

    class Meta:
        verbose_name_plural = "searches"
        indexes = [models.Index(fields=["game"], name="search_begun", condition=Q(over=False))]

    def __str__(self) -> str:
        return f"search of match {self.match_id}"


class Puzzle(models.Model):
    """A decision of a finished match where one answer was clearly best and another was given."""

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code)
    game = models.SlugField(_("game"), max_length=20)
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    move = models.PositiveIntegerField(_("move"), help_text=_("Move number within the match."))
    about = models.SlugField(max_length=20, help_text="Kind of question.")
    theme = models.SlugField(_("theme"), max_length=40)
    difficulty = models.PositiveSmallIntegerField(
        _("difficulty"), default=0, db_default=0, help_text="Unused. Only the previous version reads it."
    )
    found = models.TextField(help_text="Possible answers and what each is worth (`finding.Found`) as JSON.")
    mu = models.FloatField(
        default=INITIAL_MU, db_default=INITIAL_MU, help_text="Rating, as of a player whom solvers play against."
    )
    sigma = models.FloatField(default=INITIAL_SIGMA, db_default=INITIAL_SIGMA)
    rated = models.PositiveIntegerField(default=0, db_default=0, help_text="Number of answers it is rated by.")
    published_on = models.DateField(_("published"), null=True, blank=True, help_text=_("Publication day (UTC)."))

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints = [
            models.UniqueConstraint(fields=["match", "move"], name="puzzle_once"),
            models.UniqueConstraint(fields=["game", "published_on"], name="puzzle_a_day"),
        ]
        indexes = [
            models.Index(fields=["-published_on", "game"], name="puzzle_latest", condition=_PUBLISHED),
            models.Index(fields=["game", "theme", "-published_on"], name="puzzle_themes", condition=_PUBLISHED),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("puzzles:puzzle", args=[self.code])


class Attempt(models.Model):
    """A player's answer to a puzzle. Only the first one counts and is stored."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    chosen = models.PositiveSmallIntegerField(help_text="Number of the chosen answer.")
    right = models.BooleanField()
    at = models.DateTimeField()
    day = models.DateField(help_text="Day of `at` in UTC, used to count streaks.")
    points = models.SmallIntegerField(null=True, help_text="The solver's rating afterwards, as shown; null if unrated.")
    change = models.SmallIntegerField(null=True, help_text="What the answer did to that rating.")
    puzzle_change = models.SmallIntegerField(null=True, help_text="What the answer did to the puzzle's rating.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["puzzle", "player"], name="attempt_once")]
        indexes = [models.Index(fields=["player", "-day"], name="attempt_streak", condition=Q(right=True))]

    def __str__(self) -> str:
        return f"attempt {self.pk}"


class Solver(models.Model):
    """A player's puzzle rating in a game."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.SlugField(max_length=20)
    mu = models.FloatField(default=INITIAL_MU)
    sigma = models.FloatField(default=INITIAL_SIGMA)
    rated = models.PositiveIntegerField(default=0, help_text="Number of rated answers.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="solver_once")]

    def __str__(self) -> str:
        return f"{self.game} puzzle rating of {self.player_id}"
