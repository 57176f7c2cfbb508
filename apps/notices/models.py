"""Notices, players' settings for them, and messages on their way. Only this app's services write here."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.common import codes


class Kind(models.TextChoices):
    """The kind of a notice."""

    TURN = "turn", _("Your turn")
    CALL = "call", _("Deadline soon")
    INVITATION = "invitation", _("Invitations")
    NUDGE = "nudge", _("Nudges")
    OVER = "over", _("Match over")
    TOURNAMENT = "tournament", _("Tournaments")
    HOUSE = "house", _("From Slow Fuse")
    DIGEST = "digest", _("Daily digest")


QUESTION_KINDS: Final = (Kind.TURN, Kind.CALL)
"""Notices about a single question, whose key is its subject."""

INBOX_KINDS: Final = (Kind.INVITATION, Kind.NUDGE, Kind.OVER, Kind.TOURNAMENT, Kind.HOUSE)
"""Kinds of notices that the inbox lists, without open questions, which are listed with the player's matches."""


GUESSING_KEY_PREFIX: Final = "guessing:"
"""Prefix of the key of every warning about failed logins."""


class Channel(models.IntegerChoices):
    """A channel to a player. Several are a bit mask."""

    MAIL = 1, _("E-mail")
    PUSH = 2, _("Push")
    HOOK = 4, _("Webhook")


EVERY_CHANNEL = sum(Channel)


def new_ticket() -> str:
    """Return a permanent name for a message that is unique across databases."""
    return secrets.token_hex(10)


class Notice(models.Model):
    """Something that a player is notified of once."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(
        max_length=80, help_text="Subject of the notice. Each player gets it only once, however often it is posted."
    )
    code = models.CharField(max_length=16, blank=True, help_text="Code of the match, if any.")
    words = models.JSONField(help_text="Text before translation, see `wording.Words`.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="When the notice is next checked.")
    owed = models.PositiveSmallIntegerField(
        default=EVERY_CHANNEL, help_text="Channels on which it has not been sent yet, as a bit mask."
    )
    read_at = models.DateTimeField(null=True, help_text="When its owner saw it on the site.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind", "key"], name="notice_once")]
        indexes = [
            models.Index(fields=["due_at", "player"], name="notice_due", condition=Q(owed__gt=0)),
            models.Index(fields=["player"], name="notice_owed", condition=Q(owed__gt=0)),
            models.Index(fields=["created_at"], name="notice_age"),
            models.Index(
                fields=["player"], name="notice_unread", condition=Q(read_at__isnull=True, kind__in=INBOX_KINDS)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Delivery(models.Model):
    """A message to one player on one channel."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        VOID = "void"
        FAILED = "failed"

    ticket = models.CharField(max_length=20, unique=True, default=new_ticket)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="deliveries")
    channel = models.PositiveSmallIntegerField(choices=Channel)
    target = models.BigIntegerField(default=0, help_text="Id of the browser or webhook, 0 for e-mail.")
    notices = models.JSONField(help_text="Ids of the notices in this message.")
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(help_text="When the message is next tried, and the limit for the current try.")
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
    """A player's notification settings. The row is also the lock under which their messages are put together."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wishes")
    chosen = models.JSONField(
        default=dict, help_text="Notification settings, see `selectors.preferences.Wish`. Empty if unchanged."
    )
    feed = models.CharField(
        max_length=40, unique=True, default=codes.new_token, help_text="Secret in the addresses of feeds."
    )
    mail_at = models.DateTimeField(null=True, help_text="When the last message for this channel was written.")
    push_at = models.DateTimeField(null=True)
    hook_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="E-mails in a row that could not be delivered.")
    trouble = models.CharField(
        max_length=200, blank=True, help_text="Why e-mail was switched off automatically, if it was."
    )

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"wishes of {self.player_id}"


class PushSubscription(models.Model):
    """A browser that has notifications turned on."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=1000)
    fingerprint = models.CharField(max_length=64, unique=True, help_text="Fingerprint of the endpoint.")
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, help_text="Name by which the owner recognises the browser.")
    session = models.CharField(
        max_length=40,
        blank=True,
        db_default="",
        help_text="Session that turned it on. We only ring while it lasts. Empty in rows of older versions.",
    )
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(db_default=0, help_text="Failed tries in a row.")
    off_at = models.DateTimeField(null=True, help_text="When the browser was switched off automatically.")
    trouble = models.CharField(max_length=200, blank=True, db_default="")

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """A player's own URL that gets notices."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, default=codes.new_token)
    kinds = models.JSONField(default=list)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0, help_text="Failed tries in a row.")
    off_at = models.DateTimeField(null=True, help_text="When the webhook was switched off automatically.")
    trouble = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.url
