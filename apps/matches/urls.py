"""The addresses of matches; the same few serve every game."""

from __future__ import annotations

from django.urls import path

from apps.matches.views import match, proposals, records, stream

app_name = "matches"

urlpatterns = [
    path("m/<slug:code>/", match.page, name="page"),
    path("m/<slug:code>/news/", match.news, name="news"),
    path("m/<slug:code>/answer/", match.answer, name="answer"),
    path("m/<slug:code>/orders/", match.orders, name="orders"),
    path("m/<slug:code>/agree/", proposals.agree, name="agree"),
    path("m/<slug:code>/reclaim/", match.reclaim, name="reclaim"),
    path("m/<slug:code>/resign/", match.resign, name="resign"),
    path("m/<slug:code>/rules/", match.table_rules, name="table_rules"),
    path("m/<slug:code>/record/", records.record, name="record"),
    path("m/<slug:code>/record.jsonl", records.export, name="export"),
    path("m/<slug:code>/verify/", records.verify, name="verify"),
    path("matches/", records.history, name="history"),
    path("mine/", match.mine, name="mine"),
    path("live/<slug:code>/", stream.live, name="live"),
    path("games/<slug:slug>/", match.rules, name="rules"),
]
