"""The sweep notes when it last looked, for whoever watches the house."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0020_sandboxes'),
    ]

    operations = [
        migrations.CreateModel(
            name='SweepRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
    ]
