"""Boards: places of talk that belong to no match."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('talk', '0003_notes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.CreateModel(
            name='Post',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='said')),
                ('text', models.TextField(verbose_name='text')),
                ('hidden_at', models.DateTimeField(help_text='Since when only moderators read it.', null=True, verbose_name='hidden')),
                ('author', models.ForeignKey(help_text='Empty: somebody who left the house.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='talk.board', verbose_name='board')),
            ],
            options={
                'verbose_name': 'post',
                'verbose_name_plural': 'posts',
            },
        ),
        migrations.CreateModel(
            name='PostReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('insult', 'An insult or a threat'), ('spam', 'Spam or advertising'), ('cheating', 'Cheating, or giving secrets away'), ('other', 'Something else')], max_length=8, verbose_name='reason')),
                ('words', models.CharField(blank=True, max_length=500, verbose_name='in their words')),
                ('at', models.DateTimeField(verbose_name='reported')),
                ('verdict', models.CharField(choices=[('open', 'Not settled yet'), ('hidden', 'Message hidden'), ('silenced', 'Message hidden, author may not talk for a while'), ('dismissed', 'Dismissed')], default='open', max_length=9, verbose_name='verdict')),
                ('settled_at', models.DateTimeField(null=True, verbose_name='settled')),
                ('post', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='talk.post', verbose_name='post')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reported by')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='settled by')),
            ],
            options={
                'verbose_name': 'report of a post',
                'verbose_name_plural': 'reports of posts',
            },
        ),
        migrations.AddIndex(
            model_name='post',
            index=models.Index(fields=['board', '-id'], name='posts_of_board'),
        ),
        migrations.AddIndex(
            model_name='postreport',
            index=models.Index(condition=models.Q(('verdict', 'open')), fields=['at'], name='post_report_queue'),
        ),
        migrations.AddConstraint(
            model_name='postreport',
            constraint=models.UniqueConstraint(fields=('post', 'reporter'), name='post_report_once'),
        ),
        migrations.AddConstraint(
            model_name='postreport',
            constraint=models.CheckConstraint(condition=models.Q(('verdict', 'open'), ('settled_at__isnull', False), _connector='XOR'), name='post_report_settled_has_time'),
        ),
    ]
