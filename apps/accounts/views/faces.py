"""Avatars: the picture of a seed, and the page for choosing your own."""

# ruff: noqa: ARG001

from __future__ import annotations

from typing import Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.models import Player
from apps.accounts.services import faces as service
from apps.common import faces

AVATAR_PAGES: Final = 12
"""Number of pages of avatars to choose from."""


@require_safe
def show_avatar(request: HttpRequest, seed: str) -> HttpResponse:
    """Return the avatar of a seed. It never changes, so browsers request it once."""
    response = HttpResponse(faces.draw_avatar(seed), content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choose_avatar(request: HttpRequest) -> HttpResponse:
    """Show eight avatars per page, and store the chosen one."""
    player = cast("Player", request.user)
    if request.method != "POST":
        asked = request.GET.get("page", "")
        page = int(asked) % AVATAR_PAGES if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
        seeds = faces.list_proposed_seeds(player.username, page)
        return render(request, "account/face.html", {"seeds": seeds, "next": (page + 1) % AVATAR_PAGES})
    seed = request.POST.get("face", "")
    if not faces.SEED_PATTERN.fullmatch(seed):
        return HttpResponseBadRequest(_("That avatar doesn’t exist. Choose another one."))
    service.save_avatar(player=player, seed=seed)
    messages.success(request, _("This is your new avatar."))
    return redirect("people:profile", player.username)
