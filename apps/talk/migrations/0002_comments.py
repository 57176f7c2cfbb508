"""A message may be about a move of the record; those of before were said at the table."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("talk", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="move",
            field=models.PositiveIntegerField(
                help_text="A comment on this move of the record; empty: said at the table.",
                null=True,
                verbose_name="move",
            ),
        ),
    ]
