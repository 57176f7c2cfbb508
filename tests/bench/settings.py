"""The site's settings, with the bare views that the benches compare with."""

from apps.config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
