"""Matches, their seats and their open questions."""

# Rows that no page and no list shows need no name.
# ruff: noqa: DJ008

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.common import codes

NO_ORDERS: Final = "[]"
"""The standing orders of a chair that has none."""


def new_code() -> str:
    """Return eight letters that are hard to confuse when read aloud."""
    return codes.new_code(8)


class _Played(models.Manager["Match"]):
    """A manager that leaves out sandboxes, which count nowhere."""

    def get_queryset(self) -> models.QuerySet[Match]:
        return super().get_queryset().filter(origin="")


class Match(models.Model):
    """One play of one game. This row is also the lock that makes its moves queue up."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("running")
        PAUSED = "paused", _("paused")
        OVER = "over", _("ended")

    class BotStrength(models.TextChoices):
        SPARK = "spark", "Spark"
        CINDER = "cinder", "Cinder"
        FLINT = "flint", "Flint"

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code)
    game = models.SlugField(max_length=20)
    setup = models.TextField(help_text="Seats, options and edition as JSON, fixed before the deal.")
    pace = models.JSONField(help_text="Seconds allowed for each kind of question.")
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.PLAYING)
    listed = models.BooleanField(_("public"), default=True, help_text=_("Whether the match is in the public list."))
    moves = models.PositiveIntegerField(default=0, help_text="Number of moves so far, and the number of the next one.")
    facts = models.PositiveIntegerField(default=0, help_text="Number of facts in the log.")
    wake_at = models.DateTimeField(null=True, blank=True, help_text="When the earliest open question expires.")
    begun_at = models.DateTimeField(_("started"))
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    proposals = models.JSONField(default=list, help_text="Open proposals, see `engine.proposals`.")
    resumes_at = models.DateTimeField(
        _("resumes at"), null=True, blank=True, help_text=_("When a pause ends automatically.")
    )
    vacations = models.BooleanField(
        _("vacations"), default=True, help_text=_("Whether to wait for players on vacation.")
    )
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Whether the result counts for ratings."))
    occasion = models.CharField(
        max_length=80, blank=True, help_text="Name of the event it belongs to, such as a tournament round."
    )
    occasion_path = models.CharField(max_length=60, blank=True, help_text="Path of that event's page.")
    over_at = models.DateTimeField(_("ended"), null=True, blank=True)
    opponents = models.CharField(
        _("bots"),
        max_length=6,
        choices=BotStrength,
        default=BotStrength.CINDER,
        db_default=BotStrength.CINDER,
        help_text=_("Strength of the bots seated from the start."),
    )
    bot_pause = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="Seconds that bots pretend to think, so that people can follow."
    )
    lesson = models.JSONField(
        null=True, blank=True, help_text="For a guided first match: the tips shown so far (`kernel.lesson.Progress`)."
    )
    hinted = models.BooleanField(
        _("hints"),
        default=False,
        db_default=False,
        help_text=_("Whether someone asked Flint for a hint."),
    )
    origin = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="For a sandbox: the position it starts from instead of a deal (`engine.origin.Origin`) as JSON.",
    )
    outage = models.PositiveIntegerField(
        default=0, help_text="Id of the last outage for which its deadlines were moved."
    )
    trouble = models.TextField(_("reason for setting aside"), blank=True)
    commitment = models.CharField(
        _("fingerprint"),
        max_length=64,
        help_text=_("Shown before the deal, so that everyone can check the shuffle afterwards."),
    )
    outcome = models.JSONField(null=True, blank=True)
    compacted = models.BooleanField(
        default=False, db_default=False, help_text="Whether the log is stored in one row (`CompactLog`)."
    )

    objects = _Played()
    with_sandboxes = models.Manager["Match"]()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["wake_at"], name="match_awake", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["-begun_at"], name="match_history"),
            models.Index(fields=["-begun_at", "-id"], name="match_listed", condition=Q(listed=True)),
            models.Index(fields=["game", "-begun_at", "-id"], name="match_listed_of_game", condition=Q(listed=True)),
            models.Index(
                fields=["occasion_path", "-begun_at", "-id"],
                name="match_of_occasion",
                condition=Q(listed=True, occasion_path__gt=""),
            ),
            models.Index(
                Lower("occasion"),
                F("begun_at").desc(),
                name="match_occasion_named",
                condition=Q(listed=True, occasion_path__gt=""),
            ),
            models.Index(fields=["over_at"], name="match_ended", condition=Q(over_at__isnull=False)),
            models.Index(fields=["begun_at"], name="match_sandboxes", condition=~Q(origin="")),
            models.Index(
                fields=["over_at", "id"],
                name="match_to_compact",
                condition=Q(over_at__isnull=False, compacted=False, origin=""),
            ),
            models.Index(fields=["resumes_at"], name="match_resumes", condition=Q(resumes_at__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_over_has_outcome",
                condition=~Q(status="over") | Q(outcome__isnull=False, over_at__isnull=False),
            ),
            models.CheckConstraint(name="match_wakes_in_play", condition=Q(status="playing") | Q(wake_at__isnull=True)),
            models.CheckConstraint(
                name="match_resumes_paused", condition=Q(status="paused") | Q(resumes_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("matches:page", args=[self.code])


class Seed(models.Model):
    """The secret seed of a match, kept apart so that no list or dump of matches shows it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True)
    seed = models.BinaryField(max_length=32)
    secret = models.BinaryField(
        max_length=32, null=True, help_text="The server's part of a seed to which players could add words."
    )
    words = models.JSONField(null=True, help_text="The word of each seat that the seed was made of, in order.")


