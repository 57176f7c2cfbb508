"""Ladders: their settings, the order of their members, and the tables that changed it."""

# Rows that no page or list shows need no `__str__`.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Ladder(models.Model):
    """The settings of a ladder's tables. A change applies to tables dealt from then on.

    This row is also the lock under which players join, leave and challenge, and places change.
    """

    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("description"), blank=True, max_length=2000)
    active = models.BooleanField(_("active"), default=True, help_text=_("If off, no one can join or challenge."))

    game = models.SlugField(max_length=20)
    options = models.JSONField(default=dict, help_text="Options, validated by the game's setup.")
    pace = models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")
    pace_name = models.CharField(max_length=20)
    rated = models.BooleanField(_("rated"), default=True)

    reach = models.PositiveSmallIntegerField(
        _("challenge range"), default=4, help_text=_("How many places up a player can challenge.")
    )
    most = models.PositiveSmallIntegerField(_("maximum players per table"), default=4)
    at_once = models.PositiveSmallIntegerField(
        _("simultaneous tables per player"),
        default=2,
        help_text=_("How many ladder tables each player can have at once."),
    )
    created_at = models.DateTimeField()
    circle = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="Code of the club that it's reserved for. Services check that players are members.",
    )  # fmt: skip

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        constraints = [
            models.CheckConstraint(name="ladder_numbers", condition=Q(reach__gte=1, most__gte=2, at_once__gte=1)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        if self.circle:
            return reverse("clubs:ladder", args=[self.circle, self.pk])
        return reverse("tournaments:ladder", args=[self.pk])


class LadderMember(models.Model):
    """A member of a ladder."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="members")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ladders")
    place = models.PositiveIntegerField(help_text="Place from 1. The ladder's lock keeps places unique.")
    since = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ladder", "place"], name="ladder_order")]
        constraints = [models.UniqueConstraint(fields=["ladder", "player"], name="ladder_member_once")]


class LadderTable(models.Model):
    """A challenge, with its match and the time when places changed."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="tables")
    match = models.OneToOneField("matches.Match", models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    counted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["ladder", "-counted_at"], name="ladder_history"),
            models.Index(fields=["ladder"], name="ladder_running", condition=Q(counted_at__isnull=True)),
        ]


class LadderSeat(models.Model):
    """A player at such a table, with their place before and after it."""

    table = models.ForeignKey(LadderTable, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    finish = models.PositiveSmallIntegerField(null=True, help_text="Place at the table. Empty without a result.")
    before = models.PositiveIntegerField(null=True, help_text="Place on the ladder before the table was counted.")
    after = models.PositiveIntegerField(
        null=True, help_text="Place on the ladder after the table was counted. Empty if the player had left."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="ladder_seat_once")]
