"""All tables of this app after `0008_plain_english`. A new database runs this instead of all steps up to it."""

import apps.common.codes
import apps.lobby.models
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("lobby", "0001_initial"),
        ("lobby", "0002_finding_people"),
        ("lobby", "0003_words"),
        ("lobby", "0004_mailed"),
        ("lobby", "0005_opponents"),
        ("lobby", "0006_circle"),
        ("lobby", "0007_circle_index"),
        ("lobby", "0008_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Unwanted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Queue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=20)),
                ("pace_name", models.CharField(max_length=20)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "pace_name"), name="queue_once")],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=apps.lobby.models.new_code, max_length=16, unique=True, verbose_name="code"
                    ),
                ),
                ("game", models.SlugField(max_length=20)),
                ("seats", models.PositiveSmallIntegerField(verbose_name="seats")),
                ("options", models.JSONField(help_text="Options, validated by the game's setup.")),
                ("pace", models.JSONField(help_text="Seconds allowed for each kind of question.")),
                ("pace_name", models.CharField(help_text="Name of the preset, or “custom”.", max_length=20)),
                (
                    "public",
                    models.BooleanField(
                        default=True,
                        help_text="Shown in the list. Otherwise only people with the link can find it.",
                        verbose_name="public",
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="opened")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("match_code", models.CharField(blank=True, max_length=16)),
                (
                    "language",
                    models.CharField(blank=True, help_text="Language spoken at the table. Empty if any.", max_length=5),
                ),
                (
                    "rated",
                    models.BooleanField(
                        default=False,
                        help_text="Counts towards ratings. Only players with an account can join.",
                        verbose_name="rated",
                    ),
                ),
                (
                    "least_share",
                    models.FloatField(
                        blank=True,
                        help_text="Minimum share of turns played on time, 0 to 1. Empty if there is none.",
                        null=True,
                    ),
                ),
                (
                    "newcomers",
                    models.BooleanField(
                        default=True, help_text="Whether players with too few turns to judge can join."
                    ),
                ),
                (
                    "friends_only",
                    models.BooleanField(
                        default=False, help_text="Whether only the host's friends and invited players can join."
                    ),
                ),
                (
                    "by_itself",
                    models.BooleanField(
                        default=False,
                        help_text="The match starts when the last seat is taken.",
                        verbose_name="starts automatically",
                    ),
                ),
                (
                    "bots_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When bots take the free seats and the match starts.",
                        null=True,
                        verbose_name="bots join at",
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
                (
                    "usual",
                    models.BooleanField(
                        default=False,
                        help_text="Whether the options are the defaults, so that a quick match can use the table.",
                    ),
                ),
                ("vacant", models.PositiveSmallIntegerField(default=0, help_text="Free seats, as of the last change.")),
                (
                    "present",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="Players at the table, as of the last change."
                    ),
                ),
                (
                    "rematch_of",
                    models.CharField(
                        blank=True, help_text="Code of the match that this is a rematch of.", max_length=16
                    ),
                ),
                (
                    "circle",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Code of the club that the table is reserved for. Services check that players are members.",
                        max_length=16,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="opened by",
                    ),
                ),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "indexes": [
                    models.Index(
                        condition=models.Q(("started_at__isnull", True)), fields=["-created_at"], name="table_open"
                    ),
                    models.Index(
                        condition=models.Q(("public", True), ("started_at__isnull", True), ("vacant__gt", 0)),
                        fields=["-created_at", "-id"],
                        name="table_listed",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("public", True), ("started_at__isnull", True), ("usual", True), ("vacant__gt", 0)
                        ),
                        fields=["game", "pace_name", "-present", "created_at"],
                        name="table_quick",
                    ),
                    models.Index(
                        condition=models.Q(("bots_at__isnull", False), ("started_at__isnull", True)),
                        fields=["bots_at"],
                        name="table_bots",
                    ),
                    models.Index(
                        condition=models.Q(("circle", ""), _negated=True),
                        fields=["circle", "-created_at"],
                        name="table_circle",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("rematch_of", ""), _negated=True),
                        fields=("rematch_of",),
                        name="table_rematch_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rated", False), ("bots_at__isnull", True), _connector="OR"),
                        name="table_rated_no_bots",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("started_at__isnull", True), models.Q(("match_code", ""), _negated=True), _connector="XOR"
                        ),
                        name="table_started_has_match",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, help_text="Name as typed.", max_length=150)),
                ("email", models.EmailField(blank=True, help_text="Visible to the sender only.", max_length=254)),
                ("language", models.CharField(blank=True, help_text="Language of the e-mail.", max_length=5)),
                (
                    "mail_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When the e-mail is next tried, and the limit for the current try. Empty if never.",
                        null=True,
                    ),
                ),
                ("mail_tries", models.PositiveSmallIntegerField(default=0)),
                ("token", models.CharField(default=apps.common.codes.new_token, max_length=43, unique=True)),
                ("created_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[("accepted", "Accepted"), ("declined", "Declined"), ("withdrawn", "Withdrawn")],
                        max_length=9,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "meant",
                    models.ForeignKey(
                        blank=True,
                        help_text="Player who has confirmed this address. The sender never finds out that there is one.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="lobby.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("answered_at__isnull", True)), fields=["to"], name="invitation_open"
                    ),
                    models.Index(
                        condition=models.Q(("mail_at__isnull", False)), fields=["mail_at"], name="invitation_mail"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("table"),
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("name", ""), _negated=True),
                        name="invitation_name_once",
                    ),
                    models.UniqueConstraint(
                        models.F("table"),
                        django.db.models.functions.text.Lower("email"),
                        condition=models.Q(("email", ""), _negated=True),
                        name="invitation_email_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), ("email", ""), _connector="XOR"),
                        name="invitation_name_or_email",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("answered_at__isnull", True), models.Q(("answer", ""), _negated=True), _connector="XOR"
                        ),
                        name="invitation_answered",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Chair",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField()),
                ("bot", models.BooleanField(default=False, verbose_name="bot")),
                ("kept_until", models.DateTimeField(blank=True, null=True, verbose_name="reserved until")),
                (
                    "kept_for",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reserved for",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="chairs",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chairs", to="lobby.table"
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "indexes": [
                    models.Index(
                        condition=models.Q(("kept_until__isnull", False)), fields=["kept_until"], name="chair_kept"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "index"), name="chair_once"),
                    models.UniqueConstraint(fields=("table", "player"), name="chair_player_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player__isnull", True), ("bot", False), _connector="OR"),
                        name="chair_player_or_bot",
                    ),
                ],
            },
        ),
    ]
