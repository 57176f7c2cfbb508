"""What is kept of a match: its seats, its moves and their facts, its open questions."""

# Rows that no page and no list names need no name.
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
"""What stands in the chair of a seat that has ordered nothing."""
NOTHING_FOUND: Final = "{}"
"""What is found out of a match before anything is."""


def new_code() -> str:
    """Eight letters nobody confuses when reading them aloud."""
    return codes.new_code(8)


class _Played(models.Manager["Match"]):
    """Leaves sandboxes out: they count nowhere and are found by nobody, unless whoever asks says so."""

    def get_queryset(self) -> models.QuerySet[Match]:
        return super().get_queryset().filter(origin="")


class Match(models.Model):
    """One play of one game. This row is also the lock that makes its moves queue up."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("running")
        PAUSED = "paused", _("paused")
        OVER = "over", _("ended")

    class Opponents(models.TextChoices):
        SPARK = "spark", "Spark"
        CINDER = "cinder", "Cinder"
        FLINT = "flint", "Flint"

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code)
    game = models.SlugField(max_length=20)
    setup = models.TextField(help_text="Seats, options and edition as JSON, agreed before the deal.")
    pace = models.JSONField(help_text="Seconds for each kind of question.")
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.PLAYING)
    listed = models.BooleanField(_("public"), default=True, help_text=_("Whether the match stands in the public list."))
    moves = models.PositiveIntegerField(default=0, help_text="How many moves were made; the number of the next one.")
    facts = models.PositiveIntegerField(default=0, help_text="How many facts the log holds.")
    wake_at = models.DateTimeField(null=True, blank=True, help_text="When the earliest waiting question lapses.")
    begun_at = models.DateTimeField(_("begun"))
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    proposals = models.JSONField(default=list, help_text="What the table is asked to agree on; see `proposals`.")
    resumes_at = models.DateTimeField(_("goes on"), null=True, blank=True, help_text=_("When a pause ends by itself."))
    vacations = models.BooleanField(
        _("vacations"), default=True, help_text=_("Whether players on vacation are waited for.")
    )
    rated = models.BooleanField(_("rated"), default=False, help_text=_("Whether its outcome counts for ratings."))
    occasion = models.CharField(max_length=80, blank=True, help_text="What it is a part of, as its page names it.")
    occasion_path = models.CharField(max_length=60, blank=True, help_text="Where that is told.")
    over_at = models.DateTimeField(_("ended"), null=True, blank=True)
    opponents = models.CharField(
        _("bots"),
        max_length=6,
        choices=Opponents,
        default=Opponents.CINDER,
        db_default=Opponents.CINDER,
        help_text=_("How well the bots play that sit there from the start."),
    )
    lesson = models.JSONField(
        null=True, blank=True, help_text="Of a guided first match: which bubbles were told (`kernel.lesson.Progress`)."
    )
    hinted = models.BooleanField(
        _("hints"),
        default=False,
        db_default=False,
        help_text=_("Whether somebody asked Flint what it would do."),
    )
    origin = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="Of a sandbox: the imagined table it begins with instead of a deal (`engine.origin.Origin`) as JSON.",
    )
    outage = models.PositiveIntegerField(default=0, help_text="The last outage its deadlines were moved for.")
    trouble = models.TextField(_("why it was set aside"), blank=True)
    commitment = models.CharField(
        _("fingerprint"),
        max_length=64,
        help_text=_("Shown before the deal; afterwards everybody can check the shuffle by it."),
    )
    outcome = models.JSONField(null=True, blank=True)
    compacted = models.BooleanField(
        default=False, db_default=False, help_text="Its log lies in one row (`CompactLog`) instead of many."
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
    """The secret luck of a match, apart from it so that no list or dump of matches shows it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True)
    seed = models.BinaryField(max_length=32)


