"""All tables of this app after `0018_plain_english`. A new database runs this instead of all steps up to it."""

import apps.tournaments.models.tournament
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_first"),
        ("tournaments", "0002_words"),
        ("tournaments", "0003_names"),
        ("tournaments", "0004_pod_matches"),
        ("tournaments", "0005_opponents"),
        ("tournaments", "0006_announcements"),
        ("tournaments", "0007_season"),
        ("tournaments", "0008_check_in"),
        ("tournaments", "0009_leagues"),
        ("tournaments", "0010_ladders"),
        ("tournaments", "0011_circle"),
        ("tournaments", "0012_circle_index"),
        ("tournaments", "0013_arenas"),
        ("tournaments", "0014_prizes"),
        ("tournaments", "0015_asked_at"),
        ("tournaments", "0016_teams"),
        ("tournaments", "0017_board"),
        ("tournaments", "0018_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("matches", "0001_squashed_0027_plain_english"),
        ("talk", "0001_squashed_0005_plain_english"),
    ]

    operations = [
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "every",
                    models.CharField(
                        choices=[("week", "every week"), ("month", "every month")],
                        max_length=5,
                        verbose_name="how often",
                    ),
                ),
                (
                    "nth",
                    models.SmallIntegerField(
                        choices=[
                            (1, "first in the month"),
                            (2, "second in the month"),
                            (3, "third in the month"),
                            (4, "fourth in the month"),
                            (-1, "last in the month"),
                        ],
                        default=1,
                        help_text="Monthly series only.",
                        verbose_name="which of these weekdays in the month",
                    ),
                ),
                ("time_zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "ahead",
                    models.PositiveSmallIntegerField(
                        default=7,
                        help_text="How many days before its start the next tournament is announced and registration opens.",
                        verbose_name="days ahead",
                    ),
                ),
                ("active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="For the yearly table: how many of each player’s best results count. 0 means all.",
                        verbose_name="results that count",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournament series",
                "verbose_name_plural": "series",
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=apps.tournaments.models.tournament.new_code, max_length=16, unique=True),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("about", models.TextField(blank=True, max_length=4000, verbose_name="description")),
                (
                    "prizes",
                    models.TextField(blank=True, db_default="", default="", max_length=2000, verbose_name="prizes"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("announced", "announced"),
                            ("open", "registration is open"),
                            ("closed", "registration is closed"),
                            ("running", "running"),
                            ("paused", "paused"),
                            ("over", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="draft",
                        max_length=9,
                        verbose_name="status",
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("options", models.JSONField(default=dict, help_text="Options, validated by the game's setup.")),
                ("pace", models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")),
                ("pace_name", models.CharField(max_length=20)),
                ("plan", models.JSONField(default=dict, help_text="See `formats.plan.Plan`.")),
                ("rated", models.BooleanField(default=True, verbose_name="rated")),
                ("listed", models.BooleanField(default=True, verbose_name="public")),
                (
                    "vacations",
                    models.BooleanField(
                        default=False, help_text="Whether to wait for players on vacation.", verbose_name="vacations"
                    ),
                ),
                (
                    "opponents",
                    models.CharField(
                        choices=[("spark", "Spark"), ("cinder", "Cinder"), ("flint", "Flint")],
                        db_default="cinder",
                        default="cinder",
                        help_text="How well they play.",
                        max_length=6,
                        verbose_name="bots",
                    ),
                ),
                ("least", models.PositiveSmallIntegerField(default=6, verbose_name="minimum entrants")),
                ("most", models.PositiveSmallIntegerField(default=64, verbose_name="maximum entrants")),
                ("invited_only", models.BooleanField(default=False, verbose_name="by invitation only")),
                ("least_rating", models.IntegerField(blank=True, null=True, verbose_name="minimum rating")),
                ("most_rating", models.IntegerField(blank=True, null=True, verbose_name="maximum rating")),
                (
                    "least_share",
                    models.FloatField(
                        blank=True, help_text="Share from 0 to 1.", null=True, verbose_name="minimum reliability"
                    ),
                ),
                ("opens_at", models.DateTimeField(blank=True, null=True, verbose_name="registration opens")),
                ("starts_at", models.DateTimeField(verbose_name="starts")),
                ("round_hours", models.PositiveIntegerField(blank=True, null=True, verbose_name="hours per round")),
                ("fixed", models.BooleanField(default=False, verbose_name="rounds at fixed times")),
                ("break_hours", models.PositiveIntegerField(default=0, verbose_name="hours between rounds")),
                ("by_itself", models.BooleanField(default=True, verbose_name="runs automatically")),
                (
                    "check_in",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether entrants are asked to check in before the start.",
                        verbose_name="check-in",
                    ),
                ),
                (
                    "circle",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Code of the club that the tournament is reserved for. Services check that players are members.",
                        max_length=16,
                    ),
                ),
                ("asked_at", models.DateTimeField(help_text="When entrants were last asked to check in.", null=True)),
                (
                    "hosted",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether it was created on the site, where staff rights are not needed.",
                    ),
                ),
                (
                    "commitment",
                    models.CharField(blank=True, help_text="Fingerprint of the seed, shown in advance.", max_length=64),
                ),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "outage",
                    models.PositiveIntegerField(
                        default=0, help_text="Id of the last outage for which its times were moved."
                    ),
                ),
                (
                    "reminded_for",
                    models.DateTimeField(help_text="Start time of which entrants were last reminded.", null=True),
                ),
                (
                    "board",
                    models.OneToOneField(
                        editable=False,
                        help_text="Chat of the tournament. Empty until the first message.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="talk.board",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournaments",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
                "indexes": [
                    models.Index(fields=["status", "starts_at"], name="tournament_status"),
                    models.Index(fields=["-starts_at"], name="tournament_history"),
                    models.Index(
                        condition=models.Q(("circle", ""), _negated=True),
                        fields=["circle", "-starts_at"],
                        name="tournament_circle",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("least__gte", 2), ("most__gte", models.F("least"))),
                        name="tournament_numbers",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("series__isnull", False)),
                        fields=("series", "starts_at"),
                        name="tournament_series_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="Number in the tournament, from 0.")),
                ("stage", models.PositiveSmallIntegerField()),
                ("within", models.PositiveSmallIntegerField(help_text="Number in its stage, from 0.")),
                (
                    "state",
                    models.CharField(
                        choices=[("proposed", "Proposed"), ("published", "Published"), ("over", "Over")],
                        default="proposed",
                        max_length=9,
                    ),
                ),
                ("field", models.JSONField(help_text="Numbers of the entrants in this round, the best so far first.")),
                ("proposal", models.JSONField(help_text="See `pairing.proposal.Proposal`.")),
                ("proposed_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField(help_text="When the round was proposed or last changed by hand.")),
                (
                    "starts_at",
                    models.DateTimeField(
                        help_text="When the round is published, if the tournament runs by itself.", null=True
                    ),
                ),
                ("published_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(help_text="When unfinished matches are ended.", null=True)),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="round_once")],
            },
        ),
        migrations.CreateModel(
            name="Pod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField(help_text="Number in its round, from 0.")),
                (
                    "sheet",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Number of the set of tables, if each entrant plays at more than one in this round.",
                    ),
                ),
                ("seats", models.JSONField(help_text="Numbers of the entrants in seat order.")),
                (
                    "ends_at",
                    models.DateTimeField(
                        help_text="End of the round, unless the table was given more time.", null=True
                    ),
                ),
                ("called_for", models.DateTimeField(help_text="End time for which the last call was sent.", null=True)),
                ("closed_at", models.DateTimeField(help_text="When unfinished matches were ended.", null=True)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pods", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("round", "index"), name="pod_once")],
            },
        ),
        migrations.CreateModel(
            name="Arena",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("about", models.TextField(blank=True, max_length=2000, verbose_name="description")),
                ("game", models.SlugField(max_length=20)),
                ("begins_at", models.DateTimeField(verbose_name="starts")),
                ("ends_at", models.DateTimeField(verbose_name="ends")),
                (
                    "streak",
                    models.PositiveSmallIntegerField(
                        default=3,
                        help_text="With 3, the third win in a row and every further one count double. 0 means never.",
                        verbose_name="wins in a row",
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "arena",
                "verbose_name_plural": "arenas",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("begins_at"))), name="arena_lasts"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("about", models.TextField(blank=True, max_length=2000, verbose_name="description")),
                (
                    "active",
                    models.BooleanField(
                        default=True, help_text="If off, no one can join or challenge.", verbose_name="active"
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("options", models.JSONField(default=dict, help_text="Options, validated by the game's setup.")),
                ("pace", models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")),
                ("pace_name", models.CharField(max_length=20)),
                ("rated", models.BooleanField(default=True, verbose_name="rated")),
                (
                    "reach",
                    models.PositiveSmallIntegerField(
                        default=4,
                        help_text="How many places up a player can challenge.",
                        verbose_name="challenge range",
                    ),
                ),
                ("most", models.PositiveSmallIntegerField(default=4, verbose_name="maximum players per table")),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=2,
                        help_text="How many of its tables each player can have running.",
                        verbose_name="simultaneous tables per player",
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "ladder",
                "verbose_name_plural": "ladders",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("at_once__gte", 1), ("most__gte", 2), ("reach__gte", 1)),
                        name="ladder_numbers",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LadderTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("counted_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.ladder"
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.match"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["ladder", "-counted_at"], name="ladder_history"),
                    models.Index(
                        condition=models.Q(("counted_at__isnull", True)), fields=["ladder"], name="ladder_running"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LadderSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField()),
                (
                    "finish",
                    models.PositiveSmallIntegerField(
                        help_text="Place at the table. Empty without a result.", null=True
                    ),
                ),
                (
                    "before",
                    models.PositiveIntegerField(
                        help_text="Place on the ladder before the table was counted.", null=True
                    ),
                ),
                (
                    "after",
                    models.PositiveIntegerField(
                        help_text="Place on the ladder after the table was counted. Empty if the player had left.",
                        null=True,
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
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournaments.laddertable"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "index"), name="ladder_seat_once")],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("about", models.TextField(blank=True, max_length=2000, verbose_name="description")),
                (
                    "active",
                    models.BooleanField(
                        default=True, help_text="If off, the current season is the last.", verbose_name="active"
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("options", models.JSONField(default=dict, help_text="Options, validated by the game's setup.")),
                ("pace", models.JSONField(default=dict, help_text="Seconds allowed for each kind of question.")),
                ("pace_name", models.CharField(max_length=20)),
                ("plan", models.JSONField(default=dict, help_text="Plan of a division, see `formats.plan.Plan`.")),
                ("rated", models.BooleanField(default=True, verbose_name="rated")),
                (
                    "opponents",
                    models.CharField(
                        choices=[("spark", "Spark"), ("cinder", "Cinder"), ("flint", "Flint")],
                        default="cinder",
                        help_text="How well they play if an organiser adds any.",
                        max_length=6,
                        verbose_name="bots",
                    ),
                ),
                ("least", models.PositiveSmallIntegerField(default=6, verbose_name="minimum per division")),
                ("most", models.PositiveSmallIntegerField(default=12, verbose_name="maximum per division")),
                (
                    "moves",
                    models.PositiveSmallIntegerField(
                        default=2,
                        help_text="From each division. The same number are relegated to make room.",
                        verbose_name="promoted per division",
                    ),
                ),
                ("round_hours", models.PositiveIntegerField(default=168, verbose_name="hours per round")),
                ("pause_days", models.PositiveSmallIntegerField(default=7, verbose_name="days between seasons")),
                ("starts_at", models.DateTimeField(verbose_name="first season starts")),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("least__gte", 3),
                            ("most__gte", models.F("least")),
                            ("moves__gte", 1),
                            ("moves__lt", models.F("least")),
                        ),
                        name="league_numbers",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.league"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="leagues", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at__isnull", True)),
                        fields=("league", "player"),
                        name="league_member_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Luck",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("seed", models.BinaryField(default=apps.tournaments.models.tournament.new_seed, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="Guest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guests", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "invited player",
                "verbose_name_plural": "invited players",
                "constraints": [models.UniqueConstraint(fields=("tournament", "player"), name="tournament_guest_once")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="Number in order of registration, from 1.")),
                ("bot", models.BooleanField(default=False, help_text="Whether the entrant is a bot.")),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "on the waiting list"), ("in", "entered"), ("out", "withdrawn")],
                        default="in",
                        max_length=7,
                    ),
                ),
                ("at", models.DateTimeField(help_text="When the entrant registered.")),
                ("strength", models.FloatField(help_text="Rating when the tournament started.", null=True)),
                (
                    "missed",
                    models.BooleanField(
                        default=False, help_text="Whether the entrant was removed for not coming to a table."
                    ),
                ),
                (
                    "checked_in_at",
                    models.DateTimeField(
                        help_text="When the entrant last checked in, came back or was there at the start.", null=True
                    ),
                ),
                (
                    "team",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Name of the team whose captain the player is. Empty for a single player.",
                        max_length=40,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Secret in the link for joining the team.",
                        max_length=43,
                    ),
                ),
                (
                    "team_changed_at",
                    models.DateTimeField(help_text="When a member last joined, left or changed boards.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "substitute",
                    models.ForeignKey(
                        help_text="Player who plays the published matches of an entrant who is out.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "entrant",
                "verbose_name_plural": "entrants",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
                    models.UniqueConstraint(fields=("tournament", "player"), name="entry_player_once"),
                    models.CheckConstraint(
                        condition=models.Q(("bot", False), ("player__isnull", True), _connector="OR"),
                        name="entry_player_or_bot",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.PositiveSmallIntegerField(help_text="Number of the season, from 1.")),
                ("number", models.PositiveSmallIntegerField(help_text="Number of the division. 1 is the highest.")),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="divisions", to="tournaments.league"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="division",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("league", "season", "number"), name="division_once")],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("what", models.CharField(max_length=20)),
                ("words", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Empty if it was done automatically.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "db_table": "tournaments_act",
                "indexes": [models.Index(fields=["tournament", "-id"], name="act_latest")],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(help_text="In Markdown.")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Organiser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("helper", models.BooleanField(default=False, verbose_name="helper only")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organises",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organisers",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "organiser",
                "verbose_name_plural": "organisers",
                "constraints": [models.UniqueConstraint(fields=("tournament", "player"), name="organiser_once")],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("places", models.JSONField(help_text="Place of each seat, 1 is best.")),
                ("missing", models.JSONField(default=list, help_text="Numbers of the entrants who count as absent.")),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pod",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="corrections", to="tournaments.pod"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PodMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=0, help_text="Number in its pod, from 0.")),
                (
                    "overdue",
                    models.JSONField(default=list, help_text="Entrants who still owed an answer when time was up."),
                ),
                (
                    "lineup",
                    models.JSONField(
                        help_text="For teams, by seat: the member who plays, or null if there is none.", null=True
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.match"
                    ),
                ),
                (
                    "pod",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.pod"
                    ),
                ),
            ],
            options={
                "db_table": "tournaments_bout",
                "indexes": [
                    models.Index(condition=models.Q(("match__isnull", True)), fields=["pod"], name="bout_owed")
                ],
                "constraints": [models.UniqueConstraint(fields=("pod", "number"), name="bout_once")],
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "board",
                    models.PositiveSmallIntegerField(
                        help_text="Order of the members. The first plays on the first board."
                    ),
                ),
                ("at", models.DateTimeField(help_text="When the player joined.")),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.entry"
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
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "member of a team",
                "verbose_name_plural": "members of a team",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at__isnull", True)),
                        fields=("tournament", "player"),
                        name="team_member_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ArenaPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "arena",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tournaments.arena"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arenas", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("arena", "player"), name="arena_player_once")],
            },
        ),
        migrations.CreateModel(
            name="LadderMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "place",
                    models.PositiveIntegerField(help_text="Place from 1. The ladder's lock keeps places unique."),
                ),
                ("since", models.DateTimeField()),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.ladder"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ladders", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["ladder", "place"], name="ladder_order")],
                "constraints": [models.UniqueConstraint(fields=("ladder", "player"), name="ladder_member_once")],
            },
        ),
    ]
