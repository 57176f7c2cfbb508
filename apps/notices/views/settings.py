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
from apps.notices.selectors.preferences import PAUSE_MINUTES, decode_wish
from apps.notices.services import browsers, preferences, webhooks


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_notification_settings(request: HttpRequest) -> HttpResponse:
    """Show and store all notification settings."""
    if request.method != "POST":
        return _render_settings(request)
    form = request.POST
    try:
        wish = forms.parse_wish(
            form.getlist("mail"), form.getlist("push"), form.get("digest", ""), form.get("pause", "")
        )
    except NoSuchChoice as refusal:
        return _render_settings(request, refusal)
    preferences.save_wish(player=_get_player(request).pk, wish=wish)
    messages.success(request, _("Saved."))
    return redirect("notices:settings")


@require_POST
@login_required
def renew_feed_urls(request: HttpRequest) -> HttpResponse:
    """Replace the URLs of the feeds."""
    preferences.renew_feed(player=_get_player(request).pk)
    messages.success(request, _("The feeds have new addresses. The old ones no longer work."))
    return redirect("notices:settings")


def _handle_refusals(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view for logged-in players only, with refusals shown on the page."""

    @require_POST
    @login_required
    @wraps(view)
    def door(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except ReceiverRefused as refusal:
            return _render_settings(request, refusal)

    return door


@_handle_refusals
def manage_webhooks(request: HttpRequest) -> HttpResponse:
    """Add a webhook, or apply one of its buttons."""
    me, form = _get_player(request), request.POST
    number = int(form["hook"]) if form.get("hook", "").isdecimal() and len(form["hook"]) < 18 else 0
    match form.get("do", ""):
        case "add":
            _enforce_change_limit(me)
            webhooks.add_webhook(player=me, url=form.get("url", ""), kinds=form.getlist("kinds"), now=clocks.now())
            messages.success(request, _("The webhook has been added. You’ll find its secret beside it."))
        case "kinds":
            webhooks.update_webhook_kinds(player=me, hook=number, kinds=form.getlist("kinds"))
            messages.success(request, _("Saved."))
        case "remove":
            webhooks.remove_webhook(player=me, hook=number)
            messages.success(request, _("The webhook has been removed."))
        case "revive":
            webhooks.revive_webhook(player=me, hook=number)
            messages.success(request, _("We’ll try the webhook again."))
        case "renew":
            webhooks.renew_webhook_secret(player=me, hook=number)
            messages.success(request, _("The webhook has a new secret."))
        case _:
            raise ReceiverRefused(NoSuchChoice.sentence)
    return redirect("notices:settings")


@_handle_refusals
def manage_browsers(request: HttpRequest) -> HttpResponse:
    """Turn notifications on in this browser, or off in one from the list."""
    me, form = _get_player(request), request.POST
    if form.get("do") == "add":
        _enforce_change_limit(me)
        browsers.subscribe_browser(
            player=me,
            address=_parse_browser_address(request),
            name=form.get("name", "") or _("Unknown browser"),
            session=request.session.session_key or "",
            was=form.get("was", ""),
            now=clocks.now(),
        )
        messages.success(request, _("Notifications are now on in this browser."))
    else:
        number = int(form["browser"]) if form.get("browser", "").isdecimal() and len(form["browser"]) < 18 else 0
        browsers.unsubscribe_browser(player=me, endpoint=form.get("endpoint", ""), browser=number)
        messages.success(request, _("Notifications are now off in that browser."))
    return redirect("notices:settings")


@never_cache
@csrf_exempt  # A service worker has no page with a token. Only this browser knows the endpoint that it must name.
@require_POST
def compare_subscription(request: HttpRequest) -> HttpResponse:
    """Compare a service worker's subscription with ours.

    The answer is 204 if they're the same, 410 if it must unsubscribe, or the key for a new one.
    """
    if not request.user.is_authenticated:
        return HttpResponse(status=410)
    me, form = _get_player(request), request.POST
    _enforce_change_limit(me)
    try:
        found = browsers.update_subscription(
            player=me,
            address=_parse_browser_address(request),
            was=form.get("was", ""),
            key=form.get("key", ""),
            session=request.session.session_key or "",
        )
    except ReceiverRefused as refusal:
        return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain; charset=utf-8")
    if found == "renew":
        return JsonResponse({"key": web_push.public_key()})
    return HttpResponse(status=204 if found == "kept" else 410)


def _parse_browser_address(request: HttpRequest) -> browsers.Address:
    form = request.POST
    return browsers.Address(form.get("endpoint", ""), form.get("p256dh", ""), form.get("auth", ""))


@never_cache
@csrf_exempt  # Mail programs post here without having seen a page (RFC 8058). The URL itself is the secret.
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_from_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all mail. GET changes nothing, because virus scanners follow every link."""
    player = Player.objects.filter(pk=addresses.parse_unsubscribe_token(token) or 0).first()
    if player is None:
        return render(request, "notices/off.html", {"unknown": True}, status=404)
    if request.method == "POST":
        preferences.no_mail(player=player.pk)
    return render(request, "notices/off.html", {"player": player, "done": request.method == "POST"})


def _render_settings(request: HttpRequest, refusal: DomainError | None = None) -> HttpResponse:
    me = _get_player(request)
    row = preferences.get_or_create_wishes(me.pk)
    wish = decode_wish(row)
    context = {
        "error": str(refusal or ""),
        "rows": forms.build_preference_rows(wish),
        "wish": wish,
        "hours": range(24),
        "pauses": PAUSE_MINUTES,
        "trouble": wording.translate_stored(row.trouble) if row.trouble else "",
        "address": addresses.find_mail_address(me),
        "feed": row.feed,
        "browsers": [
            forms.build_shown_browser(each) for each in selected_browsers.logged_in(player=me, now=clocks.now())
        ],
        "push_key": web_push.public_key(),
        "hooks": [forms.build_shown_webhook(each) for each in Webhook.objects.filter(player=me).order_by("pk")],
        "hook_kinds": forms.build_kind_boxes(forms.DEFAULT_HOOK_KINDS),
        "most_hooks": webhooks.MAX_WEBHOOKS,
    }
    return render(request, "notices/settings.html", context, status=refusal.status if refusal else 200)


def _enforce_change_limit(me: Player) -> None:
    rate_limits.enforce_rate_limit(
        what="notices",
        who=str(me.pk),
        most=30,
        seconds=3600,
        sentence=_("You’ve made a lot of changes in the last hour. Please wait a little."),
    )


def _get_player(request: HttpRequest) -> Player:
    return cast("Player", request.user)
