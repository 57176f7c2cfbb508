"""Tests of the pages of webhooks: permissions, buttons, and secrets that are shown once."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.people.services.export import stream_export
from apps.tournaments.models import Organiser, Tournament
from apps.webhooks import services
from apps.webhooks.models import Hook, HookMessage
from tests.factories.clubs import organiser
from tests.factories.tournaments import NOON, tournament
from tests.notices.listener import Listener
from tests.webhooks.conftest import hook, work

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
ADDRESS = "https://discord.com/api/webhooks/1/very-secret-token"


def typed(**more: Any) -> dict[str, Any]:
    usual = {"do": "add", "url": ADDRESS, "shape": "discord", "language": "fr", "events": ["match.over"]}
    return usual | more


def page(of: Tournament | Club) -> str:
    return f"{of.get_absolute_url()}webhooks/"


def test_an_organiser_adds_a_webhook_and_sees_its_secret_once(cup: Tournament, ada: Player, at: Browser) -> None:
    answer = at(ada).post(page(cup), typed())
    [made] = Hook.objects.all()
    assert (made.owner, made.tournament, made.shape, made.language) == (ada, cup, "discord", "fr")
    assert made.secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    again = at(ada).get(page(cup)).content.decode()
    assert made.secret not in again
    assert "very-secret" not in again
    assert "https://discord.com/…oken" in again
    renewed = at(ada).post(page(cup), {"do": "renew", "hook": made.pk}).content.decode()
    made.refresh_from_db()
    assert made.secret in renewed


def test_buttons_work(cup: Tournament, ada: Player, at: Browser, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    assert at(ada).post(page(cup), {"do": "test", "hook": made.pk}).status_code == 302
    row = HookMessage.objects.get(event="test")
    work(row.at)
    shown = at(ada).get(page(cup)).content.decode()
    assert "HTTP 200" in shown
    assert len(ear.heard) == 1
    Hook.objects.update(off_at=NOON)
    assert at(ada).post(page(cup), {"do": "test", "hook": made.pk}).status_code == 422
    at(ada).post(page(cup), {"do": "revive", "hook": made.pk})
    made.refresh_from_db()
    assert made.off_at is None
    at(ada).post(page(cup), {"do": "remove", "hook": made.pk})
    assert not Hook.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http:/x"}, {"url": "https://10.1.2.3/"}, {"events": []}, {"events": ["test"]}, {"shape": "fax"},
        {"language": "xx"}, {"do": "dance"}, {"do": "remove", "hook": "7" * 30}, {"do": "renew", "hook": "x"},
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence_and_changes_nothing(
    cup: Tournament, ada: Player, at: Browser, wrong: dict[str, Any]
) -> None:
    answer = at(ada).post(page(cup), typed(**wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Hook.objects.exists()


def test_there_are_at_most_five(cup: Tournament, ada: Player, at: Browser) -> None:
    for _each in range(services.MAX_HOOKS):
        assert at(ada).post(page(cup), typed()).status_code == 200
    assert at(ada).post(page(cup), typed()).status_code == 422
    assert Hook.objects.count() == services.MAX_HOOKS
    assert 'id="add-hook"' not in at(ada).get(page(cup)).content.decode()


def test_only_those_who_can_edit_a_tournament_manage_its_webhooks(
    cup: Tournament, ada: Player, ben: Player, cleo: Player, at: Browser
) -> None:
    Organiser.objects.create(tournament=cup, player=cleo, helper=True)
    assert at(ada).get(page(cup)).status_code == at(cleo).get(page(cup)).status_code == 200
    for method in ("get", "post"):
        assert getattr(at(ben), method)(page(cup), typed()).status_code == 403
        assert getattr(at(), method)(page(cup), typed()).status_code in (302, 401)
    official = tournament(by=ada)
    assert at(ada).get(page(official)).status_code == 403
    Player.objects.filter(pk__in=[ada.pk, cleo.pk]).update(is_staff=True)
    Organiser.objects.create(tournament=official, player=cleo, helper=True)
    assert at(ada).get(page(official)).status_code == 200
    assert at(cleo).get(page(official)).status_code == 403
    assert not Hook.objects.exists()


def test_only_officers_manage_those_of_an_open_club(
    owls: Club, ada: Player, ben: Player, cleo: Player, at: Browser
) -> None:
    assert at(ben).get(page(owls)).status_code == at(cleo).post(page(owls), typed()).status_code == 403
    organiser(owls, ben)
    assert at(ben).post(page(owls), typed()).status_code == 200
    Club.objects.update(closed_at=NOON)
    assert at(ben).get(page(owls)).status_code == 403


def test_no_one_reaches_a_webhook_through_another_page(
    cup: Tournament, owls: Club, ada: Player, ben: Player, at: Browser, ear: Listener
) -> None:
    theirs = hook(cup, ada, ear.url)
    organiser(owls, ben)
    for do in ("remove", "renew", "test", "revive"):
        assert at(ben).post(page(owls), {"do": do, "hook": theirs.pk}).status_code == 422
    assert Hook.objects.get().secret == theirs.secret


def test_pages_lead_there(cup: Tournament, owls: Club, ada: Player, ben: Player, at: Browser) -> None:
    for of in (cup, owls):
        assert page(of) in at(ada).get(of.get_absolute_url()).content.decode()
        assert page(of) not in at(ben).get(of.get_absolute_url()).content.decode()
    assert "/api/webhooks/" in Client().get("/api/").content.decode()


def test_the_documented_check_is_short(at: Browser) -> None:
    shown = Client().get("/api/webhooks/").context["check"]
    body = re.split(r"\n\n\n", shown)[1]
    assert len(body.splitlines()) <= 6


def test_an_export_has_the_webhooks_without_secrets(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    whole = b"".join(stream_export(player=ada.pk))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        [row] = json.loads(archive.read("webhooks.json"))
        assert all(made.secret.encode() not in archive.read(name) for name in archive.namelist())
    assert (row["url"], row["address"]) == (ear.url, cup.get_absolute_url())
