"""Results of matches that only change the ratings of bots. The previous release leaves the column empty."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0005_result_by_end'),
    ]

    operations = [
        migrations.AddField(
            model_name='sheet',
            name='bot_places',
            field=models.JSONField(
                help_text='[[player, place, bot], …] if only bots with an account are rated.',
                null=True,
            ),
        ),
    ]
