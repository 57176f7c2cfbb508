"""The addresses of matches; the same few serve every game."""

from __future__ import annotations

from django.urls import path

from apps.matches import agreeing, live, records, views

app_name = "matches"

urlpatterns = [
    path("m/<slug:code>/", views.page, name="page"),
    path("m/<slug:code>/news/", views.news, name="news"),
    path("m/<slug:code>/answer/", views.answer, name="answer"),
    path("m/<slug:code>/orders/", views.orders, name="orders"),
    path("m/<slug:code>/agree/", agreeing.agree, name="agree"),
    path("m/<slug:code>/reclaim/", views.reclaim, name="reclaim"),
    path("m/<slug:code>/resign/", views.resign, name="resign"),
    path("m/<slug:code>/rules/", views.table_rules, name="table_rules"),
    path("m/<slug:code>/record/", records.record, name="record"),
    path("m/<slug:code>/record.jsonl", records.export, name="export"),
    path("m/<slug:code>/verify/", records.verify, name="verify"),
    path("matches/", records.history, name="history"),
    path("mine/", views.mine, name="mine"),
    path("live/<slug:code>/", live.live, name="live"),
    path("games/<slug:slug>/", views.rules, name="rules"),
]
