"""A chat ban is called so, as everywhere on the pages; its table keeps its name."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.common.renamed_models import keep_rights


class Migration(migrations.Migration):
    dependencies = [
        ("talk", "0007_reactions"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelTable(name="silence", table="talk_silence"),
        migrations.RenameModel(old_name="Silence", new_name="ChatBan"),
        keep_rights("talk", old="silence", new="chatban"),
        migrations.AlterField(
            model_name="chatban",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chat_bans",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
    ]
