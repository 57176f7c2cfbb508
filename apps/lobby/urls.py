"""Addresses of the lobby."""

from __future__ import annotations

from django.urls import path

from apps.lobby import gathering, inviting, meeting, substitutes, views

app_name = "lobby"
urlpatterns = [
    path("tables/", views.index, name="tables"),
    path("tables/new/", views.new, name="new"),
    path("tables/seats/", substitutes.seats, name="seats"),
    path("tables/<slug:code>/", gathering.table, name="table"),
    path("tables/<slug:code>/join/", gathering.join, name="join"),
    path("tables/<slug:code>/leave/", gathering.leave, name="leave"),
    path("tables/<slug:code>/bot/", gathering.bot, name="bot"),
    path("tables/<slug:code>/bot/<int:index>/remove/", gathering.no_bot, name="no_bot"),
    path("tables/<slug:code>/chair/<int:index>/release/", gathering.release, name="release"),
    path("tables/<slug:code>/invite/", inviting.invite, name="invite"),
    path("tables/<slug:code>/start/", gathering.start, name="start"),
    path("tables/<slug:code>/close/", gathering.close, name="close"),
    path("invitations/no-more/<str:token>/", inviting.no_more, name="no_more"),
    path("invitations/<str:token>/", inviting.invitation, name="invitation"),
    path("invitations/<str:token>/accept/", inviting.accept, name="accept"),
    path("invitations/<str:token>/decline/", inviting.decline, name="decline"),
    path("quick/", meeting.quick_match, name="quick"),
    path("m/<slug:code>/rematch/", meeting.rematch, name="rematch"),
    path("m/<slug:code>/rematch/offered/", meeting.offered, name="offered"),
    path("m/<slug:code>/take-over/<int:seat>/", substitutes.take_over, name="take_over"),
    path("play-now/", views.play_now, name="play_now"),
]
