from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_first'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='series',
            options={'verbose_name': 'tournament series', 'verbose_name_plural': 'series'},
        ),
        migrations.AlterField(
            model_name='tournament',
            name='status',
            field=models.CharField(choices=[('draft', 'being prepared'), ('announced', 'announced'), ('open', 'registration is open'), ('closed', 'registration is closed'), ('running', 'running'), ('paused', 'paused'), ('over', 'has ended'), ('cancelled', 'cancelled')], default='draft', max_length=9, verbose_name='status'),
        ),
    ]
