"""The log of a match: its moves and their facts, in rows or packed, and snapshots of observers' knowledge."""

# Rows that no page and no list shows need no name.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.matches.models.match import Match


class Move(models.Model):
    """One answered question. Move 0 is the deal."""

    class Cause(models.TextChoices):
        DEAL = "deal"
        SEAT = "seat"
        CLOCK = "clock"
        ORDER = "order"
        BOT = "bot"
        HOUSE = "house"

    match = models.ForeignKey(Match, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    cause = models.CharField(max_length=5, choices=Cause)
    seat = models.SmallIntegerField(null=True)
    key = models.CharField(max_length=40, blank=True)
    action = models.TextField(blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        help_text="Player who played this required turn. Empty for any other move.",
    )  # fmt: skip
    took = models.PositiveIntegerField(
        null=True, help_text="Seconds from the question to the answer, for a required turn."
    )
    audience = models.PositiveIntegerField(
        help_text="Who can see who made the move, when and why: the audience of its first fact (bits as in Fact)."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="move_once")]
        indexes = [models.Index(fields=["player", "at"], name="move_duty", condition=Q(player__isnull=False))]

    def __str__(self) -> str:
        return f"move {self.number}"


class Missed(models.Model):
    """A required turn that its player missed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "at"], name="missed_duty")]

    def __str__(self) -> str:
        return f"missed by {self.player_id}"


class Fact(models.Model):
    """One event of a move. Written once."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="logged")
    n = models.PositiveIntegerField(help_text="Position in the log, from 0.")
    move = models.PositiveIntegerField()
    audience = models.PositiveIntegerField(
        help_text="Bit 0 for the public, bit 1 + seat for each seat. 0 if only the referee can see it."
    )
    event = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="fact_once")]

    def __str__(self) -> str:
        return f"fact {self.n}"


class CompactLog(models.Model):
    """The log of a match that ended long ago, in place of its moves, facts and snapshots. There are never both."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="compact_log")
    packed = models.BinaryField(help_text="All moves and facts, packed by `store.compact`.")
    handed = models.PositiveIntegerField(
        help_text="Seats whose players left or were replaced, as a bit mask (bit 1 + seat, as in Fact)."
    )

    def __str__(self) -> str:
        return f"compact log of match {self.match_id}"


class CompactPlayer(models.Model):
    """A player who did required turns in a seat of a match with a compact log. Deleting the account clears `player`."""

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="+")
    place = models.PositiveSmallIntegerField(
        help_text="Number that stands for the player in the log, by first required turn."
    )
    seat = models.SmallIntegerField(null=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="compact_player_once")]

    def __str__(self) -> str:
        return f"compact player {self.place}"


class Memory(models.Model):
    """A snapshot of an observer's knowledge at some fact. Disposable: it saves folding the log from its start."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="memories")
    observer = models.SmallIntegerField(help_text="Seat number, -1 for the public, -2 for the referee.")
    upto = models.PositiveIntegerField(help_text="Number of facts of the log included.")
    heard = models.PositiveIntegerField(help_text="Number of those facts that the observer can see.")
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "observer"], name="memory_once")]
