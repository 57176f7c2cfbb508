"""Stored messages get their new wording. `_renamed_messages` lists old and new."""

from django.db import migrations

from apps.notices.migrations._renamed_messages import RENAMED

A_BATCH = 500


def rename(apps, schema_editor):
    rename_notices(apps.get_model("notices", "Notice").objects)
    for model in ("Wishes", "Webhook"):
        for row in apps.get_model("notices", model).objects.exclude(trouble="").order_by("pk"):
            if row.trouble in RENAMED:
                row.trouble = RENAMED[row.trouble]
                row.save(update_fields=["trouble"])


def rename_notices(notices):
    """Notices in batches, each of its own: people are told things meanwhile."""
    last, rows = 0, True
    while rows:
        rows = list(notices.filter(pk__gt=last).only("pk", "words").order_by("pk")[:A_BATCH])
        changed = []
        for row in rows:
            last = row.pk
            renamed = {part: RENAMED[row.words[part]] for part in ("title", "text") if row.words.get(part) in RENAMED}
            if renamed:
                row.words = {**row.words, **renamed}
                changed.append(row)
        notices.bulk_update(changed, ["words"])


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("notices", "0001_initial")]
    operations = [migrations.RunPython(rename, migrations.RunPython.noop, elidable=True)]
