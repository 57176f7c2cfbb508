"""Addresses of webhooks."""

from __future__ import annotations

from django.urls import path

from apps.webhooks import views

app_name = "webhooks"
urlpatterns = [
    path("api/webhooks/", views.show_documentation, name="about"),
    path("api/webhooks/schema.json", views.show_schema, name="schema"),
    path("tournaments/<slug:code>/webhooks/", views.manage_tournament_hooks, name="tournament"),
    path("clubs/<slug:code>/webhooks/", views.manage_club_hooks, name="club"),
]
