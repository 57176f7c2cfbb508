"""The chat of a match, as a page and as a panel on the match page that scripts improve."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, trigger_client_event

from apps.common import clocks, text_rules
from apps.common.errors import DomainError, RateLimited, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.matches.errors import Unreadable
from apps.matches.selectors import match_view
from apps.matches.views.guards import handle_match_errors
from apps.talk import phrases
from apps.talk.errors import TalkRefused
from apps.talk.selectors import messages as talk_messages
from apps.talk.selectors.room import Room, load_room
from apps.talk.services import messages as saying
from apps.talk.services import notes, nudges, reading

_REFUSALS = (TalkRefused, TextRefused, RateLimited)


@never_cache
@require_safe
@handle_match_errors
def show_match_chat(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show all messages and the form. For htmx, return the panel, which counts as read once it's opened."""
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    before = talk_messages.parse_number(request.GET.get("before", ""))
    talk = talk_messages.load_latest_messages(room, before=before)
    if before is not None:
        return render(request, "talk/earlier.html", {"room": room, "talk": talk})
    if request.htmx:
        return render(request, "talk/panel.html", _build_chat_context(room, talk))
    reading.mark_read(room, talk.last)
    return render(request, "talk/page.html", _build_page_context(room, talk))


@never_cache
@require_safe
@handle_match_errors
def show_chat_news(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return what was said since a mark, or 204 if nothing was. The reader has the chat open, so it counts as read."""
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    mark = request.GET.get("mark", "")
    found = talk_messages.load_messages_since(room, mark)
    if found is None:
        reading.mark_read(room, talk_messages.parse_number(mark.partition(".")[0]) or 0)
        return HttpResponse(status=204)
    talk, follows = found
    reading.mark_read(room, talk.last)
    response = render(request, "talk/lines.html", {"room": room, "talk": talk, "fresh": True})
    return response if follows else reswap(response, "innerHTML")


@never_cache
@require_safe
@handle_match_errors
def show_unread_count(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Return the number of new messages and the latest reactions for a reader with the chat closed.

    It marks nothing as read.
    """
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    unread = talk_messages.count_unread_messages(room)
    shown = talk_messages.load_latest_reactions(room) if unread or room.me is None else []
    return render(request, "talk/unread.html", {"code": room.code, "unread": unread, "shown": shown})


@require_POST
@handle_match_errors
def send_message(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Send a message. A refused text stays in its field."""
    player, now = request.user.pk, clocks.now()
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        saying.send_message(code=code, player=player, text=text, phrase=phrase, now=now)
    except _REFUSALS as refusal:
        return _render_refused_part(request, code, "talk/say.html", refusal, text=text)
    if not request.htmx:
        return redirect("talk:page", code)
    room = load_room(code=code, player=player, now=now)
    kept = text if phrase else ""  # A phrase was sent, so the text being typed stays.
    response = render(request, "talk/say.html", _build_form_context(room, text=kept))
    return trigger_client_event(response, "talk-said")


@require_POST
@handle_match_errors
def save_note(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Store a private note."""
    text = request.POST.get("text", "")
    try:
        kept = notes.save_note(code=code, player=request.user.pk, text=text, now=clocks.now())
    except _REFUSALS as refusal:
        return _render_refused_part(request, code, "talk/note.html", refusal, note=text)
    if not request.htmx:
        messages.success(request, _("Your note has been saved."))
        return redirect("talk:page", code)
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    return render(request, "talk/note.html", {"room": room, "note": kept, "noted": True})


@require_POST
@handle_match_errors
def nudge_players(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Remind the players who are asked."""
    try:
        nudges.nudge_players(code=code, player=request.user.pk, now=clocks.now())
    except _REFUSALS as refusal:
        return _render_refused_part(request, code, "talk/nudge.html", refusal)
    sentence = _("Players who still have to move have been reminded.")
    if not request.htmx:
        messages.success(request, sentence)
        return redirect("talk:page", code)
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    return render(request, "talk/nudge.html", {"room": room, "nudged": sentence})


def _render_refused_part(
    request: HtmxHttpRequest, code: str, template: str, refusal: DomainError, **typed: str
) -> HttpResponse:
    """Return the refused part with its sentence and the typed text, within the whole page if there are no scripts."""
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    error = {"error": str(refusal), "refused": template}
    if request.htmx:
        return render(
            request, template, {**_build_form_context(room), "note": room.note, **typed, **error}, status=refusal.status
        )
    context = {**_build_page_context(room, talk_messages.load_latest_messages(room)), **typed, **error}
    return render(request, "talk/page.html", context, status=refusal.status)


def _build_page_context(room: Room, talk: talk_messages.Page) -> dict[str, object]:
    """Return what a page of its own needs: the match page has its story already."""
    try:
        sight = match_view.load_match_view(code=room.code, player=room.me, loaded=room.loaded)
    except Unreadable:
        return _build_chat_context(room, talk)
    return {**_build_chat_context(room, talk_messages.weave_story(talk, sight.story), sight), "game": sight.game}


def _build_chat_context(
    room: Room, talk: talk_messages.Page, sight: match_view.MatchView | None = None
) -> dict[str, object]:
    return {"talk": talk, **_build_form_context(room), "note": room.note, **_build_nudge_context(room, sight)}


def _build_form_context(room: Room, text: str = "") -> dict[str, object]:
    return {
        "room": room,
        "text": text,
        "most": text_rules.MAX_MESSAGE_LENGTH,
        "phrases": phrases.list_phrases(),
        "faces": phrases.list_faces(),
    }


def _build_nudge_context(room: Room, sight: match_view.MatchView | None) -> dict[str, object]:
    try:
        awaited = nudges.list_awaited_players(room, sight)
    except Unreadable:  # The match is set aside, but its players can chat about that.
        awaited = ()
    return {"awaited": awaited, "again_at": nudges.again_at(room)}
