"""Webhooks of tournaments and clubs, and their messages."""

from __future__ import annotations

import base64
import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.clubs.models import Club
from apps.tournaments.models import Tournament

SECRET_PREFIX: Final = "whsec_"  # noqa: S105 -- it marks a secret of Standard Webhooks


class Event(models.TextChoices):
    """The event of a message."""

    ROUND = "round.published", _("Round published")
    STARTED = "match.started", _("Match started")
    OVER = "match.over", _("Match over")
    TOURNAMENT = "tournament.over", _("Tournament over")
    TEST = "test", pgettext_lazy("message of a webhook", "Test")


CHOOSABLE_EVENTS: Final = (Event.ROUND, Event.STARTED, Event.OVER, Event.TOURNAMENT)


class Shape(models.TextChoices):
    """The format of the messages."""

    JSON = "json", "Slow Fuse (JSON)"
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"


def new_secret() -> str:
    """Return a secret in the form of Standard Webhooks."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def new_ticket() -> str:
    """Return the permanent ID of a message."""
    return f"msg_{secrets.token_hex(12)}"


class Hook(models.Model):
    """An address that gets messages about a tournament or a club."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="hooks")
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="hooks")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=500)
    shape = models.CharField(max_length=7, choices=Shape)
    events = models.JSONField(help_text="Values of `Event`.")
    language = models.CharField(max_length=5, help_text="Language of the sentences.")
    secret = models.CharField(max_length=64, default=new_secret)
    since = models.DateTimeField(help_text="Nothing that happened earlier is sent.")
    failing_days = models.PositiveSmallIntegerField(default=0, help_text="Number of days with failures in a row.")
    failed_on = models.DateField(null=True, help_text="The last of these days.")
    off_at = models.DateTimeField(null=True, help_text="When the webhook was switched off automatically.")
    trouble = models.CharField(max_length=200, blank=True, help_text="Why the last try failed, before translation.")

    class Meta:
        constraints = [
            models.CheckConstraint(name="hook_of_one", condition=Q(tournament__isnull=True) ^ Q(club__isnull=True))
        ]

    def __str__(self) -> str:
        return f"hook {self.pk}"


class HookMessage(models.Model):
    """A message of a webhook. What it says is read when it's sent."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("message of a webhook", "waiting")
        SENT = "sent", pgettext_lazy("message of a webhook", "sent")
        VOID = "void", pgettext_lazy("message of a webhook", "dropped")
        FAILED = "failed", pgettext_lazy("message of a webhook", "failed")

    ticket = models.CharField(max_length=28, unique=True, default=new_ticket)
    hook = models.ForeignKey(Hook, models.CASCADE, related_name="messages")
    event = models.CharField(max_length=15, choices=Event)
    subject = models.CharField(
        max_length=30, help_text="Code of the match or tournament, followed by the number of the round."
    )
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField(help_text="When it happened.")
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(help_text="When the message is next tried, and the limit for the current try.")
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True, help_text="HTTP status of the last answer.")
    milliseconds = models.PositiveIntegerField(null=True, help_text="Duration of the last try.")
    error = models.CharField(max_length=200, blank=True, help_text="Why the last try failed, before translation.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hook", "event", "subject"], name="hook_message_once"),
        ]
        indexes = [
            models.Index(fields=["next_at"], name="hook_message_due", condition=Q(state="waiting")),
            models.Index(fields=["hook", "id"], name="hook_message_first", condition=Q(state="waiting")),
            models.Index(fields=["at"], name="hook_message_age"),
        ]

    def __str__(self) -> str:
        return self.ticket
