"""The pages on which organisers look after webhooks, and their documentation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.clubs.selectors.access import Access
from apps.clubs.views.guards import require_club
from apps.clubs.views.overview import build_club_context
from apps.common import clocks
from apps.common.cross_origin import readable_anywhere
from apps.common.requests import HtmxHttpRequest
from apps.notices.channels import webhook
from apps.tournaments.models import Tournament
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.views.public import build_outline_context
from apps.webhooks import payloads, selectors, services
from apps.webhooks.errors import HookRefused, NotOrganiser
from apps.webhooks.models import CHOOSABLE_EVENTS, Event, Hook, HookMessage, Shape

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

_CHECK: Final = (Path(__file__).parent / "example_check.py").read_text(encoding="utf-8").partition("\n")[2].strip()
DEFAULT_EVENTS: Final = (Event.ROUND, Event.OVER, Event.TOURNAMENT)


@dataclass(frozen=True)
class ShownMessage:
    """A line of the log."""

    event: str
    about: str
    at: datetime
    state: str
    status: int | None
    milliseconds: int | None
    error: str


@dataclass(frozen=True)
class ShownHook:
    """A webhook without what it must keep secret."""

    pk: int
    address: str
    shape: str
    events: str
    language: str
    owner: str
    off: bool
    trouble: str
    log: tuple[ShownMessage, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@require_tournament
def manage_tournament_hooks(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Show the webhooks of a tournament. On POST, apply a button."""
    context = build_outline_context(request, tournament, "webhooks")
    return _manage_hooks(request, tournament, {**context, "base": "tournaments/base.html"})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@require_club
def manage_club_hooks(request: HtmxHttpRequest, found: Access) -> HttpResponse:
    """Show the webhooks of a club. On POST, apply a button."""
    return _manage_hooks(request, found.club, {**build_club_context(found, "webhooks"), "base": "clubs/base.html"})


@require_safe
def show_documentation(request: HttpRequest) -> HttpResponse:
    """Show what webhooks send, and how to check a signature."""
    site = request.build_absolute_uri("/").removesuffix("/")
    examples = [
        (
            cast("str", msgspec.to_builtins(each)["type"]),
            msgspec.json.format(msgspec.json.encode(each), indent=2).decode(),
        )
        for each in payloads.build_examples(site)
    ]
    return render(
        request, "webhooks/about.html", {"examples": examples, "check": _CHECK, "days": services.MAX_FAILING_DAYS}
    )


@readable_anywhere
@require_safe
def show_schema(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- it's the same for everyone
    """Serve the JSON Schema of the messages in our own shape."""
    return JsonResponse(payloads.build_schema())


def _manage_hooks(request: HttpRequest, of: Tournament | Club, context: dict[str, object]) -> HttpResponse:
    player, refusal, revealed = cast("Player", request.user), "", None
    if not selectors.can_manage_hooks(player, of):
        raise NotOrganiser
    if request.method == "POST":
        try:
            revealed = _apply_button(request, of, player)
        except HookRefused as error:
            refusal = str(error)
        else:
            if revealed is None:
                return redirect(request.path)
    return render(
        request,
        "webhooks/page.html",
        {
            **context,
            "error": refusal,
            "revealed": revealed,
            "hooks": [_build_shown_hook(hook) for hook in selectors.find_hooks(of)],
            "most": services.MAX_HOOKS,
            "shapes": Shape.choices,
            "languages": settings.LANGUAGES,
            "events": [(event.value, event.label) for event in CHOOSABLE_EVENTS],
            "chosen": (request.POST.getlist("events") if refusal else None) or DEFAULT_EVENTS,
            "typed": request.POST.get("url", "") if refusal else "",
            "chosen_shape": request.POST.get("shape", "") or Shape.JSON,
            "chosen_language": request.POST.get("language", "") or get_language(),
        },
        status=HookRefused.status if refusal else 200,
    )


def _apply_button(request: HttpRequest, of: Tournament | Club, player: Player) -> Hook | None:
    """Apply a button, and return the webhook whose secret must be shown, if there's one.

    :raises HookRefused: if it can't be done
    """
    form, now = request.POST, clocks.now()
    hook = int(form["hook"]) if form.get("hook", "").isdecimal() and len(form["hook"]) < 18 else 0
    match form.get("do", ""):
        case "add":
            return services.add_hook(
                player=player, of=of, url=form.get("url", ""), shape=form.get("shape", ""),
                events=form.getlist("events"), language=form.get("language", ""), now=now,
            )  # fmt: skip
        case "renew":
            return services.renew_secret(player=player, of=of, hook=hook)
        case "remove":
            services.remove_hook(player=player, of=of, hook=hook)
            messages.success(request, _("The webhook has been removed."))
        case "revive":
            services.revive_hook(player=player, of=of, hook=hook, now=now)
            messages.success(request, _("We’ll try the webhook again."))
        case "test":
            services.send_test(player=player, of=of, hook=hook, now=now)
            messages.success(request, _("We’re sending a test. Reload the page in a few seconds to see its result."))
        case _:
            raise HookRefused(_("That isn’t an option on this page. Nothing was changed."))
    return None


def _build_shown_hook(hook: Hook) -> ShownHook:
    return ShownHook(
        pk=hook.pk,
        address=_mask_url(hook.url),
        shape=Shape(hook.shape).label,
        events=", ".join(str(Event(event).label) for event in hook.events),
        language=str(dict(settings.LANGUAGES)[hook.language]),
        owner=hook.owner.username,
        off=hook.off_at is not None,
        trouble=webhook.in_words(hook.trouble),
        log=tuple(map(_build_shown_message, hook.messages.order_by("-pk")[: services.KEPT_MESSAGES])),
    )


def _mask_url(url: str) -> str:
    """Return an address without the part that lets others write there."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/…{url[-4:]}" if len(parts.path + parts.query) > 8 else url


def _build_shown_message(row: HookMessage) -> ShownMessage:
    return ShownMessage(
        event=str(Event(row.event).label),
        about="" if row.event == Event.TEST else row.subject,
        at=row.at,
        state=str(HookMessage.State(row.state).label),
        status=row.status,
        milliseconds=row.milliseconds,
        error=webhook.in_words(row.error),
    )
