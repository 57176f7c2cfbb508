"""URLs of ratings."""

from __future__ import annotations

from django.urls import path

from apps.ratings import views

app_name = "ratings"
urlpatterns = [
    path("leaders/<slug:slug>/", views.show_leaderboard, name="leaders"),
    path("games/<slug:slug>/figures/", views.show_statistics, name="figures"),
]
