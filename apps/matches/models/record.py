"""Additions to a finished match: its digest and feats, and players' bookmarks."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.matches.models.match import Match


class MatchDigest(models.Model):
    """The values that lists show of a finished match and sort by. Calculated from its log, again at any time."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="digest")
    edition = models.PositiveSmallIntegerField(
        help_text="Version of the computation. Older digests are computed again."
    )
    game = models.SlugField(max_length=20)
    month = models.DateField(help_text="First day of the month (UTC) in which the match ended.")
    begun_at = models.DateTimeField(null=True, help_text="Start of the match, copied from it.")
    seats = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField(null=True, help_text="Short (0), medium (1) or long (2) for its game.")
    leads = models.PositiveIntegerField(help_text="How often the lead changed.")
    margin = models.PositiveIntegerField(
        null=True, help_text="Points between first and second place. Empty without a result."
    )
    excitement = models.PositiveSmallIntegerField(help_text="Number from 0 to 1000.")
    course = models.BinaryField(help_text="Course of the scores for a small chart (`engine.digest`).")

    class Meta:
        indexes = [
            models.Index(fields=["-excitement", "-match"], name="digest_exciting"),
            models.Index(fields=["-moves", "-match"], name="digest_long"),
            models.Index(fields=["length", "-begun_at", "-match"], name="digest_length"),
            models.Index(fields=["game", "length", "-begun_at", "-match"], name="digest_game_length"),
            models.Index(fields=["seats", "-begun_at", "-match"], name="digest_seats"),
            models.Index(fields=["game", "-excitement", "-match"], name="digest_game_exciting"),
            models.Index(fields=["game", "-moves", "-match"], name="digest_game_long"),
            models.Index(fields=["game", "margin", "-excitement", "match"], name="digest_close"),
            models.Index(fields=["game", "-leads", "match"], name="digest_leads"),
            models.Index(fields=["game", "month", "-leads", "match"], name="digest_month_leads"),
            models.Index(fields=["game", "month", "margin", "-excitement", "match"], name="digest_month_close"),
        ]

    def __str__(self) -> str:
        return f"digest of match {self.match_id}"


class MatchFeat(models.Model):
    """The greatest feat of its kind in a finished match (`kernel.feats`), with its player."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="feats")
    game = models.SlugField(max_length=20)
    month = models.DateField()
    kind = models.CharField(max_length=12)
    number = models.PositiveIntegerField()
    fact = models.PositiveIntegerField(help_text="Number of the fact in the log.")
    move = models.PositiveIntegerField(help_text="Number of the move it belongs to.")
    seat = models.PositiveSmallIntegerField(null=True, help_text="Seat that achieved it, if any.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bot = models.BooleanField(
        help_text="Whether it was a bot. If not and there is a seat but no player, the account has been deleted."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="feat_once")]
        indexes = [
            models.Index(fields=["game", "kind", "-number", "match"], name="feat_ever"),
            models.Index(fields=["game", "kind", "month", "-number", "match"], name="feat_month"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Bookmark(models.Model):
    """A player's private mark or note, or both, on a match. No one else reads it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    favourite = models.BooleanField()
    note = models.TextField(blank=True)
    at = models.DateTimeField(help_text="Last change.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "match"], name="bookmark_once")]
        indexes = [models.Index(fields=["player", "-at", "-id"], name="bookmark_latest")]

    def __str__(self) -> str:
        return f"bookmark {self.pk}"
