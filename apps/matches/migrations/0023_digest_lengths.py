"""Digests know when their match began and how long it was for its game: lists that are narrowed by these read them alone."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Case, OuterRef, Subquery, Value, When

_THIRDS = {"fuse": (78, 86), "frogs": (70, 95), "bombe": (82, 98), "kobolds": (200, 330)}
_EDITION = 2


def fill(apps: Any, _editor: Any) -> None:
    """What was computed before stays; of a version before that goes on writing meanwhile, the night finds the rest."""
    digests, matches = apps.get_model("matches", "MatchDigest"), apps.get_model("matches", "Match")
    began = matches._base_manager.filter(pk=OuterRef("pk")).values("begun_at")
    for game, (short, middle) in _THIRDS.items():
        length = Case(When(moves__lte=short, then=Value(0)), When(moves__lte=middle, then=Value(1)), default=Value(2))
        digests.objects.filter(game=game, edition=_EDITION - 1).update(
            begun_at=Subquery(began), length=length, edition=_EDITION
        )


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0022_compact_log'),
    ]

    operations = [
        migrations.AddField(
            model_name='matchdigest',
            name='begun_at',
            field=models.DateTimeField(help_text='As the match itself says.', null=True),
        ),
        migrations.AddField(
            model_name='matchdigest',
            name='length',
            field=models.PositiveSmallIntegerField(help_text='Short (0), middling (1) or long (2) for its game.', null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('listed', True)), fields=['game', '-begun_at', '-id'], name='match_listed_of_game'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['length', '-begun_at', '-match'], name='digest_length'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['game', 'length', '-begun_at', '-match'], name='digest_game_length'),
        ),
        migrations.AddIndex(
            model_name='matchdigest',
            index=models.Index(fields=['seats', '-begun_at', '-match'], name='digest_seats'),
        ),
    ]
