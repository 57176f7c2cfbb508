"""The chat of a tournament for everyone who can see it, and actions on other players' posts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.talk.selectors import chat_bans
from apps.talk.selectors.posts import Place
from apps.talk.views import boards
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.talk import build_chat_voice
from apps.tournaments.services import talk
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_outline_context

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_tournament
def show_chat(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Show the chat, and add a message."""
    say = partial(talk.add_post, code=tournament.code, user=request.user)
    place, frame = _build_place(request, tournament), build_outline_context(request, tournament, "talk")
    return boards.show_board(request, place, say=say, template="tournaments/talk.html", frame=frame)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@require_tournament
def show_post(request: HtmxHttpRequest, tournament: Marked, pk: int) -> HttpResponse:
    """Show a post and the possible actions on it; on POST, report it."""
    place, frame = _build_place(request, tournament), build_outline_context(request, tournament, "talk")
    return boards.show_post(request, place, pk, template="tournaments/post.html", frame=frame)


@require_POST
@login_required
@require_tournament
def remove_post(request: HtmxHttpRequest, tournament: Marked, pk: int) -> HttpResponse:
    """Remove a post for everyone."""
    take = partial(talk.remove_post, code=tournament.code, user=request.user, post=pk, now=clocks.now())
    return boards.remove_post(request, _build_place(request, tournament), pk, remove=take)


@require_POST
@login_required
@require_tournament
def mute_author(request: HtmxHttpRequest, tournament: Marked, pk: int) -> HttpResponse:
    """Mute the author of this post."""
    return boards.mute_author(request, _build_place(request, tournament), pk)


@require_POST
@login_required
@require_tournament
def unmute_author(request: HtmxHttpRequest, tournament: Marked, pk: int) -> HttpResponse:
    """Unmute the author of this post."""
    return boards.unmute_author(request, _build_place(request, tournament), pk)


def _build_place(request: HtmxHttpRequest, tournament: Tournament) -> Place:
    """Return the tournament's board as this reader sees it. A draft gives 404."""
    if tournament.status == Tournament.Status.DRAFT:
        raise Http404(_("No one has entered yet. Announce the tournament first."))
    now, reader = clocks.now(), request.user.pk
    mine = build_chat_voice(tournament, request.user, now=now)
    why = mine.why_silent or chat_bans.find_chat_ban(int(reader or 0), now=now)
    return Place(
        board=tournament.board_id,
        path=reverse("tournaments:talk", args=[tournament.code]),
        reader=reader,
        talks=not why,
        why_silent=why,
        reports=mine.belongs,
        organises=mine.organises,
    )
