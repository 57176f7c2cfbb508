"""All tables of this app after `0027_plain_english`. A new database runs this instead of all steps up to it."""

import apps.matches.models.match
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("matches", "0001_initial"),
        ("matches", "0002_club"),
        ("matches", "0003_clocks"),
        ("matches", "0004_occasion"),
        ("matches", "0005_words"),
        ("matches", "0006_tenure"),
        ("matches", "0007_referees"),
        ("matches", "0008_bell"),
        ("matches", "0009_won"),
        ("matches", "0010_chair"),
        ("matches", "0011_logged_facts"),
        ("matches", "0012_seen"),
        ("matches", "0013_lesson"),
        ("matches", "0014_digests"),
        ("matches", "0015_occasions"),
        ("matches", "0016_bookmark"),
        ("matches", "0017_opponents"),
        ("matches", "0018_analysis"),
        ("matches", "0019_hints"),
        ("matches", "0020_sandboxes"),
        ("matches", "0021_sweep_run"),
        ("matches", "0022_compact_log"),
        ("matches", "0023_digest_lengths"),
        ("matches", "0024_known_lengths"),
        ("matches", "0025_listed_by_length"),
        ("matches", "0026_substitutes"),
        ("matches", "0027_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0007_plain_english"),
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=apps.matches.models.match.new_code, max_length=16, unique=True, verbose_name="code"
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("setup", models.TextField(help_text="Seats, options and edition as JSON, fixed before the deal.")),
                ("pace", models.JSONField(help_text="Seconds allowed for each kind of question.")),
                (
                    "status",
                    models.CharField(
                        choices=[("playing", "running"), ("paused", "paused"), ("over", "ended")],
                        default="playing",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "listed",
                    models.BooleanField(
                        default=True, help_text="Whether the match is in the public list.", verbose_name="public"
                    ),
                ),
                (
                    "moves",
                    models.PositiveIntegerField(
                        default=0, help_text="Number of moves so far, and the number of the next one."
                    ),
                ),
                ("facts", models.PositiveIntegerField(default=0, help_text="Number of facts in the log.")),
                (
                    "wake_at",
                    models.DateTimeField(blank=True, help_text="When the earliest open question expires.", null=True),
                ),
                ("begun_at", models.DateTimeField(verbose_name="started")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused since")),
                ("proposals", models.JSONField(default=list, help_text="Open proposals, see `engine.proposals`.")),
                (
                    "resumes_at",
                    models.DateTimeField(
                        blank=True, help_text="When a pause ends automatically.", null=True, verbose_name="resumes at"
                    ),
                ),
                (
                    "vacations",
                    models.BooleanField(
                        default=True, help_text="Whether to wait for players on vacation.", verbose_name="vacations"
                    ),
                ),
                (
                    "rated",
                    models.BooleanField(
                        default=False, help_text="Whether the result counts for ratings.", verbose_name="rated"
                    ),
                ),
                (
                    "occasion",
                    models.CharField(
                        blank=True,
                        help_text="Name of the event it belongs to, such as a tournament round.",
                        max_length=80,
                    ),
                ),
                ("occasion_path", models.CharField(blank=True, help_text="Path of that event's page.", max_length=60)),
                ("over_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "opponents",
                    models.CharField(
                        choices=[("spark", "Spark"), ("cinder", "Cinder"), ("flint", "Flint")],
                        db_default="cinder",
                        default="cinder",
                        help_text="Strength of the bots seated from the start.",
                        max_length=6,
                        verbose_name="bots",
                    ),
                ),
                (
                    "lesson",
                    models.JSONField(
                        blank=True,
                        help_text="For a guided first match: the tips shown so far (`kernel.lesson.Progress`).",
                        null=True,
                    ),
                ),
                (
                    "hinted",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether someone asked Flint for a hint.",
                        verbose_name="hints",
                    ),
                ),
                (
                    "origin",
                    models.TextField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="For a sandbox: the position it starts from instead of a deal (`engine.origin.Origin`) as JSON.",
                    ),
                ),
                (
                    "outage",
                    models.PositiveIntegerField(
                        default=0, help_text="Id of the last outage for which its deadlines were moved."
                    ),
                ),
                ("trouble", models.TextField(blank=True, verbose_name="reason for setting aside")),
                (
                    "commitment",
                    models.CharField(
                        help_text="Shown before the deal, so that everyone can check the shuffle afterwards.",
                        max_length=64,
                        verbose_name="fingerprint",
                    ),
                ),
                ("outcome", models.JSONField(blank=True, null=True)),
                (
                    "compacted",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the log is stored in one row (`CompactLog`).",
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="match_awake"
                    ),
                    models.Index(fields=["-begun_at"], name="match_history"),
                    models.Index(
                        condition=models.Q(("listed", True)), fields=["-begun_at", "-id"], name="match_listed"
                    ),
                    models.Index(
                        condition=models.Q(("listed", True)),
                        fields=["game", "-begun_at", "-id"],
                        name="match_listed_of_game",
                    ),
                    models.Index(
                        condition=models.Q(("listed", True), ("occasion_path__gt", "")),
                        fields=["occasion_path", "-begun_at", "-id"],
                        name="match_of_occasion",
                    ),
                    models.Index(
                        django.db.models.functions.text.Lower("occasion"),
                        models.OrderBy(models.F("begun_at"), descending=True),
                        condition=models.Q(("listed", True), ("occasion_path__gt", "")),
                        name="match_occasion_named",
                    ),
                    models.Index(
                        condition=models.Q(("over_at__isnull", False)), fields=["over_at"], name="match_ended"
                    ),
                    models.Index(
                        condition=models.Q(("origin", ""), _negated=True), fields=["begun_at"], name="match_sandboxes"
                    ),
                    models.Index(
                        condition=models.Q(("compacted", False), ("origin", ""), ("over_at__isnull", False)),
                        fields=["over_at", "id"],
                        name="match_to_compact",
                    ),
                    models.Index(
                        condition=models.Q(("resumes_at__isnull", False)), fields=["resumes_at"], name="match_resumes"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "over"), _negated=True),
                            models.Q(("outcome__isnull", False), ("over_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="match_over_has_outcome",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status", "playing"), ("wake_at__isnull", True), _connector="OR"),
                        name="match_wakes_in_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status", "paused"), ("resumes_at__isnull", True), _connector="OR"),
                        name="match_resumes_paused",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("payload", models.TextField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Bookmark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("favourite", models.BooleanField()),
                ("note", models.TextField(blank=True)),
                ("at", models.DateTimeField(help_text="Last change.")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-at", "-id"], name="bookmark_latest")],
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="bookmark_once")],
            },
        ),
        migrations.CreateModel(
            name="Chair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField()),
                ("bot", models.BooleanField(default=False, help_text="A house bot has this seat.", verbose_name="bot")),
                (
                    "substitute",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the bot replaced a player, whose account may have been deleted.",
                    ),
                ),
                (
                    "autopilot",
                    models.BooleanField(
                        default=False,
                        help_text="The bot plays until the player returns.",
                        verbose_name="bot standing in",
                    ),
                ),
                ("missed", models.PositiveSmallIntegerField(default=0, help_text="Turns missed in a row.")),
                (
                    "absent_at",
                    models.DateTimeField(
                        blank=True, help_text="When the bot started playing for the player.", null=True
                    ),
                ),
                (
                    "vacant",
                    models.BooleanField(default=False, help_text="Whether the table is looking for a substitute."),
                ),
                ("reserve", models.PositiveIntegerField(default=0, help_text="Seconds left in the time bank.")),
                (
                    "won",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether the match is over and this seat finished first, alone or tied. Used to find wins.",
                    ),
                ),
                (
                    "seen",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        help_text="Number of facts that the player has seen, of those visible to the seat.",
                    ),
                ),
                (
                    "orders",
                    models.TextField(
                        default="[]",
                        help_text="Standing orders as JSON, [[ticket, order], …], in the order in which they are tried.",
                    ),
                ),
                (
                    "former",
                    models.ForeignKey(
                        blank=True,
                        help_text="The player who had this seat before a bot or someone else took over.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="previous player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "db_table": "matches_seat",
                "indexes": [
                    models.Index(condition=models.Q(("vacant", True)), fields=["match"], name="seat_vacant"),
                    models.Index(condition=models.Q(("won", True)), fields=["player", "match"], name="seat_won"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "index"), name="seat_once"),
                    models.UniqueConstraint(fields=("match", "player"), name="player_sits_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CompactPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="Number that stands for the player in the log, by first required turn."
                    ),
                ),
                ("seat", models.SmallIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "place"), name="compact_player_once")],
            },
        ),
        migrations.CreateModel(
            name="Fact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("n", models.PositiveIntegerField(help_text="Position in the log, from 0.")),
                ("move", models.PositiveIntegerField()),
                (
                    "audience",
                    models.PositiveIntegerField(
                        help_text="Bit 0 for the public, bit 1 + seat for each seat. 0 if only the referee can see it."
                    ),
                ),
                ("event", models.TextField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="logged", to="matches.match"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "n"), name="fact_once")],
            },
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.SmallIntegerField()),
                ("key", models.CharField(help_text="Key of the question.", max_length=40)),
                (
                    "asked_at",
                    models.DateTimeField(help_text="When the hint was last requested. The oldest request comes first."),
                ),
                (
                    "found",
                    models.TextField(blank=True, help_text="What Flint would do, as JSON. Empty until that is known."),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hints", to="matches.match"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("found", "")), fields=["asked_at"], name="hint_waiting")],
                "constraints": [models.UniqueConstraint(fields=("match", "seat", "key"), name="hint_once")],
            },
        ),
        migrations.CreateModel(
            name="MatchFeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=20)),
                ("month", models.DateField()),
                ("kind", models.CharField(max_length=12)),
                ("number", models.PositiveIntegerField()),
                ("fact", models.PositiveIntegerField(help_text="Number of the fact in the log.")),
                ("move", models.PositiveIntegerField(help_text="Number of the move it belongs to.")),
                ("seat", models.PositiveSmallIntegerField(help_text="Seat that achieved it, if any.", null=True)),
                (
                    "bot",
                    models.BooleanField(
                        help_text="Whether it was a bot. If not and there is a seat but no player, the account has been deleted."
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="feats", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "kind", "-number", "match"], name="feat_ever"),
                    models.Index(fields=["game", "kind", "month", "-number", "match"], name="feat_month"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "kind"), name="feat_once")],
            },
        ),
        migrations.CreateModel(
            name="Memory",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("observer", models.SmallIntegerField(help_text="Seat number, -1 for the public, -2 for the referee.")),
                ("upto", models.PositiveIntegerField(help_text="Number of facts of the log included.")),
                ("heard", models.PositiveIntegerField(help_text="Number of those facts that the observer can see.")),
                ("state", models.TextField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memories", to="matches.match"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "observer"), name="memory_once")],
            },
        ),
        migrations.CreateModel(
            name="Missed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "at"], name="missed_duty")],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("deal", "Deal"),
                            ("seat", "Seat"),
                            ("clock", "Clock"),
                            ("order", "Order"),
                            ("bot", "Bot"),
                            ("house", "House"),
                        ],
                        max_length=5,
                    ),
                ),
                ("seat", models.SmallIntegerField(null=True)),
                ("key", models.CharField(blank=True, max_length=40)),
                ("action", models.TextField(blank=True)),
                (
                    "took",
                    models.PositiveIntegerField(
                        help_text="Seconds from the question to the answer, for a required turn.", null=True
                    ),
                ),
                (
                    "audience",
                    models.PositiveIntegerField(
                        help_text="Who can see who made the move, when and why: the audience of its first fact (bits as in Fact)."
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="Player who played this required turn. Empty for any other move.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("player__isnull", False)), fields=["player", "at"], name="move_duty"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="move_once")],
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.SmallIntegerField()),
                ("key", models.CharField(max_length=40)),
                ("about", models.CharField(max_length=20)),
                ("opened_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(help_text="Until when an answer uses no time from the time bank.")),
                (
                    "lapses_at",
                    models.DateTimeField(help_text="When silence counts as the answer: `due_at` plus the time bank."),
                ),
                (
                    "answered",
                    models.BooleanField(help_text="Whether the seat has answered and can only change its answer."),
                ),
                ("duty", models.BooleanField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="matches.match"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seat", "key"), name="question_once")],
            },
        ),
        migrations.CreateModel(
            name="QuietHoursRow",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rest",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "begins",
                    models.PositiveSmallIntegerField(
                        help_text="Minutes after midnight. Empty if there are no quiet hours.", null=True
                    ),
                ),
                ("ends", models.PositiveSmallIntegerField(null=True)),
                (
                    "next_begins",
                    models.PositiveSmallIntegerField(help_text="New value, in force from `changes_at`.", null=True),
                ),
                ("next_ends", models.PositiveSmallIntegerField(null=True)),
                ("changes_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "matches_rest",
            },
        ),
        migrations.CreateModel(
            name="RefereeLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(help_text="When they first looked.")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="referee_look_once")],
            },
        ),
        migrations.CreateModel(
            name="Reliability",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reliability",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("answered", models.PositiveIntegerField(help_text="Required turns played on time.")),
                ("missed", models.PositiveIntegerField(help_text="Required turns missed.")),
                ("median", models.PositiveIntegerField(help_text="Median seconds from question to answer.", null=True)),
                (
                    "share",
                    models.FloatField(
                        help_text="Share of required turns played on time, 0 to 1. Empty if there were too few.",
                        null=True,
                    ),
                ),
                ("counted_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="SweepRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Tenure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("until", models.PositiveIntegerField(help_text="Number of the first fact after this player's time.")),
                (
                    "bot",
                    models.BooleanField(
                        help_text="Whether it was a bot. If not and there is no player, the account has been deleted."
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tenures", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seat", "until"), name="tenure_once")],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(help_text="Planned end, or when the player came back early.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-ends_at"], name="vacation_latest")],
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(help_text="When the analysis was requested. The oldest request comes first."),
                ),
                ("reached", models.PositiveIntegerField(default=0, help_text="Number of moves analysed so far.")),
                (
                    "over",
                    models.BooleanField(
                        default=False, help_text="Whether all moves have been analysed or the record cannot be read."
                    ),
                ),
                (
                    "found",
                    models.TextField(default="{}", help_text="Results so far (`engine.insight.Insight`) as JSON."),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(condition=models.Q(("over", False)), fields=["asked_at"], name="analysis_waiting")
                ],
            },
        ),
        migrations.CreateModel(
            name="CompactLog",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="compact_log",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("packed", models.BinaryField(help_text="All moves and facts, packed by `store.compact`.")),
                (
                    "handed",
                    models.PositiveIntegerField(
                        help_text="Seats whose players left or were replaced, as a bit mask (bit 1 + seat, as in Fact)."
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MatchDigest",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="digest",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                (
                    "edition",
                    models.PositiveSmallIntegerField(
                        help_text="Version of the computation. Older digests are computed again."
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("month", models.DateField(help_text="First day of the month (UTC) in which the match ended.")),
                ("begun_at", models.DateTimeField(help_text="Start of the match, copied from it.", null=True)),
                ("seats", models.PositiveSmallIntegerField()),
                ("moves", models.PositiveIntegerField()),
                (
                    "length",
                    models.PositiveSmallIntegerField(
                        help_text="Short (0), medium (1) or long (2) for its game.", null=True
                    ),
                ),
                ("leads", models.PositiveIntegerField(help_text="How often the lead changed.")),
                (
                    "margin",
                    models.PositiveIntegerField(
                        help_text="Points between first and second place. Empty without a result.", null=True
                    ),
                ),
                ("excitement", models.PositiveSmallIntegerField(help_text="Number from 0 to 1000.")),
                ("course", models.BinaryField(help_text="Course of the scores for a small chart (`engine.digest`).")),
            ],
            options={
                "indexes": [
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
                ],
            },
        ),
        migrations.CreateModel(
            name="Seed",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("seed", models.BinaryField(max_length=32)),
            ],
        ),
    ]
