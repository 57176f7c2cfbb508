"""Notices can be read. Those from before this release count as read: nobody comes back to a hundred new ones."""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("notices", "0005_reworded")]
    operations = [
        # The default only fills the rows there are. PostgreSQL notes it beside the column and rewrites none of them.
        migrations.AddField(
            model_name="notice",
            name="read_at",
            field=models.DateTimeField(
                default=timezone.now, help_text="When its owner saw it on the site.", null=True
            ),
            preserve_default=False,
        ),
    ]
