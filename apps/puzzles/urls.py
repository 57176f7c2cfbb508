"""URLs of puzzles."""

from __future__ import annotations

from django.urls import path

from apps.puzzles.views import feed, pages, previews

app_name = "puzzles"
urlpatterns = [
    path("puzzles/", pages.show_puzzles, name="index"),
    path("puzzles/feed.atom", feed.show_puzzle_feed, name="atom"),
    path("puzzles/archive/<slug:slug>/", pages.redirect_archive, name="archive"),
    path("puzzles/<slug:code>/", pages.show_puzzle, name="puzzle"),
    path("puzzles/<slug:code>/picture.png", previews.draw_puzzle_preview, name="picture"),
]
