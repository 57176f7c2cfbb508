"""Tournaments: their settings and entrants, their rounds, pods and matches.

Standings are never stored. They are computed from the outcomes of the matches on every request.
"""

# Rows that no page or list shows need no `__str__`.
# ruff: noqa: DJ008

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce, NullIf
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.common import codes
from apps.matches.engine.bot_strength import BotStrength

SEED_BYTES = 32
MAX_TEAM_NAME_LENGTH: Final = 40
"""Maximum length of a team's name."""
REMINDER_LEAD_TIME: Final = timedelta(days=1)
"""How long before the start entrants are reminded or asked to check in."""


def new_code() -> str:
    """Return seven letters that are hard to confuse. Codes of matches and tables have other lengths."""
    return codes.new_code(7)


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class Series(models.Model):
    """A series of recurring tournaments, each like the one before."""

    class Every(models.TextChoices):
        WEEK = "week", _("every week")
        MONTH = "month", _("every month")

    class Nth(models.IntegerChoices):
        FIRST = 1, _("first week")
        SECOND = 2, _("second week")
        THIRD = 3, _("third week")
        FOURTH = 4, _("fourth week")
        LAST = -1, _("last week")

    name = models.CharField(_("name"), max_length=80)
    every = models.CharField(_("how often"), max_length=5, choices=Every)
    nth = models.SmallIntegerField(
        _("week of the month"),
        default=Nth.FIRST,
        choices=Nth,
        help_text=_("Monthly series only. For example, the first Friday of the month."),
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    ahead = models.PositiveSmallIntegerField(
        _("days ahead"),
        default=7,
        help_text=_("The next tournament is announced, and registration opens, this many days before it starts."),
    )
    active = models.BooleanField(_("active"), default=True)
    best = models.PositiveSmallIntegerField(
        _("results that count"), default=0, db_default=0,
        help_text=_("For the yearly table: how many of each player’s best results count. 0 means all."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("tournament series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.pk])


class Tournament(models.Model):
    """A tournament's settings and progress. This row is also the lock that makes all its changes queue up."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("registration is open")
        CLOSED = "closed", _("registration is closed")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        OVER = "over", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(_("name"), max_length=80)
    about = models.TextField(_("description"), blank=True, max_length=4000)
    prizes = models.TextField(_("prizes"), blank=True, max_length=2000, default="", db_default="")
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.DRAFT)
    series = models.ForeignKey(Series, models.SET_NULL, null=True, blank=True, related_name="tournaments")

    game = models.SlugField(max_length=20)
    options = models.JSONField(default=dict, help_text="Options, validated by the game's setup.")
    pace = models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")
    pace_name = models.CharField(max_length=20)
    plan = models.JSONField(default=dict, help_text="See `formats.plan.Plan`.")

    rated = models.BooleanField(_("rated"), default=True)
    listed = models.BooleanField(_("public"), default=True)
    vacations = models.BooleanField(
        _("vacations"), default=False, help_text=_("Whether to wait for players on vacation.")
    )

    opponents = models.CharField(
        _("bots"), max_length=6, choices=BotStrength, default=BotStrength.CINDER,
        db_default=BotStrength.CINDER, help_text=_("How well they play."),
    )  # fmt: skip

    least = models.PositiveSmallIntegerField(_("minimum entrants"), default=6)
    most = models.PositiveSmallIntegerField(_("maximum entrants"), default=64)
    invited_only = models.BooleanField(_("by invitation only"), default=False)
    least_rating = models.IntegerField(_("minimum rating"), null=True, blank=True)
    most_rating = models.IntegerField(_("maximum rating"), null=True, blank=True)
    least_share = models.FloatField(_("minimum reliability"), null=True, blank=True, help_text="Share from 0 to 1.")

    opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts"))
    round_hours = models.PositiveIntegerField(_("hours per round"), null=True, blank=True)
    fixed = models.BooleanField(_("rounds at fixed times"), default=False)
    break_hours = models.PositiveIntegerField(_("hours between rounds"), default=0)
    by_itself = models.BooleanField(_("runs automatically"), default=True)
    check_in = models.BooleanField(
        _("check-in"),
        default=False,
        db_default=False,
        help_text="Whether entrants are asked to check in before the start.",
    )
    bots_welcome = models.BooleanField(
        _("bots are welcome"),
        default=False,
        db_default=False,
        help_text=_("Whether bots’ accounts can enter. They never can if the tournament is rated."),
    )
    circle = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="Code of the club that the tournament is reserved for. Services check that players are members.",
    )  # fmt: skip
    asked_at = models.DateTimeField(null=True, help_text="When entrants were last asked to check in.")
    hosted = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether it was created on the site, where staff rights are not needed.",
    )

    board = models.OneToOneField(
        "talk.Board",
        models.SET_NULL,
        null=True,
        editable=False,
        help_text="Chat of the tournament. Empty until the first message.",
    )

    commitment = models.CharField(max_length=64, blank=True, help_text="Fingerprint of the seed, shown in advance.")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    begins_at = models.GeneratedField(
        expression=Coalesce("started_at", "starts_at"),
        output_field=models.DateTimeField(),
        db_persist=True,
        verbose_name=_("start"),
        help_text="When the tournament started or, before that, when it is planned to start.",
    )
    over_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    outage = models.PositiveIntegerField(default=0, help_text="Id of the last outage for which its times were moved.")
    reminded_for = models.DateTimeField(null=True, help_text="Start time of which entrants were last reminded.")
    version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Number of changes, raised by `services.session`."
    )

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [
            models.Index(fields=["status", "starts_at"], name="tournament_status"),
            models.Index(fields=["-starts_at"], name="tournament_history"),
            models.Index(fields=["circle", "-starts_at"], name="tournament_circle", condition=~Q(circle="")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "starts_at"], name="tournament_series_once", condition=Q(series__isnull=False)
            ),
            models.CheckConstraint(name="tournament_numbers", condition=Q(least__gte=2, most__gte=models.F("least"))),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:page", args=[self.code])

    @property
    def live(self) -> bool:
        """Check whether rounds are being played."""
        return self.status in (self.Status.RUNNING, self.Status.PAUSED)

    @property
    def ended(self) -> bool:
        return self.status in (self.Status.OVER, self.Status.CANCELLED)

    @property
    def check_in_opens_at(self) -> datetime | None:
        """Return when check-in opens, or None if no one is asked."""
        return self.starts_at - REMINDER_LEAD_TIME if self.check_in else None


class Luck(models.Model):
    """The secret of pairings and lots, apart from the tournament so that no list of them shows it."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True)
    seed = models.BinaryField(max_length=SEED_BYTES, default=new_seed)


class Organiser(models.Model):
    """An organiser of a tournament. Helpers look after rounds and tables; only organisers change the settings.

    If the tournament was created on the site, helpers are the co-organisers that its creator named.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="organisers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organises")
    helper = models.BooleanField(_("helper only"), default=False)

    class Meta:
        verbose_name = _("organiser")
        verbose_name_plural = _("organisers")
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="organiser_once")]

    def __str__(self) -> str:
        return str(self.player)


class Guest(models.Model):
    """A player who is invited to a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="guests")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("invited player")
        verbose_name_plural = _("invited players")
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="tournament_guest_once")]

    def __str__(self) -> str:
        return str(self.player)


class Entry(models.Model):
    """An entrant. Results refer to the number, and the row stays even if the account is deleted."""

    class State(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        IN = "in", _("entered")
        OUT = "out", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(help_text="Number in order of registration, from 1.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries")
    bot = models.BooleanField(default=False, help_text="Whether the entrant is a bot.")
    state = models.CharField(max_length=7, choices=State, default=State.IN)
    at = models.DateTimeField(help_text="When the entrant registered.")
    strength = models.FloatField(null=True, help_text="Rating when the tournament started.")
    missed = models.BooleanField(default=False, help_text="Whether the entrant was removed for not coming to a table.")
    checked_in_at = models.DateTimeField(
        null=True, help_text="When the entrant last checked in, came back or was there at the start."
    )
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        help_text="Player who plays the published matches of an entrant who is out.",
    )  # fmt: skip
    team = models.CharField(
        max_length=MAX_TEAM_NAME_LENGTH, blank=True, default="", db_default="",
        help_text="Name of the team whose captain the player is. Empty for a single player.",
    )  # fmt: skip
    key = models.CharField(
        max_length=43, blank=True, default="", db_default="", help_text="Secret in the link for joining the team."
    )
    team_changed_at = models.DateTimeField(null=True, help_text="When a member last joined, left or changed boards.")

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_player_once"),
            models.CheckConstraint(name="entry_player_or_bot", condition=Q(bot=False) | Q(player__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"entrant {self.number}"

    @property
    def gone(self) -> bool:
        """Check whether their account is deleted. Their results stay, but they no longer play."""
        return not self.bot and self.player_id is None

    @property
    def plays(self) -> bool:
        """Check whether they will play further rounds."""
        return self.state == self.State.IN and not self.gone

    def present(self, since: datetime) -> bool:
        """Check whether they are present: a bot, or registered or checked in since then.

        If the start moves, we ask again.
        """
        return self.bot or self.at >= since or (self.checked_in_at is not None and self.checked_in_at >= since)

    @classmethod
    def playing(cls, tournament: Tournament) -> models.QuerySet[Entry]:
        """Return all entrants of a tournament who will play further rounds."""
        accounts = models.Q(bot=True) | models.Q(player__isnull=False)
        return cls._default_manager.filter(accounts, tournament=tournament, state=cls.State.IN)

    @classmethod
    def named(cls, tournament: Tournament) -> models.QuerySet[Entry]:
        """Return all entrants of a tournament in order of registration, with names.

        Each has the `name` and the `chosen` face of their account, whether that's a `program`’s, and the name of their
        substitute.
        """
        rows = cls._default_manager.filter(tournament=tournament).order_by("number")
        name = Coalesce(NullIf("team", models.Value("")), "player__username")
        chosen = models.Case(models.When(team="", then="player__face"))
        program = models.Case(models.When(team="", then="player__bot"))
        return rows.annotate(
            name=name, chosen=chosen, program=program, substitute_name=models.F("substitute__username")
        )


class Round(models.Model):
    """A round: first proposed to the organiser, then published for everyone, then over."""

    class State(models.TextChoices):
        PROPOSED = "proposed"
        PUBLISHED = "published"
        OVER = "over"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="Number in the tournament, from 0.")
    stage = models.PositiveSmallIntegerField()
    within = models.PositiveSmallIntegerField(help_text="Number in its stage, from 0.")
    state = models.CharField(max_length=9, choices=State, default=State.PROPOSED)
    field = models.JSONField(help_text="Numbers of the entrants in this round, the best so far first.")
    proposal = models.JSONField(help_text="See `pairing.proposal.Proposal`.")
    proposed_at = models.DateTimeField()
    changed_at = models.DateTimeField(help_text="When the round was proposed or last changed by hand.")
    starts_at = models.DateTimeField(
        null=True, help_text="When the round is published, if the tournament runs by itself."
    )
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="When unfinished matches are ended.")
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number + 1}"


