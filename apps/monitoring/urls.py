"""URLs for monitoring."""

from __future__ import annotations

from django.urls import path

from apps.monitoring import views

urlpatterns = [
    path("healthz", views.show_health, name="health"),
    path("readyz", views.show_readiness, name="ready"),
    path("metrics", views.show_metrics, name="metrics"),
]