class _Chairs(models.Manager["Chair"]):
    """Leaves standing orders in the database: they are their seat's, and whoever lists chairs lists others', too."""

    def get_queryset(self) -> models.QuerySet[Chair]:
        return super().get_queryset().defer("orders")


class Chair(models.Model):
    """A chair, who answers for it, and what they have ordered in advance."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats", verbose_name=_("player")
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("before"),
        help_text=_("Who sat here before a bot or somebody else took over."),
    )  # fmt: skip
    bot = models.BooleanField(_("bot"), default=False, help_text=_("A bot of the house sits here."))
    substitute = models.BooleanField(
        default=False, db_default=False, help_text="The bot took over from somebody, whose account may be gone."
    )
    autopilot = models.BooleanField(
        _("bot stands in"), default=False, help_text=_("The bot answers until the player returns.")
    )
    missed = models.PositiveSmallIntegerField(default=0, help_text="Turns missed in a row.")
    absent_at = models.DateTimeField(null=True, blank=True, help_text="Since when the bot answers for the player.")
    vacant = models.BooleanField(default=False, help_text="The table looks for somebody to take the seat over.")
    reserve = models.PositiveIntegerField(default=0, help_text="Seconds it may still overrun its duties by.")
    won = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its match is over and it came first, alone or with others: to find victories by.",
    )
    seen = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How many of the facts it was told its player has seen; 0: none yet."
    )
    orders = models.TextField(
        default=NO_ORDERS, help_text="Its standing orders as JSON, [[ticket, order], …], as they are tried."
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
        """Whether the bot sits here from the start, in nobody's place. The release before says so by `former` alone."""
        return self.bot and not self.substitute and self.former_id is None


DEALT_TO_BOT: Final = Q(bot=True, substitute=False, former=None)
"""Chairs that were."""


class Tenure(models.Model):
    """Who sat in a seat until it changed hands: what was done there until then stays theirs."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="tenures")
    seat = models.PositiveSmallIntegerField()
    until = models.PositiveIntegerField(help_text="The first fact of the log that is not of their time.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bot = models.BooleanField(help_text="The house's player; else, without a player: somebody who left the house.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "until"], name="tenure_once")]

    def __str__(self) -> str:
        return f"seat {self.seat} until fact {self.until}"


class RefereeLook(models.Model):
    """Somebody has seen every hidden card of a match while it ran. Told when it is over."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="looks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(help_text="For the first time.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="referee_look_once")]


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
        help_text="Whose duty it was, if it was one and they did it.",
    )  # fmt: skip
    took = models.PositiveIntegerField(null=True, help_text="Seconds from the question to the answer to a duty.")
    audience = models.PositiveIntegerField(
        help_text="Who may know who made it, when and why: those who were told its first fact (bits as in Fact)."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="move_once")]
        indexes = [models.Index(fields=["player", "at"], name="move_duty", condition=Q(player__isnull=False))]

    def __str__(self) -> str:
        return f"move {self.number}"


class Missed(models.Model):
    """A duty that its player let lapse."""

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
    n = models.PositiveIntegerField(help_text="Its place in the log, from 0.")
    move = models.PositiveIntegerField()
    audience = models.PositiveIntegerField(
        help_text="Bit 0: the gallery; bit 1 + seat: that seat; 0: the referee only."
    )
    event = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "n"], name="fact_once")]

    def __str__(self) -> str:
        return f"fact {self.n}"


