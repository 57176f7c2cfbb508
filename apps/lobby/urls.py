"""URLs of the lobby."""

from __future__ import annotations

from django.urls import path

from apps.lobby.views import invitations, lobby, quick, sandboxes, substitutes, table

app_name = "lobby"
urlpatterns = [
    path("tables/", lobby.index, name="tables"),
    path("tables/new/", lobby.new, name="new"),
    path("tables/seats/", substitutes.seats, name="seats"),
    path("tables/<slug:code>/", table.table, name="table"),
    path("tables/<slug:code>/join/", table.join, name="join"),
    path("tables/<slug:code>/leave/", table.leave, name="leave"),
    path("tables/<slug:code>/bot/", table.bot, name="bot"),
    path("tables/<slug:code>/bot/<int:index>/remove/", table.no_bot, name="no_bot"),
    path("tables/<slug:code>/chair/<int:index>/release/", table.release, name="release"),
    path("tables/<slug:code>/invite/", invitations.invite, name="invite"),
    path("tables/<slug:code>/start/", table.start, name="start"),
    path("tables/<slug:code>/close/", table.close, name="close"),
    path("invitations/no-more/<str:token>/", invitations.no_more, name="no_more"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("invitations/<str:token>/accept/", invitations.accept, name="accept"),
    path("invitations/<str:token>/decline/", invitations.decline, name="decline"),
    path("mine/tables/", lobby.own, name="own"),
    path("quick/", quick.quick_match, name="quick"),
    path("m/<slug:code>/rematch/", quick.rematch, name="rematch"),
    path("m/<slug:code>/rematch/offered/", quick.offered, name="offered"),
    path("m/<slug:code>/take-over/<int:seat>/", substitutes.take_over, name="take_over"),
    path("m/<slug:code>/what-if/", sandboxes.what_if, name="what_if"),
    path("m/<slug:code>/put-away/", sandboxes.put_away, name="put_away"),
    path("play-now/", lobby.play_now, name="play_now"),
]
