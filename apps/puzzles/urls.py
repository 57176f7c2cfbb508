"""URLs of puzzles."""

from __future__ import annotations

from django.urls import path

from apps.puzzles.views import feed, pages, previews

app_name = "puzzles"
urlpatterns = [
    path("puzzles/", pages.index, name="index"),
    path("puzzles/feed.atom", feed.atom, name="atom"),
    path("puzzles/archive/<slug:slug>/", pages.archive, name="archive"),
    path("puzzles/<slug:code>/", pages.puzzle, name="puzzle"),
    path("puzzles/<slug:code>/picture.png", previews.picture, name="picture"),
]
