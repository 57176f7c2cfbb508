"""Tests that a nudge reaches the players who haven't answered, and tells no one who they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext

from apps.accounts.services import relations
from apps.games.fuse.state import Pass
from apps.matches.services import organiser
from apps.notices.services import outbox
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Nudge
from apps.talk.selectors.room import load_room
from apps.talk.services import mutes, nudges
from tests.factories.matches import MatchDriver, in_window, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return the outbox's messages on their way to the worker."""
    left: list[dict[str, Any]] = []
    real = outbox.post_notice

    def post(**notice: Any) -> None:
        left.append(notice)
        real(**notice)

    monkeypatch.setattr(outbox, "post_notice", post)
    return left


def seated(table: MatchDriver, *players: Any) -> tuple[Any, Any]:
    """Return the asked one of these players, and another one."""
    asked = players[table.ask.seat]
    return asked, next(player for player in players if player != asked)


def test_who_is_asked_is_reminded_once_a_day(
    table: MatchDriver, posted: list[dict[str, Any]], ada: Any, ben: Any, now: datetime
) -> None:
    asked, other = seated(table, ada, ben)
    nudges.nudge_players(code=table.code, player=other.pk, now=now)
    (notice,) = posted
    assert (notice["player"], notice["kind"], notice["code"]) == (asked.pk, "nudge", table.code)
    words = notice["words"]
    assert (words.path, words.game, words.names) == (f"/m/{table.code}/", "fuse", {"by": other.username})
    said = gettext("You’ve already nudged them in the last 24 hours. Give them time.")
    with pytest.raises(TalkRefused, match=re.escape(said)):
        nudges.nudge_players(code=table.code, player=other.pk, now=now + timedelta(hours=23))
    nudges.nudge_players(code=table.code, player=other.pk, now=now + timedelta(hours=24))
    assert posted[1]["key"] != posted[0]["key"]
    assert Nudge.objects.count() == 1


def test_several_people_remind_with_one_key(
    posted: list[dict[str, Any]], ada: Any, ben: Any, cleo: Any, now: datetime
) -> None:
    table = new_match(ada, ben, cleo, now=now)
    asked = (ada, ben, cleo)[table.ask.seat]
    for player in {ada, ben, cleo} - {asked}:
        nudges.nudge_players(code=table.code, player=player.pk, now=now)
    assert {(notice["player"], notice["key"]) for notice in posted} == {
        (asked.pk, f"nudge:{table.code}:{now.date().isoformat()}")
    }


def test_who_is_asked_alone_or_only_watches_cannot_nudge(
    table: MatchDriver, posted: list[dict[str, Any]], ada: Any, ben: Any, cleo: Any, now: datetime
) -> None:
    asked, _other = seated(table, ada, ben)
    with pytest.raises(TalkRefused, match=re.escape(gettext("No one else has to move right now."))):
        nudges.nudge_players(code=table.code, player=asked.pk, now=now)
    for player in (cleo.pk, None):
        with pytest.raises(NotYourTalk):
            nudges.nudge_players(code=table.code, player=player, now=now)
    assert not posted
    assert not Nudge.objects.exists()


def test_bots_and_people_on_autopilot_are_not_hurried(posted: list[dict[str, Any]], ada: Any, now: datetime) -> None:
    table = new_match(ada, bots=2, now=now)
    with pytest.raises(TalkRefused):
        nudges.nudge_players(code=table.code, player=ada.pk, now=now)
    organiser.end_match(code=table.code, now=now)
    with pytest.raises(TalkRefused):
        nudges.nudge_players(code=table.code, player=ada.pk, now=now)


def test_a_sealed_answer_is_not_told_by_a_nudge(
    at: Browser, posted: list[dict[str, Any]], ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    people = (ada, ben, cleo, dora)
    pages: dict[bool, list[str]] = {}
    reached: dict[bool, set[int]] = {}
    for sealed in (False, True):
        posted.clear()
        table = in_window(*people, now=timezone.now())
        asked = [people[ask.seat] for ask in table.asks()]
        nudger = next(player for player in people if player not in asked)
        if sealed:
            table.answer(Pass(), seat=people.index(asked[0]))
        path = f"/m/{table.code}/talk/"
        client = at(nudger)
        before = client.get(path).content.decode()
        answer = client.post(f"{path}nudge/", headers=HTMX)
        assert answer.status_code == 200
        after = client.get(path).content.decode()
        again = client.post(f"{path}nudge/", headers=HTMX)
        assert again.status_code == 409
        pages[sealed] = [
            plain(page, table) for page in (before, answer.content.decode(), after, again.content.decode())
        ]
        reached[sealed] = {notice["player"] for notice in posted}
        assert reached[sealed] == {player.pk for player in asked} - ({asked[0].pk} if sealed else set())
        assert "Nudge everyone we’re waiting for" in before
    assert pages[False] == pages[True]


def plain(page: str, table: MatchDriver) -> str:
    """Return a page without anything that differs between two requests anyway."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return page.replace(table.code, "CODE")


def test_who_muted_or_is_kept_apart_from_the_nudger_is_not_reached(
    table: MatchDriver, posted: list[dict[str, Any]], ada: Any, ben: Any, now: datetime
) -> None:
    asked, other = seated(table, ada, ben)
    mutes.mute_player(owner=asked.pk, other=other.pk, now=now)
    nudges.nudge_players(code=table.code, player=other.pk, now=now)
    mutes.unmute_player(owner=asked.pk, other=other.pk)
    relations.block_player(owner=asked, other=other, now=now)
    nudges.nudge_players(code=table.code, player=other.pk, now=now + timedelta(days=1))
    assert not posted


def test_a_paused_match_hurries_nobody(
    table: MatchDriver, posted: list[dict[str, Any]], ada: Any, ben: Any, now: datetime
) -> None:
    _asked, other = seated(table, ada, ben)
    organiser.pause_match(code=table.code, now=now)
    with pytest.raises(TalkRefused):
        nudges.nudge_players(code=table.code, player=other.pk, now=now)
    assert nudges.list_awaited_players(load_room(code=table.code, player=other.pk, now=now)) == ()


def test_the_button_names_a_single_person_and_goes_for_a_day(
    table: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    asked, other = seated(table, ada, ben)
    path = f"/m/{table.code}/talk/"
    assert f"Nudge {asked.username}" in at(other).get(path).content.decode()
    assert "talk/nudge/" not in at(asked).get(path).content.decode()
    response = at(other).post(f"{path}nudge/")
    assert response.status_code == 302
    page = at(other).get(path).content.decode()
    assert "talk/nudge/" not in page
    again_at = timezone.localtime(Nudge.objects.get().at + timedelta(days=1))
    said = gettext("You’ve already nudged today. You can nudge again from %(at)s.")
    assert said % {"at": date_format(again_at, "D H:i")} in page
    refused = at(other).post(f"{path}nudge/")
    assert refused.status_code == 409
    assert gettext("You’ve already nudged them in the last 24 hours. Give them time.") in refused.content.decode()
