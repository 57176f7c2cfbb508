"""Pages of the site as a whole, files for machines, and rate limits for expensive pages."""

# A view takes its request even if it doesn't need it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, time
from functools import partial
from typing import Final

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from apps.accounts.errors import PageOutdated
from apps.accounts.services import online, readers, relations
from apps.clubs.selectors.notice_deeds import find_club_deeds
from apps.common import clocks, rate_limits, refusals
from apps.common.admin import merge_waiting_groups
from apps.common.requests import HtmxHttpRequest
from apps.common.response_marks import set_mark
from apps.games import load_games
from apps.lobby.selectors import listing as tables
from apps.lobby.selectors.notice_deeds import find_invitation_deeds
from apps.matches.selectors import player_matches, watching
from apps.matches.views import records
from apps.notices.selectors.inbox import Deed
from apps.notices.views import inbox
from apps.people.selectors import activity
from apps.talk.admin import waiting as reports
from apps.tournaments.admin import waiting as tournament_desks
from apps.tournaments.selectors.listing import list_tournaments_until
from apps.tournaments.selectors.notice_deeds import find_tournament_deeds

FRONT_PAGE_TABLES: Final = 8
"""Number of open tables on the front page."""
FRONT_PAGE_FACES: Final = 12
"""Number of friends whose faces show that they're online."""


@require_safe
def show_front_page(request: HtmxHttpRequest) -> HttpResponse:
    """Show players what there is to do, and visitors what this is. For htmx, show the part that asks for itself."""
    if request.htmx.target == "now-played":
        response = render(request, "front/now.html", _load_activity())
        add_never_cache_headers(response)
        return response
    if request.user.pk is None:
        return _front_of_visitors(request)
    if request.htmx.target == "open-tables":
        response = _list_open_tables(request)
    elif request.htmx:
        turns = player_matches.load_player_turns(player=request.user.pk)
        response = render(request, "front/turns.html", {"turns": turns})
    else:
        response = _front_of_players(request)
    add_never_cache_headers(response)
    return response


def _front_of_players(request: HtmxHttpRequest) -> HttpResponse:
    player, now = int(request.user.pk or 0), clocks.now()
    turns = player_matches.load_player_turns(player=player)
    open_tables = _load_open_tables(request)
    if getattr(request.user, "guest", False) and not (turns.played or open_tables.mine or open_tables.asked):
        return _front_of_visitors(request)
    midnight = datetime.combine(timezone.localdate(now), time.max, timezone.get_current_timezone())
    friends = relations.find_friends(player)
    present = online.filter_visibly_online(friends, now=now)
    context = {
        "turns": turns,
        "matches_waiting": turns.waiting,
        "invited": len(open_tables.asked),
        **_select_front_page_tables(open_tables),
        "cups": list_tournaments_until(reader=player, until=midnight),
        "watched": watching.worth_watching(player=player, friends=[friend.pk for friend in friends]),
        "online": online.count_online_players(now=now),
        "present": [friend for friend in friends if friend.pk in present][:FRONT_PAGE_FACES],
        "lately": activity.find_recent_activity(player, now=now),
    }
    return render(request, "front/member.html", context)


def _list_open_tables(request: HtmxHttpRequest) -> HttpResponse:
    """Show the open tables as they are now, or nothing new."""
    found = _load_open_tables(request)
    if request.GET.get("seen") == found.fingerprint:
        return HttpResponse(status=204)
    return render(request, "front/tables.html", _select_front_page_tables(found))


def _load_open_tables(request: HttpRequest) -> tables.Page:
    guest = getattr(request.user, "guest", False)
    return tables.load_lobby_page(tables.Wanted(), player=request.user.pk, guest=guest)


def _select_front_page_tables(found: tables.Page) -> dict[str, object]:
    return {"tables": found, "joinable": [row for row in found.rows if row.joinable][:FRONT_PAGE_TABLES]}


def _front_of_visitors(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "front.html", {"games": tuple(load_games().values()), **_load_activity()})


def _load_activity() -> dict[str, object]:
    """Return what visitors see of the matches in progress, the same for all of them for a minute."""
    return {
        "played": watching.count_played_matches(),
        "online": online.count_online_players(now=clocks.now()),
        "watched": partial(watching.worth_watching, player=None),  # Only queried if its cached fragment has expired.
    }


def show_csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Explain why a form with a missing or old token was refused. Without cookies, no form will ever be accepted.

    Scripts get only the sentence, and leave the page as it is, with what was typed.
    """
    error = ""
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        error = _("Your browser doesn’t accept our cookies. Allow cookies for this site, then reload the page.")

    if readers.asked_by_scripts(request):
        response = readers.answer_change(request, PageOutdated(error) if error else PageOutdated())
    else:
        context = {"error": error, "written": "\n\n".join(readers.written_words(request))}

        def draw(request: HttpRequest, exception: Exception) -> HttpResponse:
            return render(request, "403.html", context, status=403)

        response = refusals.error_page(draw, request, PermissionDenied(reason))
    return set_mark(response, "untrusted")  # No one was refused for not being logged in.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that a request can't be read."""
    return refusals.error_page(defaults.bad_request, request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that something isn't allowed."""
    return refusals.error_page(defaults.permission_denied, request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that nothing is at this address."""
    return refusals.error_page(defaults.page_not_found, request, exception)


@require_safe
@cache_control(max_age=3600)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, with what search engines should skip and where the sitemap is."""
    words = {"sitemap": settings.SLOWFUSE_SITE + reverse("sitemap")}
    return render(request, "robots.txt", words, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86400)
def redirect_favicon(request: HttpRequest) -> HttpResponse:
    """Redirect programs that look for an icon without reading the page."""
    return redirect(static("icons/favicon.ico"))


def verify_match(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Check the shuffle of a match.

    Reading a long log and dealing it again is too much work to allow without a limit.
    """
    rate_limits.enforce_rate_limit(
        what="verify",
        who=rate_limits.get_client_address(request),
        most=60,
        seconds=60,
        sentence=_("You’ve verified a lot of matches in the last minute. Wait a moment, then try again."),
    )
    return records.verify_match(request, code)


def show_inbox(request: HtmxHttpRequest) -> HttpResponse:
    """Show the inbox with what each app's notices are for, which the app of notices can't know."""
    return inbox.show_inbox(request, find_deeds=_find_notice_deeds)


def _find_notice_deeds(player: int, keys: Collection[str]) -> dict[str, tuple[Deed, ...]]:
    return {
        **find_invitation_deeds(player, keys),
        **find_tournament_deeds(player, keys),
        **find_club_deeds(player, keys),
    }


def limit_pictures(picture: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Limit how many preview pictures an address can request per minute, because drawing one is work, too."""

    def view(request: HttpRequest, **which: str) -> HttpResponse:
        rate_limits.enforce_rate_limit(
            what="picture",
            who=rate_limits.get_client_address(request),
            most=60,
            seconds=60,
            sentence=_("You’ve requested a lot of pictures in the last minute. Wait a moment, then try again."),
        )
        return picture(request, **which)

    return view


def show_admin_index(request: HttpRequest) -> HttpResponse:
    """Show the first page of the admin: what waits for its reader, what is going on, and the list of apps."""
    now = clocks.now()
    groups = [*tournament_desks.find_open_tasks(request.user, now=now), *reports.find_open_tasks(request.user)]
    going_on = {
        "running": tournament_desks.list_running_events(request.user, now=now),
        "played": watching.count_played_matches(),
        "online": online.count_online_players(now=now),
    }
    return admin.site.index(request, {"waiting": merge_waiting_groups(groups), "now": now, **going_on})
