"""URLs of chat."""

from __future__ import annotations

from django.urls import path

from apps.talk.views import comments, moderation, reactions, talk

app_name = "talk"
urlpatterns = [
    path("m/<slug:code>/talk/", talk.show_match_chat, name="page"),
    path("m/<slug:code>/talk/news/", talk.show_chat_news, name="news"),
    path("m/<slug:code>/talk/unread/", talk.show_unread_count, name="unread"),
    path("m/<slug:code>/talk/say/", talk.send_message, name="say"),
    path("m/<slug:code>/record/comments/", comments.show_comments, name="comments"),
    path("m/<slug:code>/record/reactions/", reactions.show_reactions, name="reactions"),
    path("m/<slug:code>/talk/note/", talk.save_note, name="note"),
    path("m/<slug:code>/talk/nudge/", talk.nudge_players, name="nudge"),
    path("m/<slug:code>/talk/<int:pk>/", moderation.show_message, name="about"),
    path("m/<slug:code>/talk/<int:pk>/mute/", moderation.mute_author, name="mute"),
    path("m/<slug:code>/talk/<int:pk>/unmute/", moderation.unmute_author, name="unmute"),
    path("me/muted/", moderation.show_muted_players, name="muted"),
    path("me/muted/<int:mute>/", moderation.remove_mute, name="listen"),
]
