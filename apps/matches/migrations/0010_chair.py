"""A row of somebody's place at a table is a chair, as everywhere in the code; its table keeps its name."""

from __future__ import annotations

from django.conf import settings
from django.db import migrations

from apps.common.renamed_models import keep_rights


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0009_won"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelTable(name="seat", table="matches_seat"),
        migrations.RenameModel(old_name="Seat", new_name="Chair"),
        keep_rights("matches", old="seat", new="chair"),
        migrations.AlterModelTable(name="rest", table="matches_rest"),
        migrations.RenameModel(old_name="Rest", new_name="QuietHoursRow"),
        keep_rights("matches", old="rest", new="quiethoursrow"),
    ]
