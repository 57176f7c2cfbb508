"""The time bank of a seat gets this name in Python. Its column keeps the old one, so this runs no SQL."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0031_bot_pause'),
    ]

    operations = [
        migrations.AlterField(
            model_name='chair',
            name='reserve',
            field=models.PositiveIntegerField(db_column='reserve', default=0, help_text='Seconds left in the time bank. The column keeps an earlier name.'),
        ),
        migrations.RenameField(model_name='chair', old_name='reserve', new_name='time_bank'),
    ]
