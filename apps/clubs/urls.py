"""URLs of clubs."""

from __future__ import annotations

from django.urls import URLPattern, path

from apps.clubs.models import Role
from apps.clubs.views import clubs, competitions, leaders, members, owner, play, talk

app_name = "clubs"


def _build_competition_urls(kind: str) -> list[URLPattern]:
    """Return the addresses of leagues, ladders or arenas."""
    root, which = f"clubs/<slug:code>/{kind}s/", {"kind": kind}
    return [
        path(f"{root}new/", competitions.create_competition, which, name=f"new_{kind}"),
        path(f"{root}<int:pk>/", competitions.show_competition, which, name=kind),
        path(f"{root}<int:pk>/edit/", competitions.edit_competition, which, name=f"edit_{kind}"),
        path(f"{root}<int:pk>/join/", competitions.join, which, name=f"join_{kind}"),
        path(f"{root}<int:pk>/leave/", competitions.leave, which, name=f"leave_{kind}"),
    ]


urlpatterns = [
    path("clubs/", clubs.show_clubs, name="index"),
    path("clubs/new/", clubs.create_club, name="new"),
    path("clubs/<slug:code>/", clubs.show_club, name="page"),
    path("clubs/<slug:code>/join/", members.join, name="join"),
    path("clubs/<slug:code>/ask/", members.ask, name="ask"),
    path("clubs/<slug:code>/withdraw/", members.withdraw, name="withdraw"),
    path("clubs/<slug:code>/decline/", members.decline, name="decline"),
    path("clubs/<slug:code>/leave/", members.leave, name="leave"),
    path("clubs/<slug:code>/members/", members.show_members, name="members"),
    path("clubs/<slug:code>/members/invite/", members.invite, name="invite"),
    path("clubs/<slug:code>/members/link/", members.renew_link, name="renew_link"),
    path("clubs/<slug:code>/members/let-in/", members.let_in, name="let_in"),
    path("clubs/<slug:code>/members/turn-down/", members.turn_down, name="turn_down"),
    path("clubs/<slug:code>/members/remove/", members.remove, name="remove"),
    path("clubs/<slug:code>/members/organiser/", members.appoint, {"role": Role.ORGANISER}, name="appoint"),
    path("clubs/<slug:code>/members/member/", members.appoint, {"role": Role.MEMBER}, name="dismiss"),
    path("clubs/<slug:code>/owner/", owner.edit_club, name="owner"),
    path("clubs/<slug:code>/owner/hand-over/", owner.hand_over, name="hand_over"),
    path("clubs/<slug:code>/owner/close/", owner.close, name="close"),
    path("clubs/<slug:code>/talk/", talk.show_chat, name="talk"),
    path("clubs/<slug:code>/talk/<int:pk>/", talk.show_post, name="message"),
    path("clubs/<slug:code>/talk/<int:pk>/remove/", talk.remove_post, name="remove_message"),
    path("clubs/<slug:code>/talk/<int:pk>/mute/", talk.mute_author, name="mute"),
    path("clubs/<slug:code>/talk/<int:pk>/unmute/", talk.unmute_author, name="unmute"),
    path("clubs/<slug:code>/leaders/<slug:slug>/", leaders.show_club_leaderboard, name="leaders"),
    path("clubs/<slug:code>/tables/new/", play.new_table, name="new_table"),
    path("clubs/<slug:code>/tables/<slug:table>/join/", play.join_table, name="join_table"),
    path("clubs/<slug:code>/tournaments/new/", play.new_tournament, name="new_tournament"),
    path("clubs/<slug:code>/tournaments/<slug:tournament>/register/", play.register, name="register"),
    *(each for kind in competitions.KINDS for each in _build_competition_urls(kind)),
    path("clubs/<slug:code>/ladders/<int:pk>/challenge/", competitions.challenge, name="challenge"),
]
