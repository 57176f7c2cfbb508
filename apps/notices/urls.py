"""URLs of notices."""

from __future__ import annotations

from django.urls import path

from apps.notices.views import feeds, inbox, mailbox, pwa, settings

app_name = "notices"
urlpatterns = [
    path("notices/", inbox.show_inbox, name="inbox"),
    path("notices/bar/", inbox.show_bar_counts, name="bar"),
    path("me/notices/", settings.show_notification_settings, name="settings"),
    path("me/notices/feed/", settings.renew_feed_urls, name="feed"),
    path("me/notices/hook/", settings.manage_webhooks, name="hook"),
    path("me/notices/browser/", settings.manage_browsers, name="browser"),
    path("me/notices/browser/keep/", settings.compare_subscription, name="keep_browser"),
    path("notices/off/<str:token>/", settings.unsubscribe_from_mail, name="off"),
    path("feed/<str:token>.atom", feeds.show_deadline_feed, name="atom"),
    path("feed/<str:token>.ics", feeds.show_deadline_calendar, name="calendar"),
    path("mail/", mailbox.show_mailbox, name="letters"),
    path("mail/<str:name>/", mailbox.show_mail, name="letter"),
    path("manifest.webmanifest", pwa.show_manifest, name="manifest"),
    path("sw.js", pwa.show_service_worker, name="worker"),
    path("offline/", pwa.show_offline_page, name="offline"),
]
