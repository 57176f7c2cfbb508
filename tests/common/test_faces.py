"""Tests that everyone has an avatar, drawn from a seed and chosen by its owner."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from apps.common import faces
from apps.matches.engine.bot_strength import BotStrength
from apps.matches.engine.tenures import SEAT_BOT_NAMES
from tests.factories.people import browser


def test_a_seed_is_the_same_face_for_ever_and_each_is_a_picture() -> None:
    drawn = {faces.draw_avatar(faces.seed_of(str(n))) for n in range(200)}
    assert len(drawn) > 190, "hardly two people look alike"
    for svg in drawn:
        ET.fromstring(svg)
    assert faces.draw_avatar("0123456789ab") == faces.draw_avatar("0123456789ab")


def test_there_are_others_on_every_page_and_none_is_lost() -> None:
    pages = [faces.list_proposed_seeds("ada", page) for page in range(3)]
    assert len({seed for page in pages for seed in page}) == 24
    assert all(faces.SEED_PATTERN.fullmatch(seed) for seed in pages[0])
    assert faces.list_proposed_seeds("ada", 1) == pages[1]


@pytest.mark.parametrize("level", BotStrength.values)
def test_each_of_the_house_looks_like_nobody_else(level: str) -> None:
    """Check that bots resemble neither each other at a table, nor stronger or weaker bots, nor people."""
    shown = {faces.get_avatar_seed(name, None, bot=level) for name in SEAT_BOT_NAMES}
    others = {
        faces.get_avatar_seed(name, None, bot=each)
        for name in SEAT_BOT_NAMES
        for each in BotStrength.values
        if each != level
    }
    drawn = {faces.draw_avatar(seed) for seed in shown}
    assert len(drawn) == len(SEAT_BOT_NAMES)
    for svg in drawn:
        ET.fromstring(svg)
    assert not drawn & set(map(faces.draw_avatar, others))
    assert not shown & {faces.get_avatar_seed(name, None) for name in SEAT_BOT_NAMES}, "a person may be called like one"


def test_nobody_is_taken_for_a_player_of_the_house() -> None:
    people = {faces.get_avatar_seed(str(n), None) for n in range(200)} | set(faces.list_proposed_seeds("ada", 0, 200))
    glow = "#ffe2a3"
    assert all(glow in faces.draw_avatar(faces.get_avatar_seed(name, None, bot="spark")) for name in SEAT_BOT_NAMES)
    assert not any(glow in faces.draw_avatar(seed) for seed in people)
    assert all(faces.SEED_PATTERN.fullmatch(seed) for seed in people)
    assert not any(
        faces.SEED_PATTERN.fullmatch(faces.get_avatar_seed("Wick", None, bot=level)) for level in ("cinder", "flint")
    )


def test_a_chosen_face_is_shown_and_that_of_the_name_until_then() -> None:
    assert faces.get_avatar_seed("ada", "0123456789ab") == "0123456789ab"
    assert faces.get_avatar_seed("ada", "") == faces.get_avatar_seed("ada", None) == faces.seed_of("ada")


@pytest.mark.django_db
def test_a_picture_costs_no_statement_and_is_asked_for_once(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        response = client.get(reverse("accounts:face", args=["0123456789ab"]))
    assert response["Content-Type"] == "image/svg+xml"
    assert "immutable" in response["Cache-Control"]
    assert "Cookie" not in response.get("Vary", "")
    assert client.get("/face/0123456789AB.svg").status_code == 404
    assert client.get("/face/..%2Fada.svg").status_code == 404
    assert client.get("/face/flint-0123456789ab.svg").status_code == 200
    assert client.get("/face/stone-0123456789ab.svg").status_code == 404


@pytest.mark.django_db
def test_who_chose_none_has_that_of_their_name_and_who_chose_one_keeps_it(client: Client, ada: Player) -> None:
    profile = reverse("people:profile", args=["ada"])
    assert f"/face/{faces.seed_of('ada')}.svg" in client.get(profile).content.decode()
    assert client.get(reverse("accounts:choose_face")).status_code == 302, "a stranger has none to choose"
    mine = browser(ada)
    page = mine.get(reverse("accounts:choose_face"), {"page": "3"}).content.decode()
    chosen = faces.list_proposed_seeds("ada", 3)[2]
    assert f'value="{chosen}"' in page
    assert mine.get(reverse("accounts:choose_face"), {"page": "x" * 50}).status_code == 200
    assert mine.post(reverse("accounts:choose_face"), {"face": chosen}).status_code == 302
    assert f"/face/{chosen}.svg" in client.get(profile).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "face", ["", "flint-0123456789ab", "0123456789AB", "0123456789ab0", "<svg onload=x", "0123456789a\n"]
)
def test_what_is_no_face_is_refused(ada: Player, face: str) -> None:
    assert browser(ada).post(reverse("accounts:choose_face"), {"face": face}).status_code == 400
    ada.refresh_from_db()
    assert ada.face == ""
