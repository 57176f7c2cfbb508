"""Stored messages get their new wording once more. `_renamed_messages` lists old and new."""

from django.db import migrations

from apps.notices.migrations._renamed_messages import rename


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("notices", "0004_push_sessions")]
    operations = [migrations.RunPython(rename, migrations.RunPython.noop, elidable=True)]
