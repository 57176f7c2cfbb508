"""Nobody is taken out who was not asked in time whether they are there."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_prizes")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="asked_at",
            field=models.DateTimeField(help_text="When everybody was last asked to check in.", null=True),
        ),
    ]
