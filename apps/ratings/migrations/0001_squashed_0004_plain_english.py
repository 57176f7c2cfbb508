"""All tables of this app after `0004_plain_english`. A new database runs this instead of all steps up to it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_newcomers"),
        ("ratings", "0003_no_lessons"),
        ("ratings", "0004_plain_english"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("matches", "0001_squashed_0027_plain_english"),
    ]

    operations = [
        migrations.CreateModel(
            name="Figures",
            fields=[
                ("game", models.SlugField(max_length=20, primary_key=True, serialize=False)),
                ("counted_at", models.DateTimeField()),
                ("counted", models.JSONField(help_text="Statistics, see `services.statistics.Count`.")),
            ],
            options={
                "verbose_name_plural": "figures",
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("game", models.SlugField(max_length=20, primary_key=True, serialize=False)),
                ("upto_at", models.DateTimeField(help_text="End of the last match included.", null=True)),
                ("upto", models.BigIntegerField(default=0, help_text="Id of the last match included.")),
            ],
        ),
        migrations.CreateModel(
            name="Sheet",
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
                ("game", models.SlugField(max_length=20)),
                ("over_at", models.DateTimeField()),
                (
                    "places",
                    models.JSONField(
                        default=list,
                        help_text="[[player, place], …] of the rated players, with the places that the rating uses.",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game", "over_at", "match"], name="sheet_order")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=20)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("least", models.FloatField(help_text="Lower bound of the rating, by which leaderboards are ordered.")),
                ("matches", models.PositiveIntegerField(default=0)),
                ("updated_at", models.DateTimeField(help_text="End of the last rated match.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "-least", "player"], name="rating_ladder"),
                    models.Index(fields=["game", "-matches", "player"], name="rating_newcomers"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "game"), name="rating_once")],
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=20)),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Number among the player's rated matches of this game, from 1."
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(help_text="Place that the rating uses.")),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
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
                "constraints": [
                    models.UniqueConstraint(fields=("player", "match"), name="step_once"),
                    models.UniqueConstraint(fields=("player", "game", "number"), name="step_in_order"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField(max_length=20)),
                (
                    "place",
                    models.PositiveSmallIntegerField(help_text="Empty if the match ended without a result.", null=True),
                ),
                ("listed", models.BooleanField(help_text="Whether others can see that the match was played.")),
                ("over_at", models.DateTimeField()),
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
                "indexes": [
                    models.Index(fields=["player", "-id"], name="result_latest"),
                    models.Index(fields=["player", "game", "place", "listed"], name="result_places"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="result_once")],
            },
        ),
    ]
