"""URLs of lessons."""

from __future__ import annotations

from django.urls import path

from apps.lessons import views

app_name = "lessons"
urlpatterns = [
    path("learn/<slug:slug>/", views.offer_lesson, name="learn"),
    path("m/<slug:code>/lesson/", views.put_away, name="put_away"),
    path("m/<slug:code>/lesson/skip/", views.skip_bubbles, name="skip"),
]
