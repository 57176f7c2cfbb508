"""Addresses of people."""

from __future__ import annotations

from django.urls import path

from apps.people import own, views

app_name = "people"
urlpatterns = [
    path("p/<str:name>/", views.profile, name="profile"),
    path("p/<str:name>/friend/", views.befriend, name="befriend"),
    path("p/<str:name>/block/", views.block, name="block"),
    path("p/<str:name>/loosen/", views.loosen, name="loosen"),
    path("p/<str:name>/in/<slug:slug>/", views.rating, name="rating"),
    path("me/people/", views.mine, name="mine"),
    path("me/export/", own.export, name="export"),
    path("me/delete/", own.leave, name="leave"),
]
