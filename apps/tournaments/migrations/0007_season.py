"""A series may count the best of a year only; tournaments made by those who need not be staff say so."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_announcements'),
    ]

    operations = [
        migrations.AddField(
            model_name='series',
            name='best',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='For its table: of everybody’s tournaments of a year the best so many. 0: all.', verbose_name='best so many count'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='hosted',
            field=models.BooleanField(db_default=False, default=False, help_text='Made on its page by somebody who need not be staff.'),
        ),
    ]
