"""The site, and the bare view."""

from __future__ import annotations

from django.urls import path

from apps.config.urls import urlpatterns as site
from tests.bench.bare import bare

urlpatterns = [path("bare/<int:match>/<int:move>/<int:fact>/", bare), *site]
