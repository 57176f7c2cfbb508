"""Views that bring players together with one click, by quick match and rematch."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.errors import AccountNeeded
from apps.accounts.services import guests
from apps.common import clocks, rate_limits
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.kernel.table import PUBLIC
from apps.lobby import table_form
from apps.lobby.errors import TableRefused
from apps.lobby.selectors import listing
from apps.lobby.services import quick_match as quick_matches
from apps.lobby.services import rematch, tables
from apps.matches.selectors import match_view
from apps.matches.views.guards import handle_match_errors


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@handle_match_errors
def quick_match(request: HttpRequest) -> HttpResponse:
    """Choose a game and a pace, and join someone looking for the same."""
    asked = request.POST if request.method == "POST" else request.GET
    game, pace_name = asked.get("game", tables.QUICK_GAME), asked.get("pace", tables.QUICK_PACE)
    rated = asked.get("rated") == "on"
    context: dict[str, object] = {
        "games": load_games().values(),
        "game": game,
        "paces": [pace for pace in listing.list_paces() if pace[0] != table_form.CUSTOM],
        "pace": pace_name,
        "rated": rated,
    }
    if request.method != "POST":
        return render(request, "lobby/quick.html", context)
    quick_matches.limit_searches(str(request.user.pk or rate_limits.get_client_address(request)))
    try:
        with transaction.atomic():
            player = guests.get_or_create_player(request)
            table = quick_matches.join_quick_match(
                player=player,
                game=game,
                pace_name=pace_name,
                rated=rated,
                language=(get_language() or "")[:2],
                now=clocks.now(),
            )
    except Illegal:
        sentence = _("This game can’t be played at that pace. Choose another one.")
        return render(request, "lobby/quick.html", {**context, "said": sentence}, status=400)
    except (TableRefused, AccountNeeded) as refusal:
        context |= {"said": str(refusal), "keep": isinstance(refusal, AccountNeeded)}
        return render(request, "lobby/quick.html", context, status=refusal.status)
    guests.log_in(request, player)
    return redirect(table)


@require_POST
@handle_match_errors
def open_or_join_rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open or join a rematch of the same players, each one seat further."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("matches:page", args=[code]))
    me = request.user
    try:
        return redirect(rematch.play_again(match=code, player=me, now=clocks.now()))
    except Illegal:
        messages.error(request, _("This game doesn’t allow a table like that. Try other settings."))
    except (TableRefused, AccountNeeded) as refusal:
        messages.error(request, str(refusal))
    return redirect("matches:page", code)


@never_cache
@require_safe
@handle_match_errors
def show_rematch_offer(request: HttpRequest, code: str) -> HttpResponse:
    """Return the offer of a rematch to a player of the match, or 204 if they have already `seen` it.

    Every page asks once its stream is open. Replacing an unchanged button would swallow a click on it.
    """
    if match_view.observer_for(code=code, user_id=request.user.pk) == PUBLIC:
        raise Http404
    offer = rematch.find_rematch_offer(match=code, player=int(request.user.pk or 0), now=clocks.now())
    if request.GET.get("seen") == (offer.fingerprint if offer else ""):
        return HttpResponse(status=204)
    context = {"code": code, "offer": offer, "second": "second" in request.GET}
    return render(request, "lobby/rematch.html", context)
