"""Tables, their seats and invitations, until the match starts.

Only services write here. These are `chairs` and what is built on it (`tables`, `rematch`, `quick_match`, `invitations`,
`scheduler`). `invitation_mail` records deliveries, `idempotency` remembers answers, and `cleanup` deletes rows.
"""

# Rows that never appear by name don't need one.
# ruff: noqa: DJ008

from __future__ import annotations

import zlib
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import AccessToken
from apps.common import codes
from apps.games import load_games
from apps.kernel import length
from apps.kernel.game import AnyGame
from apps.matches.engine.bot_strength import BotStrength


def new_code() -> str:
    """Return a new code of ten unmistakable characters. For a table that isn't public, knowing it is the invitation."""
    return codes.new_code(10)


class _Tables(models.Manager["Table"]):
    """A manager that defers what no list needs and no page but the deal can show."""

    def get_queryset(self) -> models.QuerySet[Table]:
        return super().get_queryset().defer("secret", "words")


class Table(models.Model):
    """A table's agreed settings and its players."""

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code)
    game = models.SlugField(max_length=20)
    seats = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(help_text="Options, validated by the game's setup.")
    pace = models.JSONField(help_text="Seconds allowed for each kind of question.")
    pace_name = models.CharField(max_length=20, help_text="Name of the preset, or “custom”.")
    public = models.BooleanField(
        _("public"), default=True, help_text=_("Shown in the list. Otherwise only people with the link can find it.")
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="hosted", verbose_name=_("opened by")
    )
    created_at = models.DateTimeField(_("opened"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    match_code = models.CharField(max_length=16, blank=True)

    language = models.CharField(max_length=5, blank=True, help_text="Language spoken at the table. Empty if any.")
    rated = models.BooleanField(
        _("rated"), default=False, help_text=_("Counts towards ratings. Only players with an account can join.")
    )
    least_share = models.FloatField(
        null=True, blank=True, help_text="Minimum share of turns played on time, 0 to 1. Empty if there is none."
    )
    newcomers = models.BooleanField(default=True, help_text="Whether players with too few turns to judge can join.")
    friends_only = models.BooleanField(
        default=False, help_text="Whether only the host's friends and invited players can join."
    )

    bots_welcome = models.BooleanField(
        default=True, db_default=True, help_text="Whether bots’ accounts can join, unless it's rated."
    )

    by_itself = models.BooleanField(
        _("starts automatically"), default=False, help_text=_("The match starts when the last seat is taken.")
    )
    bots_at = models.DateTimeField(
        _("bots join at"), null=True, blank=True, help_text=_("When bots take the free seats and the match starts.")
    )

    opponents = models.CharField(
        _("bots"), max_length=6, choices=BotStrength, default=BotStrength.CINDER,
        db_default=BotStrength.CINDER, help_text=_("How well they play."),
    )  # fmt: skip

    usual = models.BooleanField(
        default=False, help_text="Whether the options are the defaults, so that a quick match can use the table."
    )
    vacant = models.PositiveSmallIntegerField(default=0, help_text="Free seats, as of the last change.")
    present = models.PositiveSmallIntegerField(default=1, help_text="Players at the table, as of the last change.")
    rematch_of = models.CharField(max_length=16, blank=True, help_text="Code of the match that this is a rematch of.")
    circle = models.CharField(
        max_length=16, blank=True, default="", db_default="",
        help_text="Code of the club that the table is reserved for. Services check that players are members.",
    )  # fmt: skip
    secret = models.BinaryField(
        max_length=32, null=True, help_text="The server's part of the shuffle, until the match has it."
    )
    commitment = models.CharField(
        max_length=64, blank=True, default="", db_default="",
        help_text="Fingerprint of the secret, shown before any word. Empty if an older release opened it.",
    )  # fmt: skip
    words = models.JSONField(null=True, help_text="Words for the shuffle by player, until the match has them.")

    objects = _Tables()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["-created_at"], name="table_open", condition=Q(started_at__isnull=True)),
            models.Index(
                fields=["-created_at", "-id"],
                name="table_listed",
                condition=Q(started_at__isnull=True, public=True, vacant__gt=0),
            ),
            models.Index(
                fields=["game", "pace_name", "-present", "created_at"],
                name="table_quick",
                condition=Q(started_at__isnull=True, public=True, usual=True, vacant__gt=0),
            ),
            models.Index(
                fields=["bots_at"], name="table_bots", condition=Q(started_at__isnull=True, bots_at__isnull=False)
            ),
            models.Index(fields=["circle", "-created_at"], name="table_circle", condition=~Q(circle="")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["rematch_of"], name="table_rematch_once", condition=~Q(rematch_of="")),
            models.CheckConstraint(name="table_rated_no_bots", condition=Q(rated=False) | Q(bots_at__isnull=True)),
            models.CheckConstraint(
                name="table_started_has_match", condition=Q(started_at__isnull=True) ^ ~Q(match_code="")
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("lobby:table", args=[self.code])

    @classmethod
    def gathering(cls) -> models.QuerySet[Table]:
        """Return tables with their players, of games that still exist."""
        return cls.objects.filter(game__in=load_games()).prefetch_related(cls.with_people())

    @staticmethod
    def with_people() -> models.Prefetch[str]:
        """Return a prefetch of seats and their players' names in one statement."""
        people = Chair.objects.select_related("player", "kept_for")
        names = ("table", "index", "bot", "kept_until", "player__username", "player__face", "player__bot")
        return models.Prefetch("chairs", people.only(*names, "kept_for__username"))

    @property
    def rules(self) -> AnyGame:
        return load_games()[self.game]

    @property
    def title(self) -> str:
        """Return the game's title in the reader's language."""
        return gettext(self.rules.meta.title)

    @property
    def expected_seconds(self) -> int:
        """Return roughly how long a match between people takes at its pace."""
        setup = self.rules.setup(self.seats, self.options)
        return round(
            length.compute_remaining_seconds(self.rules.remaining(self.rules.blank(setup)), self.pace, people=1)
        )

    @cached_property
    def sitting(self) -> list[Chair]:
        """Return all seats in order."""
        return sorted(self.chairs.all(), key=lambda chair: chair.index)

    @property
    def free(self) -> int:
        """Return the number of seats that anyone can take."""
        return sum(chair.free for chair in self.sitting)

    @property
    def empty(self) -> int:
        """Return the number of empty seats, including reserved ones."""
        return sum(chair.empty for chair in self.sitting)

    @property
    def taken(self) -> int:
        return self.seats - self.empty

    @property
    def people(self) -> int:
        return sum(chair.player_id is not None for chair in self.sitting)

    def chair_of(self, player_id: int | None) -> Chair | None:
        """Return the player's seat."""
        return next((chair for chair in self.sitting if player_id and chair.player_id == player_id), None)

    @property
    def host_name(self) -> str:
        """Return the host's name. The host always sits at the table."""
        return next((str(chair.player) for chair in self.sitting if chair.player_id == self.host_id), "")

    @property
    def host_face(self) -> str:
        """Return the seed of the host's avatar."""
        sitting = next((chair.player for chair in self.sitting if chair.player_id == self.host_id), None)
        return sitting.face_seed if sitting is not None else ""

    @property
    def hosted_by_bot(self) -> bool:
        """Check whether the host is a bot with an account."""
        return any(chair.player.bot for chair in self.sitting if chair.player and chair.player_id == self.host_id)

    @property
    def fingerprint(self) -> str:
        """Return a fingerprint of the seating. The page reloads only if it has changed."""
        sitting = repr((self.host_id, [(chair.player_id, chair.bot, chair.kept_for_id) for chair in self.sitting]))
        return f"{zlib.crc32(sitting.encode()):08x}"


class Chair(models.Model):
    """A seat at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="chairs",
        verbose_name=_("player"),
    )  # fmt: skip
    bot = models.BooleanField(_("bot"), default=False)
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("reserved for"),
    )
    kept_until = models.DateTimeField(_("reserved until"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        indexes = [models.Index(fields=["kept_until"], name="chair_kept", condition=Q(kept_until__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="chair_once"),
            models.UniqueConstraint(fields=["table", "player"], name="chair_player_once"),
            models.CheckConstraint(name="chair_player_or_bot", condition=Q(player__isnull=True) | Q(bot=False)),
        ]

    def __str__(self) -> str:
        return gettext("Seat %(number)d") % {"number": self.index + 1}

    @property
    def percent(self) -> int | None:
        """Return the percentage of turns its player took on time, or None if unknown."""
        counted = getattr(self.player, "reliability", None)
        return None if counted is None or counted.share is None else round(100 * counted.share)

    @property
    def median(self) -> int | None:
        """Return its player's median response time in seconds, or None if unknown."""
        counted = getattr(self.player, "reliability", None)
        return None if counted is None or counted.share is None else counted.median

    @property
    def empty(self) -> bool:
        return self.player_id is None and not self.bot

    @property
    def free(self) -> bool:
        return self.empty and self.kept_for_id is None


class Invitation(models.Model):
    """An invitation to a table, by name or e-mail. If `to` is empty, no player of that name can be invited."""

    class Answer(models.TextChoices):
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="invitations")
    name = models.CharField(max_length=150, blank=True, help_text="Name as typed.")
    email = models.EmailField(blank=True, help_text="Visible to the sender only.")
    meant = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+",
        help_text="Player who has confirmed this address. The sender never finds out that there is one.",
    )  # fmt: skip
    language = models.CharField(max_length=5, blank=True, help_text="Language of the e-mail.")
    mail_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the e-mail is next tried, and the limit for the current try. Empty if never.",
    )
    mail_tries = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=43, unique=True, default=codes.new_token)
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=9, blank=True, choices=Answer)

    class Meta:
        indexes = [
            models.Index(fields=["to"], name="invitation_open", condition=Q(answered_at__isnull=True)),
            models.Index(fields=["mail_at"], name="invitation_mail", condition=Q(mail_at__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(
                models.F("table"), Lower("name"), name="invitation_name_once", condition=~Q(name="")
            ),
            models.UniqueConstraint(
                models.F("table"), Lower("email"), name="invitation_email_once", condition=~Q(email="")
            ),
            models.CheckConstraint(name="invitation_name_or_email", condition=Q(name="") ^ Q(email="")),
            models.CheckConstraint(name="invitation_answered", condition=Q(answered_at__isnull=True) ^ ~Q(answer="")),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Unwanted(models.Model):
    """An address that refuses invitations, known only by its fingerprint.

    Only `suppressed_addresses` writes it.
    """

    fingerprint = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField()


class RememberedAnswer(models.Model):
    """An answer to a program, kept to be given again if the request is repeated. Only `idempotency` writes it."""

    token = models.ForeignKey(AccessToken, models.CASCADE, related_name="+")
    key = models.CharField(max_length=100, help_text="The request's Idempotency-Key, chosen by the program.")
    request = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    answer = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="remembered_once")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class QuickMatchLock(models.Model):
    """A lock for players looking for the same game and pace, so that two who search at once meet."""

    game = models.SlugField(max_length=20)
    pace_name = models.CharField(max_length=20)

    class Meta:
        db_table = "lobby_queue"
        constraints = [models.UniqueConstraint(fields=["game", "pace_name"], name="queue_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.pace_name}"
