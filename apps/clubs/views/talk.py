"""The talk of a club, for its members; and what one may do about somebody's words there."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.clubs.models import Message, Report
from apps.clubs.selectors import messages as lines
from apps.clubs.selectors.access import Access
from apps.clubs.selectors.messages import ClubLine
from apps.clubs.services import messages as saying
from apps.clubs.services import reports
from apps.clubs.views.guards import inside, me
from apps.clubs.views.overview import frame
from apps.common import clocks, text_rules
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.talk.errors import TalkRefused
from apps.talk.selectors import silences
from apps.talk.services import mutes


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@inside
def page(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """What was said, the newest first; posted: say something, and what is refused stays in its field."""
    now, text, error, status = clocks.now(), "", "", 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            saying.say(code=found.club.code, player=me(request), text=text, now=now)
        except DomainError as refusal:
            error, status = str(refusal), refusal.status
        else:
            return redirect("clubs:talk", found.club.code)
    before = request.GET.get("before", "")
    talk = lines.latest(found, reader=me(request).pk, before=_number(before))
    context = {
        **frame(found, "talk"),
        "talk": talk,
        "first": not before,
        "more": talk.earlier,
        "text": text,
        "error": error,
        "most": text_rules.MESSAGE,
        "silenced": silences.silenced(me(request).pk, now=now),
    }
    return render(request, "clubs/talk.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
@inside
def message(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """One message, with what may be done about it; posted: report it."""
    line = _found(request, found, pk)
    typed = {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}
    error, status = "", 200
    if request.method == "POST":
        try:
            reports.report(
                message=pk, reporter=me(request).pk, reason=typed["reason"], about=typed["words"], now=clocks.now()
            )
        except DomainError as refusal:
            error, status = str(refusal), refusal.status
        else:
            messages.success(request, _("Thank you. An organiser will look at it."))
            return redirect("clubs:talk", found.club.code)
    context = {**frame(found, "talk"), "line": line, "typed": typed, "error": error}
    return render(request, "clubs/message.html", {**context, "reasons": Report.Reason.choices}, status=status)


@require_POST
@inside
def remove(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Take a message away from everybody."""
    _found(request, found, pk)
    saying.remove(code=found.club.code, by=me(request), message=pk, now=clocks.now())
    messages.success(request, _("The message is removed."))
    return redirect("clubs:talk", found.club.code)


@require_POST
@inside
def mute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Fold away what the author of this message says, here and at tables."""
    line = _found(request, found, pk)
    try:
        mutes.mute(owner=me(request).pk, other=_author(pk), now=clocks.now())
    except TalkRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You muted %(name)s. They are not told.") % {"name": line.author})
    return redirect("clubs:talk", found.club.code)


@require_POST
@inside
def unmute(request: HtmxHttpRequest, found: Access, pk: int) -> HttpResponse:
    """Read the author of this message again."""
    line = _found(request, found, pk)
    mutes.unmute(owner=me(request).pk, other=_author(pk))
    messages.success(request, _("You read %(name)s again.") % {"name": line.author})
    return redirect("clubs:talk", found.club.code)


def _found(request: HtmxHttpRequest, found: Access, pk: int) -> ClubLine:
    """A message that this reader finds and that was not removed."""
    try:
        line = lines.find(found, pk, reader=me(request).pk)
    except Message.DoesNotExist:
        raise _no_message() from None
    if line.hidden:
        raise _no_message()
    return line


def _author(pk: int) -> int:
    author = Message.objects.values_list("author", flat=True).get(pk=pk)
    if author is None:
        raise _no_message()
    return author


def _no_message() -> Http404:
    return Http404(_("There is no such message."))


def _number(text: str) -> int | None:
    """Before which message a page begins; None, the newest, for what is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
