"""Tests of allowed usernames."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_noop

from apps.accounts.confusables import compute_skeleton, has_mixed_scripts, list_skeletons
from apps.accounts.models import NAME_LENGTH, RESERVED_NAMES, SKELETON_LENGTH, Player, not_reserved
from apps.matches.engine.tenures import bot_of
from apps.matches.models import Match
from tests import data_migrations

ALIKE = gettext_noop("This name looks too much like another player’s. Choose another one.")
MIXED = gettext_noop("Use letters from one alphabet only. Letters from different alphabets can look the same.")
RESERVED_SAID = gettext_noop("This name is reserved. Choose another one.")
PASSWORD = "a match in the dark"


@pytest.mark.parametrize(
    ("new", "taken"),
    [
        ("\u0410lice", "Alice"),  # the first letter is Cyrillic
        ("al\u0456ce", "Alice"),
        ("AIice", "alice"),  # a capital i for an l
        ("a1ice", "Alice"),
        ("modern", "modem"),
        ("lan", "Ian"),
        ("\u0412\u041e\u0412", "bob"),  # all Cyrillic
        ("\u0406\u043e", "io"),
        ("\u0456\u043e", "Io"),
        ("\u039d\u0399\u039a", "nik"),  # all Greek
        ("b0b", "BOB"),
    ],
)
def test_names_that_look_alike_are_found_by_their_skeletons(new: str, taken: str) -> None:
    assert compute_skeleton(taken) in list_skeletons(new)


@pytest.mark.parametrize(("one", "other"), [("Ilse", "Lise"), ("ada", "adam"), ("Élise", "Elise"), ("nia", "via")])
def test_names_that_differ_do_not_look_alike(one: str, other: str) -> None:
    assert compute_skeleton(one) not in list_skeletons(other)
    assert compute_skeleton(other) not in list_skeletons(one)


@pytest.mark.parametrize("name", ["Борис", "Ελένη", "דוד", "さくら", "花子ada", "ハナ子", "김ada", "naïve_1", "x.y-z"])
def test_people_of_all_scripts_may_use_theirs(name: str) -> None:
    assert not has_mixed_scripts(name)


@pytest.mark.parametrize("name", ["\u0410lice", "p\u03b1ul", "김さ", "дmir", "\u05d0da"])
def test_scripts_nobody_writes_together_are_not_mixed(name: str) -> None:
    assert has_mixed_scripts(name)


def test_a_skeleton_fits_where_it_is_kept() -> None:
    assert len(compute_skeleton("쮔" * NAME_LENGTH)) <= SKELETON_LENGTH


in_database = pytest.mark.django_db


@in_database
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("\u0410d\u0430", MIXED),
        ("\u0430\u0434\u0430d", MIXED),
        ("Mi1a", ALIKE),
        ("m\u0131la", ALIKE),
        ("MILA", "already"),
        ("\u0430dmin", RESERVED_SAID),
        ("staff", RESERVED_SAID),
        ("Admin", RESERVED_SAID),
        ("r00t", RESERVED_SAID),
        ("Ash", RESERVED_SAID),
        ("T\u0131nder", RESERVED_SAID),
        ("flint", RESERVED_SAID),
        ("Bot-4", RESERVED_SAID),
        ("5taff", ""),
    ],
)
def test_who_signs_up_cannot_look_like_somebody_else_or_the_house(client: Client, name: str, said: str) -> None:
    Player.objects.create_user("mila")
    Player.objects.create_user("ada")
    page = client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD})
    assert page.status_code == (200 if said else 302)
    assert said in page.content.decode()
    assert get_user(client).is_authenticated is not bool(said)


@in_database
@pytest.mark.parametrize(
    ("name", "said"), [("rnila", ALIKE), ("mil\u0430", MIXED), ("adm1n", ""), ("st\u0430ff", RESERVED_SAID)]
)
def test_nor_can_a_guest_who_keeps_their_account_or_anybody_who_changes_their_name(
    client: Client, name: str, said: str
) -> None:
    Player.objects.create_user("mila")
    client.post(reverse("accounts:guest"))
    for path, words in [
        ("accounts:me", {"username": name, "time_zone": "UTC", "language": ""}),
        ("accounts:keep", {"username": name, "password1": PASSWORD}),
    ]:
        page = client.post(reverse(path), words)
        assert page.status_code == (400 if said else 302)
        assert said in page.content.decode()
    me: Any = get_user(client)
    assert me.guest is bool(said)
    assert (me.username == name) is not bool(said)
    assert me.skeleton == compute_skeleton(me.username)


@in_database
def test_an_organiser_cannot_give_such_a_name_either(admin_client: Client) -> None:
    Player.objects.create_user("mila")
    ben = Player.objects.create_user("ben")
    for path in (reverse("admin:accounts_player_add"), reverse("admin:accounts_player_change", args=[ben.pk])):
        page = admin_client.post(path, {"username": "Mi1a", "password1": PASSWORD, "password2": PASSWORD})
        assert ALIKE in page.content.decode()
    assert not Player.objects.filter(username="Mi1a").exists()


@in_database
@pytest.mark.parametrize("name", ["admin", "Al\u0456ce", "A1ice"])
def test_whoever_has_a_name_keeps_it(client: Client, admin_client: Client, name: str) -> None:
    Player.objects.create_user("Alice")
    Player.objects.filter(username="admin").delete()
    holder = Player.objects.create_user(name)
    client.force_login(holder)
    words = {"username": name, "time_zone": "Europe/Paris", "language": "de"}
    assert client.post(reverse("accounts:me"), words).status_code == 302
    holder.refresh_from_db()
    assert (holder.username, holder.time_zone) == (name, "Europe/Paris")


@in_database
def test_a_name_is_free_again_when_it_was_changed(client: Client) -> None:
    mila = Player.objects.create_user("mila")
    mila.username = "nora"
    mila.save(update_fields=["username"])
    assert client.post(reverse("account_signup"), {"username": "rnila", "password1": PASSWORD}).status_code == 302


@in_database
def test_people_who_were_there_before_get_their_skeletons() -> None:
    names = ["Alice", "\u0410lice", "\u0430dmin", "modem"]
    Player.objects.bulk_create([Player(username=name) for name in names])
    data_migrations.run("accounts", "0003_skeletons", "fill")
    assert dict(Player.objects.values_list("username", "skeleton")) == {name: compute_skeleton(name) for name in names}


def test_reserved_names_are_names() -> None:
    assert all(2 <= len(name) <= NAME_LENGTH and not has_mixed_scripts(name) for name in RESERVED_NAMES)


def test_no_player_can_be_called_like_a_bot() -> None:
    called = {name for seat in range(12) for name in (bot_of(seat), bot_of(seat).upper())}
    for name in sorted(called | {str(label) for label in Match.BotStrength.labels}):
        with pytest.raises(ValidationError):
            not_reserved(name)


BOT_LIKE = (
    "Bot-4|Bot 4|B0t_4|Bot lO|robot|Robot 12|Ash.|A.s.h|_Ash_|Ash 2|Flint-|Fl\u0131nt 2|Tinder2026|Ash\u00b2|Bot\u0664"
    "|admin.|Slow Fuse"
)
FREE = (
    "Ashley|Flintstone|Botond|Botticelli|Roboto|Bots|Charlie|Embers|Sparky|Ash Ketchum|Flint & Co|Bot four|R2D2|Team 4"
    "|Public House|adm1n|quiet-otter-482|12|!!!|花子"
)


@pytest.mark.parametrize("name", BOT_LIKE.split("|"))
def test_punctuation_and_numbers_make_no_other_name(name: str) -> None:
    with pytest.raises(ValidationError):
        not_reserved(name)


@pytest.mark.parametrize("name", FREE.split("|"))
def test_names_that_only_begin_like_a_bot_are_free(name: str) -> None:
    not_reserved(name)
