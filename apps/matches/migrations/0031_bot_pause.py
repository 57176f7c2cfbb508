from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0030_bot_number'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='bot_pause',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='Seconds that bots pretend to think, so that people can follow.'),
        ),
    ]
