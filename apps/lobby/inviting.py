"""The doors for asking people to a table, and the page on which they answer."""

from __future__ import annotations

import logging

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts import guests, limits
from apps.lobby import gathering, invitations, tables, wishes
from apps.lobby.models import Invitation, Table
from apps.matches import options
from apps.matches.doors import guarded
from apps.matches.spoken import pace_title, times

logger = logging.getLogger(__name__)


@require_POST
@limits.polite
@guarded
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Ask somebody to the table, by name or by e-mail."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby:table", args=[code]))
    me, now = request.user, timezone.now()
    name, email = request.POST.get("name", ""), request.POST.get("email", "")
    try:
        if email:
            _mail(request, invitations.ask_by_mail(code=code, by=me, email=email, now=now))
        else:
            invitations.ask(code=code, by=me, name=name, now=now)
            messages.success(request, _("If there is somebody called %(name)s, they are invited.") % {"name": name})
    except Table.DoesNotExist:
        raise Http404(_("There is no such table. Perhaps it was closed.")) from None
    except tables.Refused as refusal:
        return gathering.refused(request, code, refusal)
    return redirect("lobby:table", code)


@never_cache
@require_safe
@guarded
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What one is asked to; looking changes nothing."""
    return _shown(request, _found(request, token))


@require_POST
@limits.polite
@guarded
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down, as a guest if need be."""
    found = _found(request, token)
    try:
        with transaction.atomic():
            player = guests.identify(request)
            table = invitations.accept(token=token, player=player, now=timezone.now())
    except (Table.DoesNotExist, Invitation.DoesNotExist):
        raise _gone() from None
    except tables.Refused as refusal:
        return _shown(request, found, refusal)
    guests.log_in(request, player)
    return redirect(table)


@require_POST
@guarded
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """No, thank you."""
    found = _found(request, token)
    me = request.user if request.user.is_authenticated else None
    try:
        invitations.decline(token=token, player=me, now=timezone.now())
    except (Table.DoesNotExist, Invitation.DoesNotExist):
        raise _gone() from None
    except tables.Refused as refusal:
        return _shown(request, found, refusal)
    messages.info(request, _("You declined. Nobody waits for you there."))
    return redirect("lobby:tables")


def _shown(request: HttpRequest, found: Invitation, refusal: tables.Refused | None = None) -> HttpResponse:
    table = found.table
    context = {
        "invitation": found,
        "table": table,
        "people": [chair.player for chair in table.chairs.select_related("player") if chair.player],
        "said": str(refusal or ""),
        "keep": isinstance(refusal, tables.NoGuests),
        "pace": pace_title(table.pace_name),
        "times": times(table.rules.meta, table.pace),
        "words": [*wishes.said(table), *options.summary(table.rules, table.options)],
    }
    return render(request, "lobby/invitation.html", context, status=409 if refusal else 200)


def _found(request: HttpRequest, token: str) -> Invitation:
    """:raises Http404: if there is none, or it is for somebody else"""
    try:
        return invitations.by_token(token, player=request.user.pk)
    except Invitation.DoesNotExist:
        raise _gone() from None


def _gone() -> Http404:
    return Http404(_("There is no such invitation. Perhaps the table was closed."))


def _mail(request: HttpRequest, sent: Invitation) -> None:
    """Send an invitation off; if that fails, whoever sent it hears so. If a block holds it back, they do not."""
    table = sent.table
    link = request.build_absolute_uri(reverse("lobby:invitation", args=[sent.token]))
    context = {"by": sent.by, "table": table, "link": link, "pace": pace_title(table.pace_name)}
    subject = _("%(name)s invites you to play %(game)s") % {"name": sent.by, "game": table.title}
    body = render_to_string("lobby/invitation_mail.txt", context)
    try:
        if invitations.welcome(sent):
            EmailMessage(subject, body, to=[sent.email]).send()
    except OSError:  # Whatever sockets and smtplib raise.
        logger.exception("An invitation could not be sent.")
        sent.delete()
        messages.error(request, _("We could not send the mail just now. Please try again in a few minutes."))
        return
    messages.success(request, _("The invitation is on its way."))
