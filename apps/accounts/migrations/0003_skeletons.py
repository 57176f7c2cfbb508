"""Every name gets its skeleton. People keep their names, those that look alike, too."""

import django.core.validators
from django.db import migrations, models

from apps.accounts.confusables import compute_skeleton

A_BATCH = 1000


def fill(apps, schema_editor):
    player = apps.get_model("accounts", "Player")
    rows = []
    for row in player.objects.only("pk", "username").order_by("pk").iterator(A_BATCH):
        row.skeleton = compute_skeleton(row.username)
        rows.append(row)
        if len(rows) == A_BATCH:
            player.objects.bulk_update(rows, ["skeleton"])
            rows = []
    player.objects.bulk_update(rows, ["skeleton"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_club")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="skeleton",
            field=models.CharField(
                default="",
                editable=False,
                help_text="What all names share that look like this one.",
                max_length=192,
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="player",
            name="username",
            field=models.CharField(
                error_messages={"unique": "Somebody has this name already."},
                max_length=24,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A\\w[\\w.-]+\\Z", "Use at least two letters, digits, dots, dashes or underscores."
                    )
                ],
                verbose_name="name",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["skeleton"], name="player_skeleton"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
