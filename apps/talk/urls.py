"""Addresses of talk."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "talk"
urlpatterns: list[URLPattern] = []
