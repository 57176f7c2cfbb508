"""Tests of what webhooks tell: rounds, matches and ends, only what is public, in the language and shape chosen."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.utils.translation import gettext, override

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.matches.models import Match
from apps.tournaments.models import Tournament
from apps.tournaments.services import entries, lifecycle
from apps.webhooks import payloads
from apps.webhooks.models import Shape
from apps.webhooks.payloads import Chat
from tests.factories.ladders import challenge, ladder, on
from tests.factories.lobby import lobby_table
from tests.factories.matches import in_window
from tests.factories.tournaments import NOON, decide_all, decided, look
from tests.matches import canaries
from tests.notices.listener import Listener
from tests.webhooks.conftest import heard, hook, types, work

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def test_a_whole_tournament_is_told_in_order_and_once(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    for minute in range(8):
        look(cup, now=NOON + minute * MINUTE)
        work(NOON + minute * MINUTE)
        decide_all(cup, now=NOON + minute * MINUTE)
    told = types(ear)
    assert told == [*["round.published", "match.started", "match.over"] * 3, "tournament.over"]
    assert len({each.headers["webhook-id"] for each in ear.heard}) == len(told)


def test_every_message_fits_the_schema(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    decided(cup)
    work(NOON + MINUTE)
    check = jsonschema_rs.validator_for(payloads.build_schema())
    for each in heard(ear):
        check.validate(each)


def test_messages_say_what_the_pages_say(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    look(cup)
    decide_all(cup, best=[2])
    work(NOON + MINUTE)
    round_, started, over = heard(ear)
    assert round_["data"]["round"]["tables"] == [
        {"number": 1, "entrants": [seat["name"] for seat in started["data"]["match"]["seats"]]}
    ]
    assert round_["data"]["url"] == f"https://fuse.example.org/tournaments/{cup.code}/rounds/1/"
    assert started["data"]["match"]["places"] is None
    assert sorted(over["data"]["match"]["places"]) == [1, 2, 3, 4]
    assert over["data"]["tournament"]["name"] == "Spring Cup"
    assert over["data"]["club"] is None


def test_a_cancelled_tournament_is_told(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=ada.pk, now=NOON)
    work(NOON + MINUTE)
    [said] = heard(ear)
    assert (said["data"]["status"], said["data"]["standings"]) == ("cancelled", [])


def test_only_chosen_events_since_the_webhook_are_told(cup: Tournament, ada: Player, ear: Listener) -> None:
    look(cup)
    hook(cup, ada, ear.url, now=NOON + MINUTE, events=["match.over", "match.started"])
    decide_all(cup, now=NOON + 2 * MINUTE)
    work(NOON + 3 * MINUTE)
    assert types(ear) == ["match.over"]


def test_a_club_hears_of_its_tournaments_tables_and_ladders_and_of_nothing_else(
    owls: Club, cup: Tournament, ada: Player, ben: Player, ear: Listener
) -> None:
    hook(owls, ada, ear.url)
    look(cup)  # It's not the club's.
    work(NOON + MINUTE)
    assert ear.heard == []
    Tournament.objects.filter(pk=cup.pk).update(circle=owls.code)
    work(NOON + MINUTE)
    assert types(ear) == ["round.published", "match.started"]
    table = lobby_table(ada, circle=owls.code, public=False)
    match = in_window(ada, ben).match
    Match.objects.filter(pk=match.pk).update(begun_at=NOON, occasion="")
    type(table).objects.filter(pk=table.pk).update(started_at=NOON, match_code=match.code)
    rungs = ladder(circle=owls.code)
    on(rungs, ada, ben)
    climbed = challenge(rungs, ben, ada, now=NOON)
    work(NOON + 2 * MINUTE)
    codes = [each["data"]["match"]["code"] for each in heard(ear)[2:]]
    assert sorted(codes) == sorted([match.code, climbed])
    assert all(each["data"]["club"]["name"] == "Night Owls" for each in heard(ear))
    assert heard(ear)[2 + codes.index(match.code)]["data"]["text"].startswith("Night Owls: ")


def test_texts_are_in_the_language_of_the_webhook(cup: Tournament, ada: Player, ear: Listener) -> None:
    for language in ("de", "en"):
        hook(cup, ada, f"{ear.url}/{language}", language=language)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=ada.pk, now=NOON)
    with override("fr"):
        work(NOON + MINUTE)
    for each, said in zip(ear.heard, heard(ear), strict=True):
        with override(each.path.removeprefix("/")):
            assert said["data"]["text"] == gettext("Cancelled: %(tournament)s") % {"tournament": cup.name}
    assert len({said["data"]["text"] for said in heard(ear)}) == 2


def test_discord_and_slack_get_a_sentence_and_no_one_is_mentioned(ada: Player, ear: Listener, cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(name="<!channel> @everyone *Cup* & co [x](http://a.b)")
    cup.refresh_from_db()
    hook(cup, ada, f"{ear.url}/discord", shape="discord", events=["round.published"])
    hook(cup, ada, f"{ear.url}/slack", shape="slack", events=["round.published"])
    look(cup)
    work(NOON + MINUTE)
    said = {each.path: json.loads(each.body) for each in ear.heard}
    discord, slack = said["/discord"], said["/slack"]
    assert discord["allowed_mentions"] == {"parse": []}
    assert r"\<\!channel\> \@everyone \*Cup\* \& co \[x\]\(http\:\/\/a\.b\)" in discord["content"]
    assert discord["content"].endswith(f"\nhttps://fuse.example.org/tournaments/{cup.code}/rounds/1/")
    assert slack["mrkdwn"] is False
    assert slack["text"].startswith("&lt;!channel&gt; @everyone *Cup* &amp; co")


@pytest.mark.parametrize("shape", [Shape.DISCORD, Shape.SLACK])
def test_a_long_sentence_is_cut(shape: Shape) -> None:
    place = payloads.Place("c", "n", "https://fuse.example.org/")
    message = payloads.Test(NOON, payloads.Source(text="", url=place.url, tournament=place))
    body = json.loads(payloads.encode_body(message, Chat("%(x)s", {"x": "_" * 5000}), shape))
    text = body.get("content") or body["text"]
    assert len(text) < 2000
    assert text.endswith("…\nhttps://fuse.example.org/")


def test_a_deleted_account_is_no_longer_named(cup: Tournament, ada: Player, ben: Player, ear: Listener) -> None:
    entries.register_player(code=cup.code, player=ben, now=NOON - MINUTE)
    hook(cup, ada, ear.url, events=["round.published"])
    look(cup)
    ben.delete()
    work(NOON + MINUTE)
    assert "ben" not in ear.heard[0].body.decode()


def test_no_secret_of_a_match_is_told(
    ada: Player, ben: Player, owls: Club, ear: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    canaries.renumber(monkeypatch)
    table: Any = in_window(ada, ben)
    lobby = lobby_table(ada, circle=owls.code, public=False)
    type(lobby).objects.filter(pk=lobby.pk).update(started_at=table.now, match_code=table.code)
    hook(owls, ada, ear.url, now=table.now - timedelta(days=1))
    work(table.now + MINUTE)
    assert types(ear) == ["match.started"]
    assert canaries.named(ear.heard[0].body.decode()) == set()
    table.finish()
    work(table.match.over_at + MINUTE)
    text = "".join(each.body.decode() for each in ear.heard)
    assert types(ear)[-1] == "match.over"
    page = Client().get(f"/m/{table.code}/record.jsonl?as=public").content.decode()
    assert canaries.named(text) <= canaries.named(page)
    assert ada.email not in text
    assert owls.token not in text


def test_examples_fit_the_schema_and_show_every_event() -> None:
    check = jsonschema_rs.validator_for(payloads.build_schema())
    page = Client().get("/api/webhooks/")
    examples = page.context["examples"]
    assert [name for name, _body in examples] == [
        "round.published", "match.started", "match.over", "tournament.over", "test"
    ]  # fmt: skip
    for _name, body in examples:
        check.validate(json.loads(body))
    assert not check.is_valid({"type": "round.published", "timestamp": "x", "data": {}})
    assert Client().get("/api/webhooks/schema.json").json() == payloads.build_schema()
