"""What people are to be told, how they wish it, and each message on its way. Only this app's doors write here."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.common import codes


class Kind(models.TextChoices):
    """What a notice is about."""

    TURN = "turn", _("Your turn")
    CALL = "call", _("Last call")
    INVITATION = "invitation", _("Invitations")
    NUDGE = "nudge", _("Nudges")
    OVER = "over", _("Match over")
    TOURNAMENT = "tournament", _("Tournaments")
    HOUSE = "house", _("From the house")
    DIGEST = "digest", _("Daily digest")


OF_QUESTIONS: Final = (Kind.TURN, Kind.CALL)
"""Notices of a question each, whose subject is their key."""


class Channel(models.IntegerChoices):
    """A way to somebody; together a bit mask."""

    MAIL = 1, _("E-mail")
    PUSH = 2, _("Push")
    HOOK = 4, _("Webhook")


EVERY_CHANNEL = sum(Channel)


def new_ticket() -> str:
    """Names one message for ever, in whatever database it lies."""
    return secrets.token_hex(10)


class Notice(models.Model):
    """Something a person is to be told once."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(
        max_length=80, help_text="Its subject; told once to each person, however often it is posted."
    )
    code = models.CharField(max_length=16, blank=True, help_text="The match it is about, if any.")
    words = models.JSONField(help_text="What it says, before translation: see `words`.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="When it is to be looked at next.")
    owed = models.PositiveSmallIntegerField(
        default=EVERY_CHANNEL, help_text="The channels it has not gone into yet, as a bit mask."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind", "key"], name="notice_once")]
        indexes = [
            models.Index(fields=["due_at", "player"], name="notice_due", condition=Q(owed__gt=0)),
            models.Index(fields=["player"], name="notice_owed", condition=Q(owed__gt=0)),
            models.Index(fields=["created_at"], name="notice_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Delivery(models.Model):
    """One message to one person over one channel."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        VOID = "void"
        FAILED = "failed"

    ticket = models.CharField(max_length=20, unique=True, default=new_ticket)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries")
    channel = models.PositiveSmallIntegerField(choices=Channel)
    target = models.BigIntegerField(default=0, help_text="Which browser or webhook; 0 for mail.")
    notices = models.JSONField(help_text="The ids of what it tells.")
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(help_text="When it is tried (again): also how long a try may take.")
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["next_at"], name="delivery_due", condition=Q(state="waiting")),
            models.Index(fields=["created_at"], name="delivery_age"),
        ]

    def __str__(self) -> str:
        return self.ticket


class Wishes(models.Model):
    """How somebody wishes to be told; the row is also the lock under which messages to them are put together."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wishes")
    chosen: models.JSONField[Any] = models.JSONField(default=dict, help_text="See `wishes.Wish`; empty: as usual.")
    feed = models.CharField(
        max_length=40, unique=True, default=codes.new_token, help_text="The secret in feed addresses."
    )
    mail_at = models.DateTimeField(null=True, help_text="When the last message of the channel was put together.")
    push_at = models.DateTimeField(null=True)
    hook_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="Mails in a row that could not be delivered.")
    trouble = models.CharField(max_length=200, blank=True, help_text="Why mail is switched off, if the house did it.")

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"wishes of {self.player_id}"


class PushSubscription(models.Model):
    """A browser that lets us ring."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=1000)
    fingerprint = models.CharField(max_length=64, unique=True, help_text="Of the endpoint.")
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, help_text="What its owner recognises it by.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """An address of a person's own that wants to hear."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, default=codes.new_token)
    kinds: models.JSONField[Any] = models.JSONField(default=list)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0, help_text="Tries in a row that failed.")
    off_at = models.DateTimeField(null=True, help_text="When the house gave it up.")
    trouble = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.url
