"""The permission to see the House page; there is no table."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='House',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'House',
                'verbose_name_plural': 'House',
                'managed': False,
                'default_permissions': ('view',),
            },
        ),
    ]
