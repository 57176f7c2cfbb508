"""URLs for monitoring."""

from __future__ import annotations

from django.urls import path

from apps.monitoring import views

urlpatterns = [
    path("healthz", views.health, name="health"),
    path("readyz", views.ready, name="ready"),
    path("metrics", views.scrape, name="metrics"),
]
