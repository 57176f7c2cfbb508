"""The log of a match that was over long ago may lie in one row instead of many."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0021_sweep_run'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CompactLog',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='compact_log', serialize=False, to='matches.match')),
                ('packed', models.BinaryField(help_text='All moves and facts (`store.compact`).')),
                ('handed', models.PositiveIntegerField(help_text='Bits of the seats whose people the house said had left or were replaced (bit 1 + seat, as in Fact).')),
            ],
        ),
        migrations.CreateModel(
            name='CompactPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(help_text='By the first of their duties; the log names them by it.')),
                ('seat', models.SmallIntegerField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='match',
            name='compacted',
            field=models.BooleanField(db_default=False, default=False, help_text='Its log lies in one row (`CompactLog`) instead of many.'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('compacted', False), ('origin', ''), ('over_at__isnull', False)), fields=['over_at', 'id'], name='match_to_compact'),
        ),
        migrations.AddField(
            model_name='compactplayer',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match'),
        ),
        migrations.AddField(
            model_name='compactplayer',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='compactplayer',
            constraint=models.UniqueConstraint(fields=('match', 'place'), name='compact_player_once'),
        ),
    ]
