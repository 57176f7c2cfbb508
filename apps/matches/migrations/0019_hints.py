"""What Flint was asked, and that it was."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0018_analysis'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='hinted',
            field=models.BooleanField(db_default=False, default=False, help_text='Whether somebody asked Flint what it would do.', verbose_name='hints'),
        ),
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.SmallIntegerField()),
                ('key', models.CharField(help_text='The question.', max_length=40)),
                ('asked_at', models.DateTimeField(help_text='For the last time; whoever asked first is first served.')),
                ('found', models.TextField(blank=True, help_text='What Flint would do as JSON; empty: nobody has thought about it.')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hints', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('found', '')), fields=['asked_at'], name='hint_waiting')],
                'constraints': [models.UniqueConstraint(fields=('match', 'seat', 'key'), name='hint_once')],
            },
        ),
    ]
