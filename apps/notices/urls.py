"""Addresses of notices."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "notices"
urlpatterns: list[URLPattern] = []
