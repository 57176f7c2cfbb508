"""A match may be a guided first one: then its row says which bubbles were told."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_seen")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="lesson",
            field=models.JSONField(
                blank=True,
                help_text="Of a guided first match: which bubbles were told (`kernel.lesson.Progress`).",
                null=True,
            ),
        ),
    ]
