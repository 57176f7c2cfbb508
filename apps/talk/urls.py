"""Addresses of talk."""

from __future__ import annotations

from django.urls import path

from apps.talk import about, views

app_name = "talk"
urlpatterns = [
    path("m/<slug:code>/talk/", views.page, name="page"),
    path("m/<slug:code>/talk/news/", views.news, name="news"),
    path("m/<slug:code>/talk/unread/", views.unread, name="unread"),
    path("m/<slug:code>/talk/say/", views.say, name="say"),
    path("m/<slug:code>/talk/note/", views.note, name="note"),
    path("m/<slug:code>/talk/nudge/", views.nudge, name="nudge"),
    path("m/<slug:code>/talk/<int:pk>/", about.message, name="about"),
    path("m/<slug:code>/talk/<int:pk>/mute/", about.mute, name="mute"),
    path("m/<slug:code>/talk/<int:pk>/unmute/", about.unmute, name="unmute"),
    path("me/muted/", about.muted, name="muted"),
    path("me/muted/<int:mute>/", about.listen, name="listen"),
]