class Pod(models.Model):
    """A tournament's table, with its entrants in seat order."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="pods")
    index = models.PositiveSmallIntegerField(help_text="Number in its round, from 0.")
    sheet = models.PositiveSmallIntegerField(
        default=0, help_text="Number of the set of tables, if each entrant plays at more than one in this round."
    )
    seats = models.JSONField(help_text="Numbers of the entrants in seat order.")
    ends_at = models.DateTimeField(null=True, help_text="End of the round, unless the table was given more time.")
    called_for = models.DateTimeField(null=True, help_text="End time for which the last call was sent.")
    closed_at = models.DateTimeField(null=True, help_text="When unfinished matches were ended.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "index"], name="pod_once")]

    def __str__(self) -> str:
        return f"pod {self.index + 1}"


class PodMatch(models.Model):
    """A match of a pod. The row exists as soon as the match is due, the match itself once it is dealt."""

    pod = models.ForeignKey(Pod, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField(default=0, help_text="Number in its pod, from 0.")
    match = models.OneToOneField("matches.Match", models.PROTECT, null=True, related_name="+")
    overdue = models.JSONField(default=list, help_text="Entrants who still owed an answer when time was up.")
    lineup = models.JSONField(
        null=True, help_text="For teams, by seat: the member who plays, or null if there is none."
    )

    class Meta:
        db_table = "tournaments_bout"
        constraints = [models.UniqueConstraint(fields=["pod", "number"], name="bout_once")]
        indexes = [models.Index(fields=["pod"], name="bout_owed", condition=Q(match__isnull=True))]

    def __str__(self) -> str:
        return f"match {self.number + 1}"


class Correction(models.Model):
    """A pod's result as an organiser corrected it. The latest correction counts."""

    pod = models.ForeignKey(Pod, models.CASCADE, related_name="corrections")
    places = models.JSONField(help_text="Place of each seat, 1 is best.")
    missing = models.JSONField(default=list, help_text="Numbers of the entrants who count as absent.")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.reason


class Announcement(models.Model):
    """An organiser's message to all entrants. Retracted ones are deleted, but the event log shows both steps."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(help_text="In Markdown.")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.text


class AuditEntry(models.Model):
    """An action of organisers or the server in the public event log."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts")
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Empty if it was done automatically.",
    )
    what = models.CharField(max_length=20)
    words = models.JSONField(default=dict)

    class Meta:
        db_table = "tournaments_act"
        indexes = [models.Index(fields=["tournament", "-id"], name="act_latest")]

    def __str__(self) -> str:
        return self.what
