"""A tournament may be for the members of a club alone."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_ladders'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='circle',
            field=models.CharField(blank=True, db_default='', default='', help_text='For whom alone it is: the code of a club. Whoever registers them vouches that they belong to it.', max_length=16),
        ),
    ]
