"""All tables of this app after `0002_plain_english`. A new database runs this instead of all steps up to it."""

import apps.puzzles.models
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("puzzles", "0001_initial"), ("puzzles", "0002_plain_english")]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("matches", "0001_squashed_0027_plain_english"),
    ]

    operations = [
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=apps.puzzles.models.new_code, max_length=16, unique=True, verbose_name="code"
                    ),
                ),
                ("game", models.SlugField(max_length=20, verbose_name="game")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                (
                    "move",
                    models.PositiveIntegerField(help_text="Number of the move in its match.", verbose_name="move"),
                ),
                ("about", models.SlugField(help_text="Kind of question.", max_length=20)),
                ("theme", models.SlugField(max_length=40, verbose_name="theme")),
                (
                    "difficulty",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MaxValueValidator(3)], verbose_name="difficulty"
                    ),
                ),
                (
                    "found",
                    models.TextField(help_text="Possible answers and what each is worth (`finding.Found`) as JSON."),
                ),
                (
                    "published_on",
                    models.DateField(
                        blank=True, help_text="Publication day (UTC).", null=True, verbose_name="published"
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
                "verbose_name": "puzzle",
                "verbose_name_plural": "puzzles",
                "indexes": [
                    models.Index(
                        condition=models.Q(("published_on__isnull", False)),
                        fields=["-published_on", "game"],
                        name="puzzle_latest",
                    ),
                    models.Index(
                        condition=models.Q(("published_on__isnull", False)),
                        fields=["game", "theme", "-published_on"],
                        name="puzzle_themes",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "move"), name="puzzle_once"),
                    models.UniqueConstraint(fields=("game", "published_on"), name="puzzle_a_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chosen", models.PositiveSmallIntegerField(help_text="Number of the chosen answer.")),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField()),
                ("day", models.DateField(help_text="Day of `at` in UTC, used to count streaks.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="puzzles.puzzle"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("right", True)), fields=["player", "-day"], name="attempt_streak")
                ],
                "constraints": [models.UniqueConstraint(fields=("puzzle", "player"), name="attempt_once")],
            },
        ),
        migrations.CreateModel(
            name="Search",
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
                ("reached", models.PositiveIntegerField(default=0, help_text="Number of moves searched so far.")),
                (
                    "over",
                    models.BooleanField(
                        default=False,
                        help_text="Whether the search is over: all moves searched, enough found, or the record unreadable.",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "searches",
                "indexes": [models.Index(condition=models.Q(("over", False)), fields=["game"], name="search_begun")],
            },
        ),
    ]
