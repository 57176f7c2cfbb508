"""Tests that the inbox offers what a notice is for, as long as it can still be done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from apps.accounts.models import Player
from apps.clubs.services.invitations import invite_to_club
from apps.lobby.models import Invitation
from apps.lobby.services import invitations, tables
from tests.factories.clubs import club
from tests.factories.fixtures import at as at
from tests.factories.fixtures import quick as quick
from tests.factories.lobby import lobby_table, seated
from tests.factories.tournaments import SWISS, begun, decide_all, decided, look, running

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def inbox(client: Client) -> str:
    return " ".join(client.get("/notices/").content.decode().split())


def answers(client: Client) -> list[tuple[str, str]]:
    """Return where each button of the inbox posts to, with its text."""
    found = re.findall(r'<form method="post" action="([^"]+)">.*?<button[^>]*>([^<]+)</button>', inbox(client))
    return [(path, text) for path, text in found if "/invitations/" in path or "/clubs/" in path]


def test_an_invitation_to_a_table_is_answered_in_its_row_once(at: Browser, ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    invitations.ask_by_name(code=table.code, by=ada, name="ben", now=timezone.now())
    token = Invitation.objects.get().token
    client = at(ben)
    accept, decline = (reverse(f"lobby:{name}", args=[token]) for name in ("accept", "decline"))
    assert answers(client) == [
        (accept, pgettext("an invitation", "Accept")),
        (decline, pgettext("an invitation", "Decline")),
    ]
    assert client.post(accept).status_code == 302
    assert seated(table)[:2] == ["ada", "ben"]
    assert answers(client) == []


def test_an_invitation_to_a_table_that_was_closed_has_no_buttons(at: Browser, ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    invitations.ask_by_name(code=table.code, by=ada, name="ben", now=timezone.now())
    tables.leave_table(code=table.code, player=ada)
    assert answers(at(ben)) == []


def test_an_invitation_to_a_club_is_declined_in_its_row(at: Browser, ada: Player, ben: Player) -> None:
    owls = club(ada)
    invite_to_club(code=owls.code, by=ada, name="ben", now=timezone.now())
    client = at(ben)
    decline = reverse("clubs:decline", args=[owls.code])
    assert [path for path, _text in answers(client)] == [reverse("clubs:join", args=[owls.code]), decline]
    assert client.post(decline).status_code == 302
    assert answers(client) == []


def test_a_round_leads_to_the_reader_s_table_then_to_the_round_and_the_end_to_the_standings(
    at: Browser, player: Any, quick: None
) -> None:
    cup, (me, *_others) = begun(SWISS, entrants=8, player=player)
    own = next(table for table in running(cup) if 1 in table.seats)
    client, page = at(me), cup.get_absolute_url()
    assert f'href="/m/{own.came[0].code}/">{gettext("Go to your table")}<' in inbox(client)
    decide_all(cup)
    shown = inbox(client)
    assert f'href="{page}rounds/1/">{gettext("See the round")}<' in shown
    assert gettext("Go to your table") not in shown
    look(cup)
    assert f"{gettext('Go to your table')}<" in inbox(client)
    decided(cup)
    assert f'href="{page}standings/">{gettext("See the standings")}<' in inbox(client)