class CompactLog(models.Model):
    """The log of a match that was over long ago, in place of its moves, facts and memories: there are never both."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="compact_log")
    packed = models.BinaryField(help_text="All moves and facts (`store.compact`).")
    handed = models.PositiveIntegerField(
        help_text="Bits of the seats whose people the house said had left or were replaced (bit 1 + seat, as in Fact)."
    )

    def __str__(self) -> str:
        return f"compact log of match {self.match_id}"


class CompactPlayer(models.Model):
    """Who did duties in a seat of a match whose log is compact: a row forgets whoever deletes their account."""

    match = models.ForeignKey(Match, models.CASCADE, db_index=False, related_name="+")
    place = models.PositiveSmallIntegerField(help_text="By the first of their duties; the log names them by it.")
    seat = models.SmallIntegerField(null=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="compact_player_once")]

    def __str__(self) -> str:
        return f"compact player {self.place}"


class MatchDigest(models.Model):
    """What lists show of a finished match, and sort it by: computed from its record, and anew whenever one likes."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="digest")
    edition = models.PositiveSmallIntegerField(help_text="Of the computation: an older one is computed anew.")
    game = models.SlugField(max_length=20)
    month = models.DateField(help_text="The first day of the month (UTC) it ended in.")
    begun_at = models.DateTimeField(null=True, help_text="As the match itself says.")
    seats = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField(null=True, help_text="Short (0), middling (1) or long (2) for its game.")
    leads = models.PositiveIntegerField(help_text="How often somebody else took the lead.")
    margin = models.PositiveIntegerField(null=True, help_text="Points between the first two; none without a result.")
    excitement = models.PositiveSmallIntegerField(help_text="From 0 to 1000.")
    course = models.BinaryField(help_text="How the scores went, drawn small (`engine.digest`).")

    class Meta:
        indexes = [
            models.Index(fields=["-excitement", "-match"], name="digest_exciting"),
            models.Index(fields=["-moves", "-match"], name="digest_long"),
            models.Index(fields=["length", "-begun_at", "-match"], name="digest_length"),
            models.Index(fields=["game", "length", "-begun_at", "-match"], name="digest_game_length"),
            models.Index(fields=["seats", "-begun_at", "-match"], name="digest_seats"),
            models.Index(fields=["game", "-excitement", "-match"], name="digest_game_exciting"),
            models.Index(fields=["game", "-moves", "-match"], name="digest_game_long"),
            models.Index(fields=["game", "margin", "-excitement", "match"], name="digest_close"),
            models.Index(fields=["game", "-leads", "match"], name="digest_leads"),
            models.Index(fields=["game", "month", "-leads", "match"], name="digest_month_leads"),
            models.Index(fields=["game", "month", "margin", "-excitement", "match"], name="digest_month_close"),
        ]

    def __str__(self) -> str:
        return f"digest of match {self.match_id}"


