"""Board pages for any app with a board, which supplies its place, the reader's permissions and the frame.

The app's own views check access, and each ends in one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from apps.common import clocks, text_rules
from apps.common.errors import DomainError
from apps.common.requests import HtmxHttpRequest
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Post, Report
from apps.talk.selectors import posts
from apps.talk.selectors.messages import parse_number
from apps.talk.selectors.posts import Place, PostLine
from apps.talk.services import mutes, post_reports


def show_board(
    request: HtmxHttpRequest, place: Place, *, say: Callable[..., int], template: str, frame: Mapping[str, object]
) -> HttpResponse:
    """Show the posts, the newest first. On POST, write one. A refused text stays in its field."""
    text, error, status = "", "", 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            say(text=text, now=clocks.now())
        except DomainError as refusal:
            error, status = str(refusal), refusal.status
        else:
            return redirect(place.path)
    before = parse_number(request.GET.get("before", ""))
    talk = posts.load_latest_posts(place, before=before)
    context = {
        **frame,
        "place": place,
        "talk": talk,
        "first": before is None,
        "more": talk.earlier,
        "text": text,
        "error": error,
        "most": text_rules.MAX_MESSAGE_LENGTH,
    }
    return render(request, template, context, status=status)


def show_post(
    request: HtmxHttpRequest, place: Place, pk: int, *, template: str, frame: Mapping[str, object]
) -> HttpResponse:
    """Show one post with possible actions. On POST, report it."""
    line = _get_post_or_404(place, pk)
    typed = {"reason": request.POST.get("reason", ""), "words": request.POST.get("words", "")}
    error, status = "", 200
    if request.method == "POST":
        try:
            _report_post(place, pk, typed)
        except DomainError as refusal:
            error, status = str(refusal), refusal.status
        else:
            messages.success(request, _("Thank you. An organiser will look at it."))
            return redirect(place.path)
    context = {**frame, "place": place, "line": line, "typed": typed, "error": error, "reasons": Report.Reason.choices}
    return render(request, template, context, status=status)


def remove_post(request: HtmxHttpRequest, place: Place, pk: int, *, remove: Callable[[], None]) -> HttpResponse:
    """Remove a post for everyone."""
    _get_post_or_404(place, pk)
    remove()
    messages.success(request, _("The message has been removed."))
    return redirect(place.path)


def mute_author(request: HtmxHttpRequest, place: Place, pk: int) -> HttpResponse:
    """Collapse what the author of this post says, here and everywhere."""
    line = _get_post_or_404(place, pk)
    try:
        mutes.mute_player(owner=_get_reader_id(place), other=_get_author_id(pk), now=clocks.now())
    except TalkRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You’ve muted %(name)s. They won’t be notified.") % {"name": line.author})
    return redirect(place.path)


def unmute_author(request: HtmxHttpRequest, place: Place, pk: int) -> HttpResponse:
    """Show this author's messages again."""
    line = _get_post_or_404(place, pk)
    mutes.unmute_player(owner=_get_reader_id(place), other=_get_author_id(pk))
    messages.success(request, _("You’ve unmuted %(name)s.") % {"name": line.author})
    return redirect(place.path)


def _report_post(place: Place, pk: int, typed: Mapping[str, str]) -> None:
    if not place.reports:
        raise NotYourTalk(_("Only people who can write in this chat can report its messages."))
    post_reports.report_post(
        post=pk, reporter=_get_reader_id(place), reason=typed["reason"], about=typed["words"], now=clocks.now()
    )


def _get_reader_id(place: Place) -> int:
    """Return the reader. The app's views have sent everyone else to log in."""
    return int(place.reader or 0)


def _get_post_or_404(place: Place, pk: int) -> PostLine:
    """Return a post that this reader can see and that wasn't removed."""
    try:
        line = posts.find_post(place, pk)
    except Post.DoesNotExist:
        raise _no_message() from None
    if line.hidden:
        raise _no_message()
    return line


def _get_author_id(pk: int) -> int:
    author = Post.objects.values_list("author", flat=True).get(pk=pk)
    if author is None:
        raise _no_message()
    return author


def _no_message() -> Http404:
    return Http404(_("We can’t find that message."))
