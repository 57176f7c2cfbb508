"""The chat of matches: messages, what players have read, and what organisers do about them."""

# Rows that never appear by name don't need one.
# ruff: noqa: DJ008

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Talk(models.Model):
    """A match with a chat. Its row is the lock that keeps the messages in the order of their IDs."""

    match = models.OneToOneField("matches.Match", models.CASCADE, primary_key=True, related_name="+")


class Message(models.Model):
    """A message at a match, as text or the key of a phrase, or a comment on one of its moves.

    Only `services.messages` writes it.
    """

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+", verbose_name=_("match"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="said", verbose_name=_("author"),
        help_text="Empty if the account has been deleted.",
    )  # fmt: skip
    at = models.DateTimeField(_("sent at"))
    text = models.TextField(_("text"), blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    hidden_at = models.DateTimeField(
        _("hidden"), null=True, help_text="When the message was hidden from everyone except organisers."
    )
    move = models.PositiveIntegerField(
        _("move"),
        null=True,
        help_text="Move of the replay that this is a comment on. Empty if it was said at the table.",
    )

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [models.Index(fields=["match", "id"], name="talk_of_match")]
        constraints = [
            models.CheckConstraint(name="message_words_or_phrase", condition=Q(text="") ^ Q(phrase="")),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"


class Reaction(models.Model):
    """A face that a player gave to a move of a replay: one for each move. Only `services.reactions` writes here."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    move = models.PositiveIntegerField()
    face = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "move", "player"], name="reaction_once")]


class Reading(models.Model):
    """How far a player has read the chat of a match."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    upto = models.PositiveBigIntegerField(help_text="Id of the last message they have seen.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="reading_once")]


class Nudge(models.Model):
    """The last time a player nudged the others in a match. It doesn't say who was reached."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="nudge_once")]


class Mute(models.Model):
    """A player whose messages another player doesn't want to see. No one is notified."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="mute_once"),
            models.CheckConstraint(name="mute_of_another", condition=~Q(owner=models.F("other"))),
        ]


class Report(models.Model):
    """A player's report of a message to the organisers."""

    class Reason(models.TextChoices):
        INSULT = "insult", _("An insult or a threat")
        SPAM = "spam", _("Spam or advertising")
        CHEATING = "cheating", _("Cheating, or giving secrets away")
        OTHER = "other", _("Something else")

    class Verdict(models.TextChoices):
        OPEN = "open", _("Not decided yet")
        HIDDEN = "hidden", _("Message hidden")
        BANNED = "silenced", _("Message hidden, author banned from chat")
        DISMISSED = "dismissed", _("Dismissed")

    message = models.ForeignKey(Message, models.CASCADE, related_name="reports", verbose_name=_("message"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    words = models.CharField(_("details"), max_length=500, blank=True)
    at = models.DateTimeField(_("reported"))
    verdict = models.CharField(_("decision"), max_length=9, choices=Verdict, default=Verdict.OPEN)
    settled_at = models.DateTimeField(_("closed at"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("closed by")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["at"], name="report_queue", condition=Q(verdict="open"))]
        constraints = [
            models.UniqueConstraint(fields=["message", "reporter"], name="report_once"),
            models.CheckConstraint(
                name="report_settled_has_time", condition=Q(verdict="open") ^ Q(settled_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return gettext("Report %(number)s") % {"number": self.pk}


class ChatBan(models.Model):
    """A chat ban by an organiser, at every table. The player can still read and play."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_bans", verbose_name=_("player")
    )
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    report = models.ForeignKey(Report, models.SET_NULL, null=True, related_name="+", verbose_name=_("report"))

    class Meta:
        db_table = "talk_silence"
        verbose_name = _("chat ban")
        verbose_name_plural = _("chat bans")
        indexes = [models.Index(fields=["player", "-until"], name="silence_latest")]
        constraints = [
            models.CheckConstraint(name="silence_ends_later", condition=Q(until__gte=models.F("since"))),
        ]

    def __str__(self) -> str:
        return gettext("Chat ban %(number)s") % {"number": self.pk}
