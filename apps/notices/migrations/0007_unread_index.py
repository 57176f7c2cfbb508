"""The unread notices of one person are found by an index."""

from django.db import migrations, models

from apps.common.index_operations import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("notices", "0006_read_at")]
    operations = [
        AddIndexBeside(
            model_name="notice",
            index=models.Index(
                condition=models.Q(
                    ("kind__in", ("invitation", "nudge", "over", "tournament", "house")), ("read_at__isnull", True)
                ),
                fields=["player"],
                name="notice_unread",
            ),
        ),
    ]
