"""A match of a pod, and an entry of the organisers' log, are called so; their tables keep their names."""

from __future__ import annotations

from django.conf import settings
from django.db import migrations

from apps.common.renamed_models import keep_rights


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_words"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelTable(name="bout", table="tournaments_bout"),
        migrations.RenameModel(old_name="Bout", new_name="PodMatch"),
        keep_rights("tournaments", old="bout", new="podmatch"),
        migrations.AlterModelTable(name="act", table="tournaments_act"),
        migrations.RenameModel(old_name="Act", new_name="AuditEntry"),
        keep_rights("tournaments", old="act", new="auditentry"),
    ]
