"""URLs of people."""

from __future__ import annotations

from django.urls import path

from apps.people.views import own_data, people, previews

app_name = "people"
urlpatterns = [
    path("p/<str:name>/", people.profile, name="profile"),
    path("p/<str:name>/picture.png", previews.picture, name="picture"),
    path("p/<str:name>/friend/", people.befriend, name="befriend"),
    path("p/<str:name>/block/", people.block, name="block"),
    path("p/<str:name>/loosen/", people.loosen, name="loosen"),
    path("p/<str:name>/in/<slug:slug>/", people.rating, name="rating"),
    path("me/people/", people.mine, name="mine"),
    path("me/people/names/", people.names, name="names"),
    path("me/export/", own_data.export, name="export"),
    path("me/delete/", own_data.leave, name="leave"),
]
