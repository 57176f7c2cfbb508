"""URLs of chat."""

from __future__ import annotations

from django.urls import path

from apps.talk.views import comments, moderation, reactions, talk

app_name = "talk"
urlpatterns = [
    path("m/<slug:code>/talk/", talk.page, name="page"),
    path("m/<slug:code>/talk/news/", talk.news, name="news"),
    path("m/<slug:code>/talk/unread/", talk.unread, name="unread"),
    path("m/<slug:code>/talk/say/", talk.say, name="say"),
    path("m/<slug:code>/record/comments/", comments.comments, name="comments"),
    path("m/<slug:code>/record/reactions/", reactions.reactions, name="reactions"),
    path("m/<slug:code>/talk/note/", talk.note, name="note"),
    path("m/<slug:code>/talk/nudge/", talk.nudge, name="nudge"),
    path("m/<slug:code>/talk/<int:pk>/", moderation.message, name="about"),
    path("m/<slug:code>/talk/<int:pk>/mute/", moderation.mute, name="mute"),
    path("m/<slug:code>/talk/<int:pk>/unmute/", moderation.unmute, name="unmute"),
    path("me/muted/", moderation.muted, name="muted"),
    path("me/muted/<int:mute>/", moderation.listen, name="listen"),
]
