"""All tables of this app after `0003_plain_english`. A new database runs this instead of all steps up to it."""

import apps.common.codes
import apps.notices.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("notices", "0001_initial"), ("notices", "0002_renamed_messages"), ("notices", "0003_plain_english")]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0007_plain_english"),
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Wishes",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="wishes",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "chosen",
                    models.JSONField(
                        default=dict,
                        help_text="Notification settings, see `selectors.preferences.Wish`. Empty if unchanged.",
                    ),
                ),
                (
                    "feed",
                    models.CharField(
                        default=apps.common.codes.new_token,
                        help_text="Secret in the addresses of feeds.",
                        max_length=40,
                        unique=True,
                    ),
                ),
                (
                    "mail_at",
                    models.DateTimeField(help_text="When the last message for this channel was written.", null=True),
                ),
                ("push_at", models.DateTimeField(null=True)),
                ("hook_at", models.DateTimeField(null=True)),
                (
                    "failures",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="E-mails in a row that could not be delivered."
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True, help_text="Why e-mail was switched off automatically, if it was.", max_length=200
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "wishes",
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000)),
                ("fingerprint", models.CharField(help_text="Fingerprint of the endpoint.", max_length=64, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=40)),
                ("name", models.CharField(help_text="Name by which the owner recognises the browser.", max_length=60)),
                ("created_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=500)),
                ("secret", models.CharField(default=apps.common.codes.new_token, max_length=64)),
                ("kinds", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("failures", models.PositiveSmallIntegerField(default=0, help_text="Failed tries in a row.")),
                (
                    "off_at",
                    models.DateTimeField(help_text="When the webhook was switched off automatically.", null=True),
                ),
                ("trouble", models.CharField(blank=True, max_length=200)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ticket", models.CharField(default=apps.notices.models.new_ticket, max_length=20, unique=True)),
                ("channel", models.PositiveSmallIntegerField(choices=[(1, "E-mail"), (2, "Push"), (4, "Webhook")])),
                ("target", models.BigIntegerField(default=0, help_text="Id of the browser or webhook, 0 for e-mail.")),
                ("notices", models.JSONField(help_text="Ids of the notices in this message.")),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("sent", "Sent"), ("void", "Void"), ("failed", "Failed")],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "next_at",
                    models.DateTimeField(
                        help_text="When the message is next tried, and the limit for the current try."
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["next_at"], name="delivery_due"),
                    models.Index(fields=["created_at"], name="delivery_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Your turn"),
                            ("call", "Deadline soon"),
                            ("invitation", "Invitations"),
                            ("nudge", "Nudges"),
                            ("over", "Match over"),
                            ("tournament", "Tournaments"),
                            ("house", "From Slow Fuse"),
                            ("digest", "Daily digest"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="Subject of the notice. Each player gets it only once, however often it is posted.",
                        max_length=80,
                    ),
                ),
                ("code", models.CharField(blank=True, help_text="Code of the match, if any.", max_length=16)),
                ("words", models.JSONField(help_text="Text before translation, see `wording.Words`.")),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(help_text="When the notice is next checked.")),
                (
                    "owed",
                    models.PositiveSmallIntegerField(
                        default=7, help_text="Channels on which it has not been sent yet, as a bit mask."
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("owed__gt", 0)), fields=["due_at", "player"], name="notice_due"),
                    models.Index(condition=models.Q(("owed__gt", 0)), fields=["player"], name="notice_owed"),
                    models.Index(fields=["created_at"], name="notice_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "kind", "key"), name="notice_once")],
            },
        ),
    ]
