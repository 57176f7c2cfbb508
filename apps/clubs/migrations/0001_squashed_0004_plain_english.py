"""All tables of this app after `0004_plain_english`. A new database runs this instead of all steps up to it."""

import apps.clubs.models
import apps.common.codes
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("clubs", "0001_initial"),
        ("clubs", "0002_board"),
        ("clubs", "0003_posts"),
        ("clubs", "0004_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("talk", "0001_squashed_0005_plain_english"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=apps.clubs.models.new_code, max_length=16, unique=True, verbose_name="code"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "skeleton",
                    models.CharField(
                        editable=False,
                        help_text="Normalised name, the same for all names that look alike.",
                        max_length=320,
                    ),
                ),
                ("about", models.TextField(blank=True, help_text="In Markdown.", verbose_name="description")),
                (
                    "open",
                    models.BooleanField(
                        default=True,
                        help_text="Anyone can join. Otherwise players need an invitation or must be accepted.",
                        verbose_name="open",
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=apps.common.codes.new_token,
                        help_text="Secret in the invitation link.",
                        max_length=43,
                        unique=True,
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="founded")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                (
                    "board",
                    models.OneToOneField(
                        editable=False,
                        help_text="Chat of the club. Empty until the first message.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="talk.board",
                    ),
                ),
                (
                    "founder",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="founded by",
                    ),
                ),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "indexes": [
                    models.Index(
                        django.db.models.functions.text.Lower("name"),
                        models.F("id"),
                        condition=models.Q(("closed_at__isnull", True)),
                        name="club_listed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("closed_at__isnull", True)),
                        name="club_name_once",
                    ),
                    models.UniqueConstraint(
                        models.F("skeleton"), condition=models.Q(("closed_at__isnull", True)), name="club_skeleton_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="exclusions", to="clubs.club"
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
                "constraints": [models.UniqueConstraint(fields=("club", "player"), name="exclusion_once")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="Name as typed.", max_length=150)),
                ("at", models.DateTimeField()),
                (
                    "declined_at",
                    models.DateTimeField(
                        help_text="When the invitation was declined. The sender is not told.", null=True
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="clubs.club"
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("declined_at__isnull", True)), fields=["to"], name="club_invitation_open"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"), django.db.models.functions.text.Lower("name"), name="club_invitation_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="requests", to="clubs.club"
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
                "constraints": [models.UniqueConstraint(fields=("club", "player"), name="join_request_once")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "member"), (2, "organiser"), (3, "owner")], default=1, verbose_name="role"
                    ),
                ),
                ("since", models.DateTimeField(verbose_name="since")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "member",
                "verbose_name_plural": "members",
                "indexes": [models.Index(fields=["club", "-role", "since"], name="club_members")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "player"), name="membership_once"),
                    models.UniqueConstraint(condition=models.Q(("role", 3)), fields=("club",), name="club_owner_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="sent at")),
                ("text", models.TextField(verbose_name="text")),
                (
                    "hidden_at",
                    models.DateTimeField(
                        help_text="When the message was hidden from everyone except moderators.",
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
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="clubs.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "indexes": [models.Index(fields=["club", "-id"], name="talk_of_club")],
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
                        to="clubs.message",
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
                "indexes": [
                    models.Index(condition=models.Q(("verdict", "open")), fields=["at"], name="club_report_queue")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("message", "reporter"), name="club_report_once"),
                    models.CheckConstraint(
                        condition=models.Q(("verdict", "open"), ("settled_at__isnull", False), _connector="XOR"),
                        name="club_report_settled_has_time",
                    ),
                ],
            },
        ),
    ]
