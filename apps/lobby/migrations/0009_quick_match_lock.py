"""The lock of a quick match is called what it is; its table keeps its name."""

from __future__ import annotations

from django.db import migrations

from apps.common.renamed_models import keep_rights


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0008_plain_english"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelTable(name="queue", table="lobby_queue"),
        migrations.RenameModel(old_name="Queue", new_name="QuickMatchLock"),
        keep_rights("lobby", old="queue", new="quickmatchlock"),
    ]
