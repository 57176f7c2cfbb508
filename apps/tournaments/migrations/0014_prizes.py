"""Tournaments say what there is to be won."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_arenas")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="prizes",
            field=models.TextField(blank=True, db_default="", default="", max_length=2000, verbose_name="prizes"),
        ),
    ]
