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
    path("m/<slug:code>/", match.show_match, name="page"),
    path("m/<slug:code>/news/", match.show_match_news, name="news"),
    path("m/<slug:code>/answer/", match.answer_question, name="answer"),
    path("m/<slug:code>/seen/", looks.dismiss_recap, name="seen"),
    path("m/<slug:code>/orders/", match.manage_orders, name="orders"),
    path("m/<slug:code>/agree/", proposals.manage_proposals, name="agree"),
    path("m/<slug:code>/reclaim/", match.reclaim_seat, name="reclaim"),
    path("m/<slug:code>/resign/", match.resign_seat, name="resign"),
    path("m/<slug:code>/rules/", match.table_rules, name="table_rules"),
    path("m/<slug:code>/record/", records.show_replay, name="record"),
    path("m/<slug:code>/story/", records.show_story, name="story"),
    path("m/<slug:code>/record.jsonl", records.export_match, name="export"),
    path("m/<slug:code>/picture.png", previews.draw_match_preview, name="picture"),
    path("m/<slug:code>/bookmark/", bookmarks.save_bookmark, name="bookmark"),
    path("m/<slug:code>/analysis/", analysis.show_analysis, name="analysis"),
    path("m/<slug:code>/hint/", hints.show_hint, name="hint"),
    path("m/<slug:code>/verify/", records.verify_match, name="verify"),
    path("matches/", history.show_match_history, name="history"),
    path("matches/<str:one>/<str:other>/", fame.show_head_to_head, name="against"),
    path("fame/", fame.show_hall_of_fame, name="fame"),
    path("fame/<slug:slug>/", fame.show_hall_of_fame, name="fame_of"),
    path("mine/", mine.show_own_matches, name="mine"),
    path("mine/book/", bookmarks.show_bookmarks, name="book"),
    path("mine/next/", next_match.next_match, name="next"),
    path("mine/waiting/", mine.show_waiting_matches, name="waiting"),
    # Under /live/, because proxies pass all of *live*.
    path("live/", stream.stream_own_news, name="own_live"),
    path("live/notices/", stream.stream_notices, name="notices_live"),
    path("live/<slug:code>/", stream.stream_match_news, name="live"),
    path("games/<slug:slug>/", match.show_rules, name="rules"),
]