class _Chairs(models.Manager["Chair"]):
    """A manager that defers standing orders. They belong to their seat, and lists of chairs include other seats."""

    def get_queryset(self) -> models.QuerySet[Chair]:
        return super().get_queryset().defer("orders")


class Chair(models.Model):
    """A chair with its player or bot and their standing orders."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats", verbose_name=_("player")
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_(
    "previous player"
),
        help_text=_("The player who had this seat before a bot or someone else took over."),
    )  # fmt: skip
    bot = models.BooleanField(_("bot"), default=False, help_text=_("A house bot has this seat."))
    bot_number = models.PositiveIntegerField(
        null=True, blank=True, help_text="Number of the bot, if it was entered for an event under one."
    )
    substitute = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the bot replaced a player, whose account may have been deleted.",
    )
    autopilot = models.BooleanField(
        _("bot standing in"), default=False, help_text=_("The bot plays until the player returns.")
    )
    missed = models.PositiveSmallIntegerField(default=0, help_text="Turns missed in a row.")
    absent_at = models.DateTimeField(null=True, blank=True, help_text="When the bot started playing for the player.")
    vacant = models.BooleanField(default=False, help_text="Whether the table is looking for a substitute.")
    time_bank = models.PositiveIntegerField(
        default=0, db_column="reserve", help_text="Seconds left in the time bank. The column keeps an earlier name."
    )
    won = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the match is over and this seat finished first, alone or tied. Used to find wins.",
    )
    seen = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Number of facts that the player has seen, of those visible to the seat."
    )
    orders = models.TextField(
        default=NO_ORDERS,
        help_text="Standing orders as JSON, [[ticket, order], …], in the order in which they are tried.",
    )

    objects = _Chairs()

    class Meta:
        db_table = "matches_seat"
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
        ]
        indexes = [
            models.Index(fields=["match"], name="seat_vacant", condition=Q(vacant=True)),
            models.Index(fields=["player", "match"], name="seat_won", condition=Q(won=True)),
        ]

    def __str__(self) -> str:
        return gettext("Seat %(number)d") % {"number": self.index + 1}

    @property
    def dealt_to_bot(self) -> bool:
        """Check whether the bot has sat here from the start, in no one's place.

        The previous release relies on `former` alone.
        """
        return self.bot and not self.substitute and self.former_id is None


DEALT_TO_BOT: Final = Q(bot=True, substitute=False, former=None)
"""The condition for such chairs."""


class Tenure(models.Model):
    """The time of a player in a seat until it changed hands. What was done there until then stays theirs."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="tenures")
    seat = models.PositiveSmallIntegerField()
    until = models.PositiveIntegerField(help_text="Number of the first fact after this player's time.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bot = models.BooleanField(
        help_text="Whether it was a bot. If not and there is no player, the account has been deleted."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "until"], name="tenure_once")]

    def __str__(self) -> str:
        return f"seat {self.seat} until fact {self.until}"


class RefereeLook(models.Model):
    """A look at every hidden card of a match while it ran. Published when it's over."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="looks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(help_text="When they first looked.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="referee_look_once")]


class Question(models.Model):
    """A question that a seat can still answer. With the answer, the row is deleted or reused for the next question."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="questions")
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=40)
    about = models.CharField(max_length=20)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="Until when an answer uses no time from the time bank.")
    lapses_at = models.DateTimeField(help_text="When silence counts as the answer: `due_at` plus the time bank.")
    moved_at = models.DateTimeField(null=True, help_text="When its deadline was last moved. Empty if it never was.")
    answered = models.BooleanField(help_text="Whether the seat has answered and can only change its answer.")
    duty = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="question_once")]

    def __str__(self) -> str:
        return self.key
