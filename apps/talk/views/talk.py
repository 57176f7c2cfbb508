"""The talk of a match: a page of its own, and a panel on the match page that gains from scripts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, trigger_client_event

from apps.accounts import limits
from apps.matches import sight
from apps.matches.doors import guarded
from apps.talk import lines, notes, nudges, phrases, words
from apps.talk import say as saying
from apps.talk.room import NotYours, Refused, Room, enter

_STATUS = {NotYours: 403, Refused: 409, words.Unfit: 422, limits.TooMany: 429}


@never_cache
@require_safe
@guarded
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Everything said, and what one may say; for htmx the panel, which counts as read when it is opened."""
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    before = lines.number(request.GET.get("before", ""))
    told = lines.latest(room, before=before)
    if before is not None:
        return render(request, "talk/earlier.html", {"room": room, "told": told})
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "talk/panel.html", _whole(room, told))
    lines.read(room, told.last)
    return render(request, "talk/page.html", _whole(room, told))


@never_cache
@require_safe
@guarded
def news(request: HttpRequest, code: str) -> HttpResponse:
    """What was said since a mark; 204 if nothing was. Whoever asks has the talk open: it counts as read."""
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    mark = request.GET.get("mark", "")
    found = lines.since(room, mark)
    if found is None:
        lines.read(room, lines.number(mark.partition(".")[0]) or 0)
        return HttpResponse(status=204)
    told, follows = found
    lines.read(room, told.last)
    response = render(request, "talk/lines.html", {"room": room, "told": told, "fresh": True})
    return response if follows else reswap(response, "innerHTML")


@never_cache
@require_safe
@guarded
def unread(request: HttpRequest, code: str) -> HttpResponse:
    """How much is new to somebody who has the talk closed: it stays unread."""
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    return render(request, "talk/unread.html", {"room": room, "unread": lines.unread(room)})


@require_POST
@guarded
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something; what was refused stays in its field."""
    player, now = request.user.pk, timezone.now()
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        saying.say(code=code, player=player, text=text, phrase=phrase, now=now)
    except tuple(_STATUS) as refusal:
        return _part(request, code, "talk/say.html", refusal, text=text)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("talk:page", code)
    room = enter(code=code, player=player, now=now)
    kept = text if phrase else ""  # A phrase was sent; what was being typed goes on being typed.
    response = render(request, "talk/say.html", _talking(room, text=kept))
    return trigger_client_event(response, "talk-said")


@require_POST
@guarded
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Keep a private note."""
    text = request.POST.get("text", "")
    try:
        kept = notes.write(code=code, player=request.user.pk, text=text, now=timezone.now())
    except tuple(_STATUS) as refusal:
        return _part(request, code, "talk/note.html", refusal, note=text)
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, _("Your note is kept."))
        return redirect("talk:page", code)
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    return render(request, "talk/note.html", {"room": room, "note": kept, "noted": True})


@require_POST
@guarded
def nudge(request: HttpRequest, code: str) -> HttpResponse:
    """Remind whoever is asked."""
    try:
        nudges.nudge(code=code, player=request.user.pk, now=timezone.now())
    except tuple(_STATUS) as refusal:
        return _part(request, code, "talk/nudge.html", refusal)
    said = _("Whoever is asked and has not answered is reminded.")
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, said)
        return redirect("talk:page", code)
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    return render(request, "talk/nudge.html", {"room": room, "nudged": said})


def _part(request: HttpRequest, code: str, template: str, refusal: Exception, **typed: str) -> HttpResponse:
    """The part that was refused with its sentence and what was typed; without scripts inside the whole page."""
    status = next(status for kind, status in _STATUS.items() if isinstance(refusal, kind))
    room = enter(code=code, player=request.user.pk, now=timezone.now())
    error = {"error": str(refusal), "refused": template}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, template, {**_talking(room), "note": room.note, **typed, **error}, status=status)
    context = {**_whole(room, lines.latest(room)), **typed, **error}
    return render(request, "talk/page.html", context, status=status)


def _whole(room: Room, told: lines.Page) -> dict[str, Any]:
    return {"told": told, **_talking(room), "note": room.note, **_hurrying(room)}


def _talking(room: Room, text: str = "") -> dict[str, Any]:
    return {"room": room, "text": text, "most": words.MESSAGE, "phrases": phrases.offered()}


def _hurrying(room: Room) -> dict[str, Any]:
    try:
        awaited = nudges.awaited(room)
    except sight.Unreadable:  # The match is set aside; its people may talk about that.
        awaited = ()
    return {"awaited": awaited, "again_at": nudges.again_at(room)}
