"""Actions on someone's messages: muting and unmuting their author, and reporting."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap

from apps.common import clocks
from apps.common.errors import RateLimited, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.matches.views.guards import handle_match_errors
from apps.talk.errors import TalkRefused
from apps.talk.models import Message, Report
from apps.talk.selectors.messages import TalkLine, find_message, load_latest_messages
from apps.talk.selectors.room import Room, load_room
from apps.talk.services import mutes, reports


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_match_errors
def show_message(request: HtmxHttpRequest, code: str, pk: int) -> HttpResponse:
    """Show one message with possible actions. On POST, report it."""
    room, line = _load_room_and_message(request, code, pk)
    if line.mine or line.hidden:
        raise _no_message()
    error, status = "", 200
    typed = {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}
    if request.method == "POST":
        try:
            reports.report_message(
                message=pk, reporter=int(room.me or 0), reason=typed["reason"], about=typed["words"], now=room.now
            )
        except (TalkRefused, TextRefused, RateLimited) as refusal:
            error, status = str(refusal), 409
        else:
            messages.success(request, _("Thank you. An organiser will look at it."))
            return redirect("talk:page", code)
    context = {"room": room, "line": line, "reasons": Report.Reason.choices, "typed": typed, "error": error}
    return render(request, "talk/about.html", context, status=status)


@require_POST
@login_required
@handle_match_errors
def mute_author(request: HtmxHttpRequest, code: str, pk: int) -> HttpResponse:
    """Collapse what the author of this message says."""
    room, line = _load_room_and_message(request, code, pk)
    author = _get_author_id(pk)
    try:
        mutes.mute_player(owner=int(room.me or 0), other=author, now=room.now)
    except TalkRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You’ve muted %(name)s. They won’t be notified.") % {"name": line.author})
    return redirect("talk:page", code)


@require_POST
@login_required
@handle_match_errors
def unmute_author(request: HtmxHttpRequest, code: str, pk: int) -> HttpResponse:
    """Show this author's messages again. For htmx, return the new lines."""
    room, line = _load_room_and_message(request, code, pk)
    mutes.unmute_player(owner=int(room.me or 0), other=_get_author_id(pk))
    if request.htmx:
        context = {"room": room, "talk": load_latest_messages(room), "fresh": True}
        return reswap(render(request, "talk/lines.html", context), "innerHTML")
    messages.success(request, _("You’ve unmuted %(name)s.") % {"name": line.author})
    return redirect("talk:page", code)


@never_cache
@require_safe
@login_required
def show_muted_players(request: HtmxHttpRequest) -> HttpResponse:
    """Show everyone the reader has muted."""
    return render(request, "talk/muted.html", {"muted": mutes.find_muted_players(int(request.user.pk or 0))})


@require_POST
@login_required
def remove_mute(request: HtmxHttpRequest, mute: int) -> HttpResponse:
    """Remove a mute in the list of all."""
    mutes.remove_mute(owner=int(request.user.pk or 0), mute=mute)
    messages.success(request, _("Saved."))
    return redirect("talk:muted")


def _load_room_and_message(request: HtmxHttpRequest, code: str, pk: int) -> tuple[Room, TalkLine]:
    room = load_room(code=code, player=request.user.pk, now=clocks.now())
    try:
        return room, find_message(room, pk)
    except Message.DoesNotExist:
        raise _no_message() from None


def _get_author_id(pk: int) -> int:
    author = Message.objects.values_list("author", flat=True).get(pk=pk)
    if author is None:
        raise _no_message()
    return author


def _no_message() -> Http404:
    return Http404(_("We can’t find that message."))
