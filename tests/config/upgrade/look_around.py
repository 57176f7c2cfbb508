"""Upgrades a database of an earlier version in a process of its own and reports what it finds."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from apps.accounts.models import Player  # noqa: E402
from apps.games import load_games  # noqa: E402
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat  # noqa: E402
from apps.kernel.verify import verify_record  # noqa: E402
from apps.matches.models import Chair, Match  # noqa: E402
from apps.matches.selectors import match_export, match_view  # noqa: E402
from apps.matches.services import play  # noqa: E402
from apps.tournaments.models import Tournament  # noqa: E402


def observed() -> tuple[int, list[str]]:
    """Return how many views of all matches showed something, and those that didn't."""
    shown, unreadable = 0, []
    for match in Match.objects.filter(trouble=""):
        observers: list[Observer] = [PUBLIC, REFEREE, *(Seat(chair.index) for chair in match.seats.all())]
        for observer in observers:
            try:
                shown += bool(match_view.load_match_view(code=match.code, player=None, observer=observer).story)
            except match_view.Unreadable:
                unreadable.append(f"{match.code} {observer}")
    return shown, unreadable


def verified() -> tuple[int, list[str]]:
    right, wrong = 0, []
    for match in Match.objects.filter(status=Match.Status.OVER):
        loaded = match_view.load_match(match.code)
        verdict = verify_record(load_games()[match.game], match_export.build_match_record(loaded, observer=REFEREE))
        right += verdict.right
        wrong += [verdict.wrong] if verdict.wrong else []
    return right, wrong


def gone_on() -> dict[str, str]:
    """Return the states of the running matches after a long silence."""
    running = list(Match.objects.filter(status=Match.Status.PLAYING, trouble="").values_list("code", "game"))
    for code, _game in running:
        for weeks in range(1, 2000):
            play.settle_match(code=code, now=timezone.now() + timedelta(weeks=weeks))
            if Match.objects.get(code=code).status == Match.Status.OVER:
                break
    return {game: Match.objects.get(code=code).status for code, game in running}


def first_places() -> int:
    return sum((match.outcome or {"places": []})["places"].count(1) for match in Match.objects.all())


def browser(name: str) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(Player.objects.get(username=name))
    return client


def pages() -> dict[str, int]:
    matches, ada, ben = Match.objects.filter(trouble=""), browser("ada"), browser("ben")
    paths = ["/mine/", "/matches/", "/matches/?won_by=ada", "/tables/", "/tournaments/", "/p/ada/", "/me/export/"]
    paths += [f"/m/{match.code}/" for match in matches] + [f"/m/{match.code}/record/" for match in matches]
    drafts = Tournament.Status.DRAFT
    paths += [f"/tournaments/{each.code}/" for each in Tournament.objects.exclude(status=drafts)]
    desk = [reverse("admin:matches_match_change", args=[match.pk]) for match in matches]
    found: Any = {path: ada.get(path).status_code for path in paths}
    return found | {path: ben.get(path).status_code for path in desk}


call_command("migrate", verbosity=0)
victories, first = Chair.objects.filter(won=True).count(), first_places()
right, wrong = verified()
shown, unreadable = observed()
print(  # noqa: T201 -- whoever runs it reads this
    json.dumps(
        {
            "victories": victories,
            "first places": first,
            "verified": right,
            "wrong": wrong,
            "observed": shown,
            "unreadable": unreadable,
            "pages": pages(),
            "sees seats": Player.objects.get(username="cleo").has_perm("matches.view_chair"),
            "went on": gone_on(),
        }
    )
)
