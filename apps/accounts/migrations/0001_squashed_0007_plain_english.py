"""All tables of this app after `0007_plain_english`. A new database runs this instead of all steps up to it."""

import apps.accounts.models
import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_club"),
        ("accounts", "0003_skeletons"),
        ("accounts", "0004_guessing"),
        ("accounts", "0005_preferences"),
        ("accounts", "0006_face"),
        ("accounts", "0007_plain_english"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This name is already taken."},
                        max_length=24,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A\\w[\\w.-]+\\Z",
                                "Use at least 2 characters: letters, digits, dots, dashes or underscores.",
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                (
                    "skeleton",
                    models.CharField(
                        editable=False,
                        help_text="Normalised name, the same for all names that look alike.",
                        max_length=192,
                    ),
                ),
                ("guest", models.BooleanField(default=False, help_text="Has no password yet.", verbose_name="guest")),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[apps.accounts.models.known_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("en", "English"), ("de", "German"), ("fr", "French")],
                        help_text="Empty: same as browser.",
                        max_length=5,
                        verbose_name="language",
                    ),
                ),
                (
                    "preferences",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        editable=False,
                        help_text="Settings stored by `apps.accounts.preferences`.",
                    ),
                ),
                (
                    "face",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Seed of the avatar. Empty if it is drawn from the name.",
                        max_length=12,
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "indexes": [models.Index(fields=["skeleton"], name="player_skeleton")],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="player_name_once",
                        violation_error_message="This name is already taken.",
                    )
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Guessing",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="guessing",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since", models.DateTimeField(help_text="When there had been too many wrong passwords.")),
                ("last_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Tie",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("friend", "Friend"), ("block", "Block")], max_length=6)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="ties", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "other"), name="tie_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("other")), _negated=True), name="tie_to_another"
                    ),
                ],
            },
        ),
    ]
