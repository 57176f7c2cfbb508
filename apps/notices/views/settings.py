"""The pages for notification settings, and the URL that stops all mail."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.models import Player
from apps.common import clocks, rate_limits
from apps.common.errors import DomainError
from apps.notices import forms, wording
from apps.notices.channels import web_push
from apps.notices.errors import NoSuchChoice, ReceiverRefused
from apps.notices.models import Webhook
from apps.notices.selectors import addresses
from apps.notices.selectors import browsers as selected_browsers
from apps.notices.selectors import preferences as chosen_preferences
from apps.notices.services import browsers, preferences, webhooks


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show and store all notification settings."""
    if request.method != "POST":
        return _page(request)
    form = request.POST
    try:
        wish = forms.read(form.getlist("mail"), form.getlist("push"), form.get("digest", ""), form.get("pause", ""))
    except NoSuchChoice as refusal:
        return _page(request, refusal)
    preferences.choose(player=_me(request).pk, wish=wish)
    messages.success(request, _("Saved."))
    return redirect("notices:settings")


@require_POST
@login_required
def feed(request: HttpRequest) -> HttpResponse:
    """Replace the URLs of the feeds."""
    preferences.renew_feed(player=_me(request).pk)
    messages.success(request, _("The feeds have new addresses. The old ones no longer work."))
    return redirect("notices:settings")


def _refusable(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view for logged-in players only, with refusals shown on the page."""

    @require_POST
    @login_required
    @wraps(view)
    def door(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except ReceiverRefused as refusal:
            return _page(request, refusal)

    return door


@_refusable
def hook(request: HttpRequest) -> HttpResponse:
    """Add a webhook, or apply one of its buttons."""
    me, form = _me(request), request.POST
    number = int(form["hook"]) if form.get("hook", "").isdecimal() and len(form["hook"]) < 18 else 0
    match form.get("do", ""):
        case "add":
            _spend(me)
            webhooks.add(player=me, url=form.get("url", ""), kinds=form.getlist("kinds"), now=clocks.now())
            messages.success(request, _("The webhook has been added. You’ll find its secret beside it."))
        case "kinds":
            webhooks.change(player=me, hook=number, kinds=form.getlist("kinds"))
            messages.success(request, _("Saved."))
        case "remove":
            webhooks.remove(player=me, hook=number)
            messages.success(request, _("The webhook has been removed."))
        case "revive":
            webhooks.revive(player=me, hook=number)
            messages.success(request, _("We’ll try the webhook again."))
        case "renew":
            webhooks.renew(player=me, hook=number)
            messages.success(request, _("The webhook has a new secret."))
        case _:
            raise ReceiverRefused(NoSuchChoice.sentence)
    return redirect("notices:settings")


@_refusable
def browser(request: HttpRequest) -> HttpResponse:
    """Turn notifications on in this browser, or off in one from the list."""
    me, form = _me(request), request.POST
    if form.get("do") == "add":
        _spend(me)
        browsers.subscribe(
            player=me,
            address=_address(request),
            name=form.get("name", "") or _("Unknown browser"),
            session=request.session.session_key or "",
            was=form.get("was", ""),
            now=clocks.now(),
        )
        messages.success(request, _("Notifications are now on in this browser."))
    else:
        number = int(form["browser"]) if form.get("browser", "").isdecimal() and len(form["browser"]) < 18 else 0
        browsers.unsubscribe(player=me, endpoint=form.get("endpoint", ""), browser=number)
        messages.success(request, _("Notifications are now off in that browser."))
    return redirect("notices:settings")


@never_cache
@csrf_exempt  # A service worker has no page with a token. Only this browser knows the endpoint that it must name.
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Compare a service worker's subscription with ours.

    The answer is 204 if they're the same, 410 if it must unsubscribe, or the key for a new one.
    """
    if not request.user.is_authenticated:
        return HttpResponse(status=410)
    me, form = _me(request), request.POST
    _spend(me)
    try:
        found = browsers.keep(
            player=me,
            address=_address(request),
            was=form.get("was", ""),
            key=form.get("key", ""),
            session=request.session.session_key or "",
        )
    except ReceiverRefused as refusal:
        return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain; charset=utf-8")
    if found == "renew":
        return JsonResponse({"key": web_push.public_key()})
    return HttpResponse(status=204 if found == "kept" else 410)


def _address(request: HttpRequest) -> browsers.Address:
    form = request.POST
    return browsers.Address(form.get("endpoint", ""), form.get("p256dh", ""), form.get("auth", ""))


@never_cache
@csrf_exempt  # Mail programs post here without having seen a page (RFC 8058). The URL itself is the secret.
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all mail. GET changes nothing, because virus scanners follow every link."""
    player = Player.objects.filter(pk=addresses.whose(token) or 0).first()
    if player is None:
        return render(request, "notices/off.html", {"unknown": True}, status=404)
    if request.method == "POST":
        preferences.no_mail(player=player.pk)
    return render(request, "notices/off.html", {"player": player, "done": request.method == "POST"})


def _page(request: HttpRequest, refusal: DomainError | None = None) -> HttpResponse:
    me = _me(request)
    row = preferences.of(me.pk)
    wish = chosen_preferences.read(row)
    context = {
        "error": str(refusal or ""),
        "rows": forms.matrix(wish),
        "wish": wish,
        "hours": range(24),
        "pauses": chosen_preferences.PAUSES,
        "trouble": wording.translate_stored(row.trouble) if row.trouble else "",
        "address": addresses.mail(me),
        "feed": row.feed,
        "browsers": [forms.browser(each) for each in selected_browsers.logged_in(player=me, now=clocks.now())],
        "push_key": web_push.public_key(),
        "hooks": [forms.hook(each) for each in Webhook.objects.filter(player=me).order_by("pk")],
        "hook_kinds": forms.kinds(forms.NEW_HOOK),
        "most_hooks": webhooks.MOST,
    }
    return render(request, "notices/settings.html", context, status=refusal.status if refusal else 200)


def _spend(me: Player) -> None:
    rate_limits.spend(
        what="notices",
        who=str(me.pk),
        most=30,
        seconds=3600,
        sentence=_("You’ve made a lot of changes in the last hour. Please wait a little."),
    )


def _me(request: HttpRequest) -> Player:
    return cast("Player", request.user)
