"""The talk of a club has a board."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_initial'),
        ('talk', '0004_boards'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='board',
            field=models.OneToOneField(editable=False, help_text='Its talk, from the first word on.', null=True, on_delete=django.db.models.deletion.SET_NULL, to='talk.board'),
        ),
    ]
