"""All tables of this app after `0005_plain_english`. A new database runs this instead of all steps up to it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("talk", "0001_initial"),
        ("talk", "0002_comments"),
        ("talk", "0003_notes"),
        ("talk", "0004_boards"),
        ("talk", "0005_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("matches", "0001_squashed_0027_plain_english"),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="Talk",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="sent at")),
                ("text", models.TextField(blank=True, verbose_name="text")),
                ("phrase", models.CharField(blank=True, max_length=20)),
                (
                    "hidden_at",
                    models.DateTimeField(
                        help_text="When the message was hidden from everyone except organisers.",
                        null=True,
                        verbose_name="hidden",
                    ),
                ),
                (
                    "move",
                    models.PositiveIntegerField(
                        help_text="Move of the replay that this is a comment on. Empty if it was said at the table.",
                        null=True,
                        verbose_name="move",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Empty if the account has been deleted.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="said",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "indexes": [models.Index(fields=["match", "id"], name="talk_of_match")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), ("phrase", ""), _connector="XOR"),
                        name="message_words_or_phrase",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "other"), name="mute_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("other")), _negated=True), name="mute_of_another"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Nudge",
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
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="nudge_once")],
            },
        ),
        migrations.CreateModel(
            name="Post",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="sent at")),
                ("text", models.TextField(verbose_name="text")),
                (
                    "hidden_at",
                    models.DateTimeField(
                        help_text="When the post was hidden from everyone except moderators.",
                        null=True,
                        verbose_name="hidden",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Empty if the account has been deleted.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="posts",
                        to="talk.board",
                        verbose_name="chat",
                    ),
                ),
            ],
            options={
                "verbose_name": "post",
                "verbose_name_plural": "posts",
                "indexes": [models.Index(fields=["board", "-id"], name="posts_of_board")],
            },
        ),
        migrations.CreateModel(
            name="PostReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "An insult or a threat"),
                            ("spam", "Spam or advertising"),
                            ("cheating", "Cheating, or giving secrets away"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                        verbose_name="reason",
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=500, verbose_name="details")),
                ("at", models.DateTimeField(verbose_name="reported")),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("open", "Not decided yet"),
                            ("hidden", "Message hidden"),
                            ("silenced", "Message hidden, author banned from chat"),
                            ("dismissed", "Dismissed"),
                        ],
                        default="open",
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True, verbose_name="closed at")),
                (
                    "post",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="talk.post",
                        verbose_name="post",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="closed by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report of a post",
                "verbose_name_plural": "reports of posts",
                "indexes": [
                    models.Index(condition=models.Q(("verdict", "open")), fields=["at"], name="post_report_queue")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("post", "reporter"), name="post_report_once"),
                    models.CheckConstraint(
                        condition=models.Q(("verdict", "open"), ("settled_at__isnull", False), _connector="XOR"),
                        name="post_report_settled_has_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("upto", models.PositiveBigIntegerField(help_text="Id of the last message they have seen.")),
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
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="reading_once")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "An insult or a threat"),
                            ("spam", "Spam or advertising"),
                            ("cheating", "Cheating, or giving secrets away"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                        verbose_name="reason",
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=500, verbose_name="details")),
                ("at", models.DateTimeField(verbose_name="reported")),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("open", "Not decided yet"),
                            ("hidden", "Message hidden"),
                            ("silenced", "Message hidden, author banned from chat"),
                            ("dismissed", "Dismissed"),
                        ],
                        default="open",
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True, verbose_name="closed at")),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="talk.message",
                        verbose_name="message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="closed by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "indexes": [models.Index(condition=models.Q(("verdict", "open")), fields=["at"], name="report_queue")],
                "constraints": [
                    models.UniqueConstraint(fields=("message", "reporter"), name="report_once"),
                    models.CheckConstraint(
                        condition=models.Q(("verdict", "open"), ("settled_at__isnull", False), _connector="XOR"),
                        name="report_settled_has_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Silence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("until", models.DateTimeField(verbose_name="until")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="silences",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="talk.report",
                        verbose_name="report",
                    ),
                ),
            ],
            options={
                "verbose_name": "chat ban",
                "verbose_name_plural": "chat bans",
                "indexes": [models.Index(fields=["player", "-until"], name="silence_latest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", models.F("since"))), name="silence_ends_later"
                    )
                ],
            },
        ),
    ]
