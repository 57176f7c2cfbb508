"""Tests that anyone who has played here can create a club, and that its owner can change and close it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from apps.accounts.models import Player
from apps.clubs.errors import ClubNameRefused, ClubRefused
from apps.clubs.models import Club
from apps.clubs.services import clubs, names
from apps.talk.models import ChatBan
from apps.talk.selectors import chat_bans
from tests.factories.clubs import NOW, club, roles

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
NEW = "/clubs/new/"
MIXED = gettext_noop("Don’t mix alphabets within a word. Their letters can look the same.")
INVISIBLE = gettext_noop("That contains characters we can’t display. Type the text instead of pasting it.")
RESERVED = gettext_noop("This name is reserved. Choose another one.")
TYPED = {"name": "Night Owls", "about": "We play **late**.", "open": "yes"}


def made(player: Player, name: str = "Night Owls", **more: Any) -> Club:
    return clubs.create_club(**{"player": player, "name": name, "about": "", "open_": True, "now": NOW, **more})


def test_whoever_founds_a_club_owns_it_and_it_stands_in_the_list(at: Browser, founder: Player) -> None:
    answer = at(founder).post(NEW, TYPED, follow=True)
    assert gettext("Club created. Now invite some members.") in answer.content.decode()
    owls = Club.objects.get()
    assert roles(owls) == {"ada": "owner"}
    assert "<strong>late</strong>" in at().get(owls.get_absolute_url()).content.decode()
    assert "Night Owls" in at().get("/clubs/").content.decode()


def test_strangers_guests_the_silenced_and_who_has_not_played_are_told_why_not(at: Browser, ada: Player) -> None:
    assert at().get(NEW).status_code == 302
    unplayed = gettext("Finish %(count)d matches first, so you know what you’re inviting people to.") % {"count": 3}
    assert unplayed in at(ada).get(NEW).content.decode()
    assert at(ada).post(NEW, TYPED).status_code == 400
    now = timezone.now()
    ban = ChatBan.objects.create(player=ada, since=now, until=now + timedelta(days=1))
    assert chat_bans.describe_chat_ban(ban.until, now=now) in at(ada).get(NEW).content.decode()
    Player.objects.filter(pk=ada.pk).update(guest=True)
    nameless = gettext("You need an account to join or create clubs. Choose a name and a password first.")
    assert nameless in at(ada).get(NEW).content.decode()
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ({"name": ""}, 422, "This field is required."),
        ({"name": "a!"}, 422, "at least 3 letters or digits"),
        ({"name": "x" * 41}, 422, "at most 40 characters"),
        ({"name": "Moderator"}, 422, RESERVED),
        ({"name": "M\u043ederator"}, 422, RESERVED),
        ({"name": "Night \u041ewls"}, 422, MIXED),
        ({"name": "night\u202eowls"}, 422, INVISIBLE),
        ({"about": "x" * 2001}, 422, "2000"),
        ({"open": "perhaps"}, 422, "Select a valid choice"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_made(
    at: Browser, founder: Player, words: dict[str, str], status: int, said: str
) -> None:
    answer = at(founder).post(NEW, TYPED | words)
    assert answer.status_code == status
    assert gettext(said) in answer.content.decode()
    assert not Club.objects.exists()


@pytest.mark.parametrize("name", ["Night Owls", "NIGHT  owls", "N\u0131ght Owls", "Nlght Owls", "Night 0wls"])
def test_no_club_is_called_or_looks_like_another(founder: Player, ben: Player, name: str) -> None:
    club(ben, name="Night Owls" if name != "Nlght Owls" else "NIght Owls")
    with pytest.raises(ClubNameRefused, match=names.describe_taken_name()):
        made(founder, name)
    assert Club.objects.count() == 1


def test_a_word_of_one_script_beside_a_word_of_another_is_fine(founder: Player) -> None:
    assert made(founder, "Клуб Fuse").name == "Клуб Fuse"


def test_nobody_founds_more_than_three_a_day_or_owns_more_than_three(founder: Player) -> None:
    made_ones = [made(founder, f"Club number {number}") for number in range(3)]
    a_day = gettext("You’ve created %(count)d clubs in one day. Please wait until tomorrow.") % {"count": 3}
    with pytest.raises(ClubRefused, match=a_day):
        made(founder, "One more")
    later = NOW + timedelta(days=2)
    owned = gettext("You own %(count)d clubs. Hand one over or close one first.") % {"count": 3}
    with pytest.raises(ClubRefused, match=owned):
        made(founder, "One more", now=later)
    clubs.close_club(code=made_ones[0].code, by=founder, now=later)
    assert made(founder, "One more", now=later)


def test_the_owner_changes_it_and_may_keep_its_name(at: Browser, owls: Club, ada: Player) -> None:
    path = f"{owls.get_absolute_url()}owner/"
    assert "Night Owls" in at(ada).get(path).content.decode()
    answer = at(ada).post(path, {"name": "Night Owls", "about": "Anew.", "open": "no"}, follow=True)
    assert "Saved." in answer.content.decode()
    owls.refresh_from_db()
    assert (owls.name, owls.about, owls.open) == ("Night Owls", "Anew.", False)


def test_a_name_that_is_taken_is_said_beside_the_form_and_nothing_changes(
    at: Browser, owls: Club, ada: Player, cleo: Player
) -> None:
    club(cleo, name="Early Birds")
    answer = at(ada).post(f"{owls.get_absolute_url()}owner/", {"name": "early birds", "about": "Anew.", "open": "no"})
    assert answer.status_code == 422
    assert names.describe_taken_name() in answer.content.decode()
    owls.refresh_from_db()
    assert (owls.name, owls.about, owls.open) == ("Night Owls", "", True)


def test_a_closed_club_is_there_for_its_members_alone_and_its_name_is_free(
    at: Browser, founder: Player, ben: Player, cleo: Player
) -> None:
    owls = club(founder, ben)
    close, path = f"{owls.get_absolute_url()}owner/close/", owls.get_absolute_url()
    assert at(founder).post(close).status_code == 409, "not without the box"
    assert at(founder).post(close, {"sure": "yes"}, follow=True).status_code == 200
    assert at(cleo).get(path).status_code == at(cleo).post(f"{path}join/").status_code == 404
    assert "This club is closed." in at(ben).get(path).content.decode()
    assert "Night Owls" not in at().get("/clubs/").content.decode()
    assert at(ben).post(f"{path}talk/", {"text": "Hello?"}).status_code == 409
    assert at(founder).post(close, {"sure": "yes"}).status_code == 409
    assert made(founder, "Night Owls")
