"""Recorded results of matches, and the ratings that follow from them. Only `ledger` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Ladder(models.Model):
    """A game's ratings, as the lock under which its matches queue, with how far they have come."""

    game = models.SlugField(max_length=20, primary_key=True)
    upto_at = models.DateTimeField(null=True, help_text="End of the last match included.")
    upto = models.BigIntegerField(default=0, help_text="Id of the last match included.")

    def __str__(self) -> str:
        return self.game


class Sheet(models.Model):
    """The recorded result of a finished match. It's written once, so later changes to accounts don't affect it."""

    match = models.OneToOneField("matches.Match", models.CASCADE, primary_key=True, related_name="+")
    game = models.SlugField(max_length=20)
    over_at = models.DateTimeField()
    places = models.JSONField(
        default=list, help_text="[[player, place], …] of the rated players, with the places that the rating uses."
    )

    bot_places = models.JSONField(
        null=True,
        help_text="[[player, place, bot], …] if only bots with an account are rated.",
    )

    class Meta:
        indexes = [models.Index(fields=["game", "over_at", "match"], name="sheet_order")]

    def __str__(self) -> str:
        return f"sheet of {self.match_id}"


class Rating(models.Model):
    """A player's rating in a game."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.SlugField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    least = models.FloatField(help_text="Lower bound of the rating, by which leaderboards are ordered.")
    matches = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(help_text="End of the last rated match.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="rating_once")]
        indexes = [
            models.Index(fields=["game", "-least", "player"], name="rating_ladder"),
            models.Index(fields=["game", "-matches", "player"], name="rating_newcomers"),
        ]

    def __str__(self) -> str:
        return f"{self.game} rating of {self.player_id}"


class RatingStep(models.Model):
    """The change of a player's rating by one match."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    game = models.SlugField(max_length=20)
    number = models.PositiveIntegerField(help_text="Number among the player's rated matches of this game, from 1.")
    place = models.PositiveSmallIntegerField(help_text="Place that the rating uses.")
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "match"], name="step_once"),
            models.UniqueConstraint(fields=["player", "game", "number"], name="step_in_order"),
        ]

    def __str__(self) -> str:
        return f"step {self.number} of {self.player_id}"


class Result(models.Model):
    """A player's finished match, rated or not."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    game = models.SlugField(max_length=20)
    place = models.PositiveSmallIntegerField(null=True, help_text="Empty if the match ended without a result.")
    listed = models.BooleanField(help_text="Whether others can see that the match was played.")
    over_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "match"], name="result_once")]
        indexes = [
            models.Index(fields=["player", "-over_at", "-match"], name="result_by_end"),
            models.Index(fields=["player", "-id"], name="result_latest"),  # Only the version before still reads it.
            models.Index(fields=["player", "game", "place", "listed"], name="result_places"),
        ]

    def __str__(self) -> str:
        return f"result of {self.player_id}"


class Figures(models.Model):
    """Statistics of all matches of a game, computed every night."""

    game = models.SlugField(max_length=20, primary_key=True)
    counted_at = models.DateTimeField()
    counted = models.JSONField(help_text="Statistics, see `services.statistics.Count`.")

    class Meta:
        verbose_name_plural = "figures"

    def __str__(self) -> str:
        return f"figures of {self.game}"
