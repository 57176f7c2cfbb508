"""A match says how well its bots play."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0016_bookmark'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='opponents',
            field=models.CharField(choices=[('spark', 'Spark'), ('cinder', 'Cinder'), ('flint', 'Flint')], db_default='cinder', default='cinder', help_text='How well the bots play that sit there from the start.', max_length=6, verbose_name='bots'),
        ),
    ]