class Analysis(models.Model):
    """What was found out about the decisions of a finished match (`kernel.analysis`): computed from its record in small
    steps once somebody asks, and disposable.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="analysis")
    asked_at = models.DateTimeField(help_text="Whoever asked first is first served.")
    reached = models.PositiveIntegerField(default=0, help_text="How many of its moves were looked into.")
    over = models.BooleanField(default=False, help_text="All of them were, or the record cannot be read.")
    found = models.TextField(
        default=NOTHING_FOUND, help_text="What was found so far (`engine.insight.Insight`) as JSON."
    )

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["asked_at"], name="analysis_waiting", condition=Q(over=False))]

    def __str__(self) -> str:
        return f"analysis of match {self.match_id}"


class Hint(models.Model):
    """What somebody asked Flint about: what it would answer in their place (`kernel.advice`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hints")
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=40, help_text="The question.")
    asked_at = models.DateTimeField(help_text="For the last time; whoever asked first is first served.")
    found = models.TextField(blank=True, help_text="What Flint would do as JSON; empty: nobody has thought about it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="hint_once")]
        indexes = [models.Index(fields=["asked_at"], name="hint_waiting", condition=Q(found=""))]

    def __str__(self) -> str:
        return f"hint about {self.key}"


class MatchFeat(models.Model):
    """The greatest of its kind in a finished match (`kernel.feats`), and who did it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="feats")
    game = models.SlugField(max_length=20)
    month = models.DateField()
    kind = models.CharField(max_length=12)
    number = models.PositiveIntegerField()
    fact = models.PositiveIntegerField(help_text="Where in the log.")
    move = models.PositiveIntegerField(help_text="The move it belongs to.")
    seat = models.PositiveSmallIntegerField(null=True, help_text="Whose feat it is, if it is anybody's.")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    bot = models.BooleanField(help_text="The house's player; else, with a seat and no player: somebody who has left.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="feat_once")]
        indexes = [
            models.Index(fields=["game", "kind", "-number", "match"], name="feat_ever"),
            models.Index(fields=["game", "kind", "month", "-number", "match"], name="feat_month"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Bookmark(models.Model):
    """What somebody keeps of a match in their own book: a mark, a note, or both. Nobody else reads it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    favourite = models.BooleanField()
    note = models.TextField(blank=True)
    at = models.DateTimeField(help_text="When it was last changed.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "match"], name="bookmark_once")]
        indexes = [models.Index(fields=["player", "-at", "-id"], name="bookmark_latest")]

    def __str__(self) -> str:
        return f"bookmark {self.pk}"


class Question(models.Model):
    """A question some seat may still answer. The row goes, or serves the next question, with the answer."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="questions")
    seat = models.SmallIntegerField()
    key = models.CharField(max_length=40)
    about = models.CharField(max_length=20)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="Until when the answer costs nothing.")
    lapses_at = models.DateTimeField(help_text="When silence is taken as the answer: `due_at`, and then the reserve.")
    answered = models.BooleanField(help_text="Its seat has replied and may only change its mind.")
    duty = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "key"], name="question_once")]

    def __str__(self) -> str:
        return self.key


class Memory(models.Model):
    """What an observer knew at some fact: disposable, saves folding the log from its start."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="memories")
    observer = models.SmallIntegerField(help_text="The seat; -1 the gallery; -2 the referee.")
    upto = models.PositiveIntegerField(help_text="How many facts of the log are folded in.")
    heard = models.PositiveIntegerField(help_text="How many of them the observer was told.")
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "observer"], name="memory_once")]


class Bell(models.Model):
    """On SQLite: something for the news streams, until they have heard it (see `store.pubsub`)."""

    payload = models.TextField()
    at = models.DateTimeField()


class Pulse(models.Model):
    """One row: when the house was last awake."""

    at = models.DateTimeField()


class SweepRun(models.Model):
    """One row: when the sweep last looked for deadlines that have passed."""

    at = models.DateTimeField()


class Outage(models.Model):
    """A time in which nobody watched the clock; open deadlines move by its length."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()


class QuietHoursRow(models.Model):
    """When a player sleeps: their quiet hours, day by day, in their own time zone. A change waits for a day."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="rest")
    begins = models.PositiveSmallIntegerField(null=True, help_text="Minutes after midnight; empty: none.")
    ends = models.PositiveSmallIntegerField(null=True)
    next_begins = models.PositiveSmallIntegerField(null=True, help_text="As they will be from `changes_at` on.")
    next_ends = models.PositiveSmallIntegerField(null=True)
    changes_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "matches_rest"

    def __str__(self) -> str:
        return f"rest of {self.player_id}"


class Vacation(models.Model):
    """Days on which nobody waits for a player."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="As planned; moved to the present when the player is back earlier.")

    class Meta:
        indexes = [models.Index(fields=["player", "-ends_at"], name="vacation_latest")]

    def __str__(self) -> str:
        return f"vacation of {self.player_id}"


class Reliability(models.Model):
    """How a player answered in the last 90 days. Counted anew from the log, never written by hand."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="reliability"
    )
    answered = models.PositiveIntegerField(help_text="Duties answered in time.")
    missed = models.PositiveIntegerField(help_text="Duties that lapsed.")
    median = models.PositiveIntegerField(null=True, help_text="Seconds from question to answer.")
    share = models.FloatField(null=True, help_text="Of duties answered in time, 0 to 1; empty: too few to say.")
    counted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reliability of {self.player_id}"
