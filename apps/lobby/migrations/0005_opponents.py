"""A table says how well its bots play."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0004_mailed'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='opponents',
            field=models.CharField(choices=[('spark', 'Spark'), ('cinder', 'Cinder'), ('flint', 'Flint')], db_default='cinder', default='cinder', help_text='How well they play.', max_length=6, verbose_name='bots'),
        ),
    ]
