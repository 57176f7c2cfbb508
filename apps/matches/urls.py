"""The URLs of matches, the same few for every game."""

from __future__ import annotations

from django.urls import path

from apps.matches.views import (
    analysis,
    bookmarks,
    fame,
    hints,
    history,
    looks,
    match,
    mine,
    next_match,
    previews,
    proposals,
    records,
    stream,
)

app_name = "matches"

urlpatterns = [
    path("m/<slug:code>/", match.page, name="page"),
    path("m/<slug:code>/news/", match.news, name="news"),
    path("m/<slug:code>/answer/", match.answer, name="answer"),
    path("m/<slug:code>/seen/", looks.seen, name="seen"),
    path("m/<slug:code>/orders/", match.orders, name="orders"),
    path("m/<slug:code>/agree/", proposals.agree, name="agree"),
    path("m/<slug:code>/reclaim/", match.reclaim, name="reclaim"),
    path("m/<slug:code>/resign/", match.resign, name="resign"),
    path("m/<slug:code>/rules/", match.table_rules, name="table_rules"),
    path("m/<slug:code>/record/", records.record, name="record"),
    path("m/<slug:code>/story/", records.story, name="story"),
    path("m/<slug:code>/record.jsonl", records.export, name="export"),
    path("m/<slug:code>/picture.png", previews.picture, name="picture"),
    path("m/<slug:code>/bookmark/", bookmarks.keep, name="bookmark"),
    path("m/<slug:code>/analysis/", analysis.analysis, name="analysis"),
    path("m/<slug:code>/hint/", hints.hint, name="hint"),
    path("m/<slug:code>/verify/", records.verify, name="verify"),
    path("matches/", history.history, name="history"),
    path("matches/<str:one>/<str:other>/", fame.against, name="against"),
    path("fame/", fame.fame, name="fame"),
    path("fame/<slug:slug>/", fame.fame, name="fame_of"),
    path("mine/", mine.mine, name="mine"),
    path("mine/book/", bookmarks.book, name="book"),
    path("mine/next/", next_match.next_match, name="next"),
    path("mine/waiting/", mine.waiting, name="waiting"),
    # Under /live/, because proxies pass all of *live*.
    path("live/", stream.own, name="own_live"),
    path("live/notices/", stream.notices, name="notices_live"),
    path("live/<slug:code>/", stream.live, name="live"),
    path("games/<slug:slug>/", match.rules, name="rules"),
]
