"""Addresses of tournaments."""

from __future__ import annotations

from django.urls import path

from apps.tournaments.views import (
    arenas,
    exports,
    feeds,
    following,
    hosting,
    ladders,
    leagues,
    previews,
    printing,
    public,
)

app_name = "tournaments"
urlpatterns = [
    path("tournaments/", public.index, name="index"),
    path("tournaments/new/", hosting.new, name="new"),
    path("tournaments/ladders/", ladders.index, name="ladders"),
    path("tournaments/ladders/<int:pk>/", ladders.page, name="ladder"),
    path("tournaments/ladders/<int:pk>/join/", ladders.join, name="ladder_join"),
    path("tournaments/ladders/<int:pk>/leave/", ladders.leave, name="ladder_leave"),
    path("tournaments/ladders/<int:pk>/challenge/", ladders.challenge, name="ladder_challenge"),
    path("tournaments/series/<int:pk>/", following.series, name="series"),
    path("tournaments/arenas/", arenas.index, name="arenas"),
    path("tournaments/arenas/<int:pk>/", arenas.page, name="arena"),
    path("tournaments/arenas/<int:pk>/join/", arenas.join, name="arena_join"),
    path("tournaments/arenas/<int:pk>/leave/", arenas.leave, name="arena_leave"),
    path("tournaments/leagues/", leagues.index, name="leagues"),
    path("tournaments/leagues/<int:pk>/", leagues.page, name="league"),
    path("tournaments/leagues/<int:pk>/join/", leagues.join, name="league_join"),
    path("tournaments/leagues/<int:pk>/leave/", leagues.leave, name="league_leave"),
    path("tournaments/<slug:code>/", public.page, name="page"),
    path("tournaments/<slug:code>/picture.png", previews.picture, name="picture"),
    path("tournaments/<slug:code>/register/", public.register, name="register"),
    path("tournaments/<slug:code>/leave/", public.leave, name="leave"),
    path("tournaments/<slug:code>/check-in/", public.check_in, name="check_in"),
    path("tournaments/<slug:code>/back/", public.back, name="back"),
    path("tournaments/<slug:code>/begin/", hosting.begin, name="begin"),
    path("tournaments/<slug:code>/bot/", hosting.add_bot, name="add_bot"),
    path("tournaments/<slug:code>/out/<int:number>/", hosting.remove, name="remove"),
    path("tournaments/<slug:code>/call-off/", hosting.call_off, name="call_off"),
    path("tournaments/<slug:code>/announcements/", hosting.write, name="write"),
    path("tournaments/<slug:code>/announcements/<int:key>/take-back/", hosting.take_back, name="take_back"),
    path("tournaments/<slug:code>/standings/", following.standings, name="standings"),
    path("tournaments/<slug:code>/rounds/<int:number>/", following.round_, name="round"),
    path("tournaments/<slug:code>/rounds/<int:number>/cards/", printing.cards, name="cards"),
    path("tournaments/<slug:code>/bracket/", following.bracket, name="bracket"),
    path("tournaments/<slug:code>/of/<int:number>/", following.path, name="path"),
    path("tournaments/<slug:code>/rules/", following.rules, name="rules"),
    path("tournaments/<slug:code>/log/", following.log, name="log"),
    path("tournaments/<slug:code>/feed.atom", feeds.atom, name="atom"),
    path("tournaments/<slug:code>/calendar.ics", feeds.calendar, name="calendar"),
    path("tournaments/<slug:code>/standings.csv", exports.standings, name="csv"),
    path("tournaments/<slug:code>/tournament.json", exports.whole, name="json"),
]
