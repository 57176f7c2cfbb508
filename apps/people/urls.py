"""URLs of people."""

from __future__ import annotations

from django.urls import path

from apps.accounts.views.account import only_for_accounts
from apps.people.views import own_data, people, previews

app_name = "people"
urlpatterns = [
    path("p/<str:name>/", people.show_profile, name="profile"),
    path("p/<str:name>/matches/", people.show_played_matches, name="matches"),
    path("p/<str:name>/picture.png", previews.draw_player_preview, name="picture"),
    path("p/<str:name>/friend/", people.add_friend, name="befriend"),
    path("p/<str:name>/block/", people.block_player, name="block"),
    path("p/<str:name>/loosen/", people.remove_tie, name="loosen"),
    path("p/<str:name>/in/<slug:slug>/", people.show_rating_course, name="rating"),
    path("me/people/", people.show_own_people, name="mine"),
    path("me/people/names/", people.show_name_options, name="names"),
    path("me/export/", own_data.export_own_data, name="export"),
    path("me/bot/", only_for_accounts(own_data.become_bot), name="bot"),
    path("me/delete/", own_data.delete_account, name="leave"),
]
