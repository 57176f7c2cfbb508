"""A match may begin at an imagined table instead of a deal: a sandbox."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0019_hints'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='origin',
            field=models.TextField(blank=True, db_default='', default='', help_text='Of a sandbox: the imagined table it begins with instead of a deal (`engine.origin.Origin`) as JSON.'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('origin', ''), _negated=True), fields=['begun_at'], name='match_sandboxes'),
        ),
    ]
