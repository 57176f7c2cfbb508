"""Helpers for tests of the organisers' pages: players with each right, and functions that read and press."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Player
from apps.matches.services import play
from apps.tournaments.models import Organiser, Round, Tournament
from apps.tournaments.services import scheduler
from tests.factories import people

ADD = "/admin/tournaments/tournament/add/"


def staff(_player: Any, name: str, *permissions: str) -> Player:
    """Return `people.staff`, under the journeys' signature."""
    return people.staff(name, *permissions)


def organiser(name: str, *cups: Tournament, helper: bool = False) -> Player:
    """Return a player who manages these tournaments and has no other rights."""
    made = people.staff(name)
    for cup in cups:
        Organiser.objects.create(tournament=cup, player=made, helper=helper)
    return made


def desk(cup: Tournament, deed: str = "", query: str = "") -> str:
    if not deed:
        return reverse("admin:tournaments_tournament_desk", args=[cup.pk])
    return reverse("admin:tournaments_tournament_deed", args=[cup.pk, deed]) + query


def at_once(cup: Tournament, deed: str, query: str = "") -> str:
    """Return the address to which the first page of the admin sends one click."""
    return reverse("admin:tournaments_tournament_now", args=[cup.pk, deed]) + query


def text(response: Any) -> str:
    """Return the text of a page."""
    return unescape(response.content.decode())


def ask(client: Client, cup: Tournament, deed: str, query: str = "") -> Any:
    """Return the page that announces what will happen."""
    return client.get(desk(cup, deed, query))


def do(client: Client, cup: Tournament, deed: str, query: str = "", **typed: Any) -> str:
    """Read the announcement, fill in the form and press the button.

    Return the messages and the text of the next page.
    """
    asked = ask(client, cup, deed, query)
    assert asked.status_code == 200, asked.headers.get("Location")
    answer = client.post(desk(cup, deed, query), {"mark": asked.context["mark"], **typed}, follow=True)
    cup.refresh_from_db()
    return " ".join([*(str(message) for message in answer.context["messages"]), text(answer)])


def filled(client: Client, address: str, **changes: Any) -> dict[str, Any]:
    """Return the form of a tournament as shown, with some fields changed."""
    return typed(shown(client, address) | changes)


def shown(client: Client, address: str) -> dict[str, Any]:
    """Return the values in the fields of a form."""
    form = client.get(address).context["form"]
    return {name: form[name].value() for name in form.fields}


def typed(fields: dict[str, Any]) -> dict[str, Any]:
    """Return these fields as a browser sends them."""
    return {name: _typed(value) for name, value in fields.items() if value is not None and value is not False}


def create(client: Client, pattern: str, game: str = "fuse", **changes: Any) -> Tournament:
    """Create a tournament from a template, as an organiser does."""
    address = f"{ADD}?game={game}&pattern={pattern}"
    answer = client.post(address, filled(client, address, name="Spring Cup", **changes), follow=True)
    form = answer.context.get("form")
    assert form is None, form.errors
    return Tournament.objects.latest("pk")


def play_on(cup: Tournament) -> None:
    """Run the scheduler and let bots play until the organiser is needed or the tournament is over."""
    now = timezone.now()
    for _look in range(8):
        now += timedelta(minutes=1)
        scheduler.advance_tournaments(now=now)
        while play.settle_due(now=now, limit=1000):
            pass
        cup.refresh_from_db()
        if cup.ended or cup.rounds.filter(state=Round.State.PROPOSED).exists():
            return


def _typed(value: Any) -> Any:
    if isinstance(value, datetime):
        return (value if timezone.is_naive(value) else timezone.localtime(value)).strftime("%Y-%m-%dT%H:%M")
    return "on" if value is True else value
