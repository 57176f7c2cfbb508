"""Addresses of people."""

from __future__ import annotations

from django.urls import path

from apps.people import own

app_name = "people"
urlpatterns = [
    path("me/export/", own.export, name="export"),
    path("me/delete/", own.leave, name="leave"),
]
