"""URLs of the lobby."""

from __future__ import annotations

from django.urls import path

from apps.lobby.views import invitations, lobby, quick, sandboxes, substitutes, table

app_name = "lobby"
urlpatterns = [
    path("tables/", lobby.show_lobby, name="tables"),
    path("tables/new/", lobby.open_new_table, name="new"),
    path("tables/seats/", substitutes.show_open_seats, name="seats"),
    path("tables/<slug:code>/", table.show_table, name="table"),
    path("tables/<slug:code>/join/", table.join_table, name="join"),
    path("tables/<slug:code>/word/", table.give_word, name="word"),
    path("tables/<slug:code>/leave/", table.leave_table, name="leave"),
    path("tables/<slug:code>/bot/", table.add_bots, name="bot"),
    path("tables/<slug:code>/bot/<int:index>/remove/", table.no_bot, name="no_bot"),
    path("tables/<slug:code>/chair/<int:index>/release/", table.release_seat, name="release"),
    path("tables/<slug:code>/invite/", invitations.invite_player, name="invite"),
    path("tables/<slug:code>/start/", table.start_table, name="start"),
    path("tables/<slug:code>/close/", table.close_table, name="close"),
    path("invitations/no-more/<str:token>/", invitations.no_more, name="no_more"),
    path("invitations/<str:token>/", invitations.show_invitation, name="invitation"),
    path("invitations/<str:token>/accept/", invitations.accept_invitation, name="accept"),
    path("invitations/<str:token>/decline/", invitations.decline_invitation, name="decline"),
    path("mine/tables/", lobby.show_own_tables, name="own"),
    path("quick/", quick.quick_match, name="quick"),
    path("m/<slug:code>/rematch/", quick.open_or_join_rematch, name="rematch"),
    path("m/<slug:code>/rematch/offered/", quick.show_rematch_offer, name="offered"),
    path("m/<slug:code>/take-over/<int:seat>/", substitutes.take_over, name="take_over"),
    path("m/<slug:code>/what-if/", sandboxes.what_if, name="what_if"),
    path("m/<slug:code>/put-away/", sandboxes.put_away, name="put_away"),
    path("play-now/", lobby.play_now, name="play_now"),
]
