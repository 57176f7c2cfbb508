"""URLs of notices."""

from __future__ import annotations

from django.urls import path

from apps.notices.views import feeds, inbox, mailbox, pwa, settings

app_name = "notices"
urlpatterns = [
    path("notices/", inbox.inbox, name="inbox"),
    path("notices/bar/", inbox.bar, name="bar"),
    path("me/notices/", settings.settings, name="settings"),
    path("me/notices/feed/", settings.feed, name="feed"),
    path("me/notices/hook/", settings.hook, name="hook"),
    path("me/notices/browser/", settings.browser, name="browser"),
    path("me/notices/browser/keep/", settings.keep, name="keep_browser"),
    path("notices/off/<str:token>/", settings.off, name="off"),
    path("feed/<str:token>.atom", feeds.atom, name="atom"),
    path("feed/<str:token>.ics", feeds.calendar, name="calendar"),
    path("mail/", mailbox.index, name="letters"),
    path("mail/<str:name>/", mailbox.letter, name="letter"),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
]
