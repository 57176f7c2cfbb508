"""Favourites and notes: matches the reader marked, and private notes about them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.common import clocks, text_rules
from apps.common.errors import TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import bookmarks
from apps.matches.services import bookmarks as keeping
from apps.matches.views.guards import handle_match_errors

PAGE_SIZE = 20


@never_cache
@require_safe
@login_required
def show_bookmarks(request: HtmxHttpRequest) -> HttpResponse:
    """List the reader's marks and notes, latest first."""
    page = Paginator(bookmarks.find_bookmarks(int(request.user.pk or 0)), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(
        request, "matches/book.html", {"page": page, "kept": [bookmarks.build_bookmark_row(each) for each in page]}
    )


@require_POST
@login_required
@handle_match_errors
def save_bookmark(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Mark a match, or write a note about it."""
    kept = bookmarks.Kept("favourite" in request.POST, request.POST.get("note", ""))
    context = {"code": code, "bookmark": kept, "most": text_rules.MAX_NOTE_LENGTH, "noted": True}
    template = "matches/bookmark.html" if request.htmx else "matches/bookmark_page.html"
    player, now = int(request.user.pk or 0), clocks.now()
    try:
        keeping.save_bookmark(code=code, player=player, favourite=kept.favourite, note=kept.note, now=now)
    except TextRefused as refusal:
        return render(request, template, {**context, "noted": False, "error": refusal}, status=refusal.status)
    if request.htmx:
        return render(request, template, context)
    messages.success(request, _("Your changes have been saved."))
    return redirect("matches:record", code)
