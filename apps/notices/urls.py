"""Addresses of notices."""

from __future__ import annotations

from django.urls import path

from apps.notices import feeds, install, letters, views

app_name = "notices"
urlpatterns = [
    path("me/notices/", views.settings, name="settings"),
    path("me/notices/feed/", views.feed, name="feed"),
    path("me/notices/hook/", views.hook, name="hook"),
    path("me/notices/browser/", views.browser, name="browser"),
    path("notices/off/<str:token>/", views.off, name="off"),
    path("feed/<str:token>.atom", feeds.atom, name="atom"),
    path("feed/<str:token>.ics", feeds.calendar, name="calendar"),
    path("mail/", letters.index, name="letters"),
    path("mail/<str:name>/", letters.letter, name="letter"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("sw.js", install.worker, name="worker"),
]
