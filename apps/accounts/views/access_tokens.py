"""The page of a player's access tokens, with which programs use the API for them."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.errors import TokenRefused
from apps.accounts.models import AccessToken, Player
from apps.accounts.services import access_tokens
from apps.common import clocks


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def manage_access_tokens(request: HttpRequest) -> HttpResponse:
    """List the reader's tokens. A POST creates one and shows it this one time."""
    player, created, refusal = cast("Player", request.user), "", ""
    name, scopes = request.POST.get("name", ""), request.POST.getlist("scope")
    if request.method == "POST":
        try:
            _row, created = access_tokens.create_access_token(player=player, name=name, scopes=scopes, now=clocks.now())
        except TokenRefused as error:
            refusal = str(error)
    context = {
        "tokens": [
            (token, [AccessToken.Scope(scope).label for scope in token.scopes.split()])
            for token in player.access_tokens.order_by("created_at")
        ],
        "scopes": AccessToken.Scope.choices,
        "created": created,
        "error": refusal,
        "name": "" if created else name,
        "chosen": scopes if refusal else [AccessToken.Scope.READ],
    }
    return render(request, "account/tokens.html", context, status=TokenRefused.status if refusal else 200)


@require_POST
@login_required
def revoke_access_token(request: HttpRequest, key: int) -> HttpResponse:
    """Revoke one of the reader's tokens. Programs that use it are refused from now on."""
    if access_tokens.revoke_access_token(player=cast("Player", request.user), token=key):
        messages.success(request, _("The token has been revoked."))
    return redirect("accounts:tokens")
