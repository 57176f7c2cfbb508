"""Views for inviting people to a table, and the page for answering."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.errors import AccountNeeded
from apps.accounts.services import guests
from apps.common import clocks, text_rules
from apps.common.errors import DomainError, TextRefused
from apps.common.requests import HtmxHttpRequest
from apps.lobby import preferences
from apps.lobby.errors import TableRefused
from apps.lobby.models import Invitation
from apps.lobby.services import invitations, suppressed_addresses
from apps.lobby.views import table
from apps.lobby.views.guards import found_or_404
from apps.matches.selectors import options
from apps.matches.selectors.wording import list_pace_times, pace_title
from apps.matches.views.guards import handle_match_errors


@require_POST
@handle_match_errors
@found_or_404
def invite_player(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Invite someone to the table, by name or by e-mail."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby:table", args=[code]))
    me, now = request.user, clocks.now()
    name, email = request.POST.get("name", "").strip(), request.POST.get("email", "")
    try:
        if email:
            invitations.ask_by_mail(code=code, by=me, email=email, language=get_language() or "", now=now)
            messages.success(request, _("Your invitation is on its way."))
        else:
            invitations.ask_by_name(code=code, by=me, name=name, now=now)
            messages.success(request, _("If there’s a player called %(name)s, they’ve been invited.") % {"name": name})
    except (TableRefused, AccountNeeded) as refusal:
        return table.render_refused_table(request, code, refusal)
    return redirect("lobby:table", code)


@never_cache
@require_safe
@handle_match_errors
@found_or_404
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation, without changing anything."""
    return _render_invitation(request, invitations.by_token(token, player=request.user.pk))


@require_POST
@handle_match_errors
@found_or_404
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Join the table, as a guest if need be."""
    found = invitations.by_token(token, player=request.user.pk)
    try:
        with transaction.atomic():
            player = guests.get_or_create_player(request)
            word = request.POST.get("word", "")
            table = invitations.accept_invitation(token=token, player=player, now=clocks.now(), word=word)
    except (TableRefused, AccountNeeded, TextRefused) as refusal:
        return _render_invitation(request, found, refusal)
    guests.log_in(request, player)
    return redirect(table)


@require_POST
@handle_match_errors
@found_or_404
def decline_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Decline the invitation."""
    found = invitations.by_token(token, player=request.user.pk)
    me = request.user if request.user.is_authenticated else None
    try:
        invitations.decline_invitation(token=token, player=me, now=clocks.now())
    except TableRefused as refusal:
        return _render_invitation(request, found, refusal)
    messages.info(request, _("You’ve declined the invitation. No one is waiting for you."))
    return redirect("lobby:tables")


@never_cache
@csrf_exempt  # Mail programs post here without having seen a page (RFC 8058). The URL itself is the secret.
@require_http_methods(["GET", "HEAD", "POST"])
def no_more(request: HttpRequest, token: str) -> HttpResponse:
    """Refuse further invitations to an address. GET changes nothing, because virus scanners follow every link."""
    fingerprint = suppressed_addresses.parse_refusal_token(token)
    if fingerprint is None:
        return render(request, "lobby/no_more.html", {"unknown": True}, status=404)
    if request.method == "POST":
        suppressed_addresses.suppress_address(fingerprint, now=clocks.now())
    return render(request, "lobby/no_more.html", {"done": request.method == "POST"})


def _render_invitation(request: HttpRequest, found: Invitation, refusal: DomainError | None = None) -> HttpResponse:
    table = found.table
    context = {
        "invitation": found,
        "table": table,
        "longest_word": text_rules.MAX_WORD_LENGTH,
        "people": [chair.player for chair in table.chairs.select_related("player") if chair.player],
        "said": str(refusal or ""),
        "keep": isinstance(refusal, AccountNeeded),
        "pace": pace_title(table.pace_name),
        "times": list_pace_times(table.rules.meta, table.pace),
        "words": [
            *preferences.describe_requirements(table),
            *options.describe_unusual_options(table.rules, table.options),
        ],
    }
    return render(request, "lobby/invitation.html", context, status=refusal.status if refusal else 200)
