"""The talk of a tournament has a board."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('talk', '0004_boards'),
        ('tournaments', '0016_teams'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='board',
            field=models.OneToOneField(editable=False, help_text='Its talk, from the first word on.', null=True, on_delete=django.db.models.deletion.SET_NULL, to='talk.board'),
        ),
    ]
