"""Tables and their chairs, until the match begins. Only `tables` writes here, and `leftovers` clears away."""

from __future__ import annotations

import zlib
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from apps.games import catalogue
from apps.kernel.game import Game

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Ten letters nobody confuses: for a table that is not public, knowing them is the invitation."""
    return get_random_string(10, CODE_LETTERS)


class Table(models.Model):
    """What was agreed, and who gathers for it."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    game = models.SlugField(max_length=20)
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField(help_text="As the game's own setup accepted them.")
    pace = models.JSONField(help_text="Seconds for each kind of question.")
    pace_name = models.CharField(max_length=20, help_text="The preset it came from, or “custom”.")
    public = models.BooleanField(
        default=True, help_text="Whether it stands in the list; else only its link leads there."
    )
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hosted")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    match_code = models.CharField(max_length=16, blank=True)

    class Meta:
        indexes = [models.Index(fields=["-created_at"], name="table_open", condition=Q(started_at__isnull=True))]
        constraints = [
            models.CheckConstraint(
                name="table_started_has_match", condition=Q(started_at__isnull=True) ^ ~Q(match_code="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("lobby:table", args=[self.code])

    @classmethod
    def gathering(cls) -> models.QuerySet[Table]:
        """Tables with their people, of games that are still in the house."""
        return cls.objects.filter(game__in=catalogue()).prefetch_related("chairs__player")

    @property
    def rules(self) -> Game[Any, Any, Any]:
        return catalogue()[self.game]

    @property
    def title(self) -> str:
        """What the game is called in the reader's language."""
        return gettext(self.rules.meta.title)

    @cached_property
    def sitting(self) -> list[Chair]:
        """All chairs in order."""
        return sorted(self.chairs.all(), key=lambda chair: chair.index)

    @property
    def free(self) -> int:
        return sum(chair.free for chair in self.sitting)

    @property
    def taken(self) -> int:
        return self.seats - self.free

    @property
    def people(self) -> int:
        return sum(chair.player_id is not None for chair in self.sitting)

    def chair_of(self, player_id: int | None) -> Chair | None:
        """Where the player sits."""
        return next((chair for chair in self.sitting if player_id and chair.player_id == player_id), None)

    @property
    def host_name(self) -> str:
        """The host always sits at the table."""
        return next((str(chair.player) for chair in self.sitting if chair.player_id == self.host_id), "")

    @property
    def seen(self) -> str:
        """A fingerprint of who sits where: the page asks for news only if it changed."""
        told = repr((self.host_id, [(chair.player_id, chair.bot) for chair in self.sitting]))
        return f"{zlib.crc32(told.encode()):08x}"


class Chair(models.Model):
    """A place at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="chairs")
    bot = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="chair_once"),
            models.UniqueConstraint(fields=["table", "player"], name="chair_player_once"),
            models.CheckConstraint(name="chair_player_or_bot", condition=Q(player__isnull=True) | Q(bot=False)),
        ]

    def __str__(self) -> str:
        return f"chair {self.index}"

    @property
    def free(self) -> bool:
        return self.player_id is None and not self.bot
