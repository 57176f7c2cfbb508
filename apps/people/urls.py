"""Addresses of people."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "people"
urlpatterns: list[URLPattern] = []
