"""Pages for the data export (GDPR) and for deleting your account."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from apps.accounts.models import Player
from apps.common import clocks, rate_limits
from apps.matches.selectors import player_matches
from apps.matches.views.guards import handle_match_errors
from apps.people.errors import BotRefused, DeletionRefused
from apps.people.services import account_deletion, bot_accounts
from apps.people.services.export import stream_export

MAX_EXPORTS_PER_HOUR = 5
"""Maximum exports of a player in an hour."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def export_own_data(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Show what the file contains. On POST, return it."""
    if request.method != "POST":
        return render(request, "people/export.html")
    player = cast("Player", request.user)
    rate_limits.enforce_rate_limit(
        what="export",
        who=str(player.pk),
        most=MAX_EXPORTS_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve downloaded your data several times in the past hour. Please try again later."),
    )
    response = StreamingHttpResponse(stream_export(player=player.pk), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="slow-fuse.zip"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def become_bot(request: HttpRequest) -> HttpResponse:
    """Make the account a bot, after a fresh login and a confirmation."""
    if request.method != "POST":
        return render(request, "people/bot.html")
    if request.POST.get("sure") != "yes":
        error = _("Nothing was changed. Tick the box to confirm.")
        return render(request, "people/bot.html", {"error": error}, status=400)
    try:
        bot_accounts.become_bot(player=cast("Player", request.user), now=clocks.now())
    except BotRefused as refusal:
        return render(request, "people/bot.html", {"error": str(refusal)}, status=refusal.status)
    messages.success(request, _("This account is a bot now."))
    return redirect("accounts:me")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
@handle_match_errors
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the account, after a fresh login and a confirmation."""
    player = cast("Player", request.user)
    context = {"running": len(player_matches.find_running_seats(player=player.pk))}
    if request.method != "POST":
        return render(request, "people/leave.html", context)
    if request.POST.get("sure") != "yes":
        error = _("Your account wasn’t deleted. Tick the box to confirm.")
        return render(request, "people/leave.html", {**context, "error": error}, status=400)
    try:
        account_deletion.delete_account(player=player, now=clocks.now())
    except DeletionRefused as refusal:
        return render(request, "people/leave.html", {**context, "error": str(refusal)}, status=refusal.status)
    logout(request)
    messages.success(request, _("Your account has been deleted. Goodbye, and thanks for playing."))
    return redirect("front")
