"""Tests of one name requested by several people at once: one gets it, and the others see an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.concurrency import meanwhile, together

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 24
FEW = 8
"""The number of visitors for a slow page, as no one waits for ever for a database connection."""
TAKEN = "This name is already taken."
WORDS = {"username": "Eva", "password1": "a match in the dark"}


@pytest.fixture(autouse=True)
def _neck_and_neck(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make four find the name free before any of them takes it. That is the number of database connections."""
    settings.ACCOUNT_RATE_LIMITS = False
    looked, real = Barrier(4), BaseForm.is_valid

    def is_valid(form: BaseForm) -> bool:
        valid = real(form)
        if valid:
            with suppress(BrokenBarrierError):
                looked.wait(timeout=2)
        return valid

    monkeypatch.setattr(BaseForm, "is_valid", is_valid)


def clients(people: list[Player]) -> list[Client]:
    found = []
    for person in people:
        found.append(Client(raise_request_exception=False))
        found[-1].force_login(person)
    return found


def outcomes(acts: list[Callable[[], Any]]) -> Counter[tuple[int, bool]]:
    """Count the answers by status and by whether they say that the name is taken."""
    return Counter((answer.status_code, TAKEN in answer.content.decode()) for answer in together(*acts))


def test_of_many_who_sign_up_under_one_name_one_has_it_and_the_others_hear_so() -> None:
    visitors = [Client(raise_request_exception=False) for _ in range(MANY)]
    acts = [lambda one=one: one.post(reverse("account_signup"), WORDS) for one in visitors]
    assert outcomes(acts) == {(302, False): 1, (200, True): MANY - 1}  # type: ignore[arg-type]
    assert Player.objects.get().check_password(WORDS["password1"])
    assert sum(get_user(one).is_authenticated for one in visitors) == 1


def test_of_many_guests_who_keep_their_account_under_one_name_one_has_it() -> None:
    guests = [Player.objects.create_user(f"guest-{n}", guest=True) for n in range(MANY)]
    acts = [lambda one=one: one.post(reverse("accounts:keep"), WORDS) for one in clients(guests)]
    assert outcomes(acts) == {(302, False): 1, (400, True): MANY - 1}  # type: ignore[arg-type]
    assert Player.objects.filter(guest=False).get().username == "Eva"


def test_of_many_who_take_one_new_name_one_has_it() -> None:
    people = [Player.objects.create_user(f"person-{n}") for n in range(FEW)]
    words = {"username": "Eva", "time_zone": "UTC", "language": ""}
    acts = [lambda one=one: one.post(reverse("accounts:me"), words) for one in clients(people)]
    assert outcomes(acts) == {(302, False): 1, (400, True): FEW - 1}  # type: ignore[arg-type]
    assert Player.objects.filter(username="Eva").count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("view", ["add", "change"])
def test_an_organiser_whose_name_for_somebody_is_taken_meanwhile_hears_so(admin_client: Client, view: str) -> None:
    before = [] if view == "add" else [Player.objects.create_user("ada").pk]
    path = reverse(f"admin:accounts_player_{view}", args=before)
    words = {**WORDS, "password2": WORDS["password1"]}
    statement = 'INSERT INTO "accounts_player"' if view == "add" else 'UPDATE "accounts_player"'
    with meanwhile(statement, lambda: Player.objects.create_user("eva")):
        answer = admin_client.post(path, words, follow=True)
    assert answer.status_code == 200
    assert TAKEN in answer.content.decode()
    assert list(Player.objects.filter(username__iexact="eva").values_list("username", flat=True)) == ["eva"]
