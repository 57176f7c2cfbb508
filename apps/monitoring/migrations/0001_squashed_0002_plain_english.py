"""All tables of this app after `0002_plain_english`. A new database runs this instead of all steps up to it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("monitoring", "0001_initial"), ("monitoring", "0002_plain_english")]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="House",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
            options={
                "verbose_name": "Monitoring",
                "verbose_name_plural": "Monitoring",
                "managed": False,
                "default_permissions": ("view",),
            },
        ),
    ]
