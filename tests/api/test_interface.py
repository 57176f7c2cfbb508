"""Tests that the API returns the same public data as pages, for everyone alike, and refuses everything else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.api import response_policy
from apps.api.routes import matches as match_routes
from apps.games import load_games
from apps.kernel.record import parse_record
from apps.kernel.verify import verify_record
from apps.matches.models import Match
from apps.tournaments.models import Series, Tournament
from tests.factories.matches import NOW, new_match
from tests.factories.tournaments import KNOCKOUT, SWISS, begun, bots, decide_all, look, played, seen, tournament
from tests.tournaments.test_season import over

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
V1 = "/api/v1"


def told(path: str, status: int = 200, **headers: str) -> Any:
    answer = Client().get(V1 + path, headers=headers)
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def finished(*people: Any, **options: Any) -> Any:
    table = new_match(*people, bots=2, short_fuse=True, **options)
    while table.match.status != Match.Status.OVER:
        table.settle(after=timedelta(days=30))
    return table


def test_every_game_says_what_a_table_may_agree_on() -> None:
    games = told("/games/")
    assert {game["slug"] for game in games} == set(load_games())
    for game in games:
        assert told(f"/games/{game['slug']}/") == game
        assert game["seats"] == list(load_games()[game["slug"]].meta.seats)
        assert game["options"]
        assert game["paces"]
    assert told("/games/chess/", 404) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "code": "not_found",
        "detail": "We can’t find that game.",
    }


def test_matches_come_page_by_page_each_once_whatever_begins_meanwhile(
    ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_routes.cursors, "PAGE_SIZE", 3)
    codes = [new_match(ada, ben, seed=n, now=NOW + timedelta(minutes=n // 2)).code for n in range(8)]
    new_match(ada, ben, listed=False)
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = told(f"/matches/?cursor={cursor}")
        assert len(page["items"]) <= 3
        found += [item["code"] for item in page["items"]]
        cursor = page["next"]
        new_match(ada, ben, now=NOW + timedelta(days=1))
    assert found == codes[::-1]


def test_matches_are_narrowed_as_on_the_page(ada: Any, ben: Any) -> None:
    running, over = new_match(ada, ben), finished(ada)
    assert [item["code"] for item in told("/matches/?status=over")["items"]] == [over.code]
    assert [item["code"] for item in told("/matches/?player=ben")["items"]] == [running.code]
    assert told("/matches/?game=kobolds")["items"] == []


@pytest.mark.parametrize("wanted", ["player=nobody", "tournament=zzzzzzz"])
def test_a_filter_that_names_nobody_is_refused_as_their_own_address_is(ada: Any, ben: Any, wanted: str) -> None:
    new_match(ada, ben)
    what, name = wanted.split("=")
    assert told(f"/matches/?{wanted}", 404)["detail"] == told(f"/{what}s/{name}/", 404)["detail"]
    told(f"/matches/?{what}=")
    draft = tournament(SWISS)
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)
    told(f"/matches/?tournament={draft.code}", 404)


def test_a_running_match_tells_a_program_nothing_that_is_not_public(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    known = told(f"/matches/{table.code}/")
    assert (known["status"], known["places"], known["scores"]) == ("playing", None, [])
    answer = Client().get(f"{V1}/matches/{table.code}/record/")
    assert b'"seed":null' in answer.content or b'"seed"' not in answer.content
    page = Client().get(f"/m/{table.code}/record.jsonl?as=public")
    assert answer.content == page.content
    logged_in = Client()
    logged_in.force_login(ada)
    assert logged_in.get(f"{V1}/matches/{table.code}/record/").content == answer.content, "to everybody the same"


def test_a_finished_record_verifies(ada: Any) -> None:
    table = finished(ada)
    known = told(f"/matches/{table.code}/")
    assert min(known["places"]) == 1
    record = parse_record(Client().get(f"{V1}/matches/{table.code}/record/").content.splitlines())
    assert verify_record(load_games()["fuse"], record).right


def test_cards_are_told_in_all_languages() -> None:
    counts = {"fuse": 133, "bombe": 30, "frogs": 5, "kobolds": 92}
    for slug, count in counts.items():
        faces = told(f"/games/{slug}/cards/")
        cards = [card for face in faces for card in face["cards"]]
        assert len(cards) == len(set(cards)) == count
        for face in faces:
            assert all(face["title"].values())
            assert face["title"].keys() == face["text"].keys() == {"en", "de", "fr"}
            assert "%" not in "".join([*face["title"].values(), *face["text"].values()])
    scissors = next(face for face in told("/games/fuse/cards/") if face["kind"] == "scissors")
    assert scissors["title"] == {"en": "Scissors", "de": "Schere", "fr": "Ciseaux"}
    assert (len(scissors["cards"]), scissors["points"]) == (6, 6)
    assert scissors["text"]["de"] != scissors["text"]["en"]
    assert len(next(face for face in told("/games/fuse/cards/") if face["points"] == 3)["cards"]) == 36
    told("/games/chess/cards/", 404)


def test_what_stands_in_no_list_is_not_there(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, listed=False)
    for path in (f"/matches/{table.code}/", f"/matches/{table.code}/record/", "/matches/zzzzzzzz/"):
        told(path, 404)
    draft = tournament(SWISS)
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)
    told(f"/tournaments/{draft.code}/", 404)
    assert told("/tournaments/")["items"] == []


def test_a_tournament_says_what_its_pages_say(quick: None) -> None:
    cup, _people = begun(SWISS, entrants=8)
    decide_all(cup)
    look(cup)
    assert [item["code"] for item in told("/tournaments/?status=running&game=fuse")["items"]] == [cup.code]
    whole = told(f"/tournaments/{cup.code}/")
    assert len(whole["entrants"]) == 8
    assert whole["seed"] is None
    snapshot = seen(cup)
    lines = told(f"/tournaments/{cup.code}/standings/")
    assert [line["entrant"] for line in lines] == [line.entrant for line in snapshot.ranking]
    rounds = told(f"/tournaments/{cup.code}/rounds/")
    assert len(rounds) == len(snapshot.published)
    assert told(f"/tournaments/{cup.code}/rounds/1/") == rounds[0]
    for number in (0, len(rounds) + 1, -1):
        told(f"/tournaments/{cup.code}/rounds/{number}/", 404)
    document = json.loads(Client().get(f"{cup.get_absolute_url()}tournament.json").content)
    for name, value in document["rounds"][0]["tables"][0].items():
        assert rounds[0]["tables"][0].get(name, value) == value, name


def test_when_it_is_over_its_seed_is_told(quick: None) -> None:
    cup, _people = begun(KNOCKOUT, entrants=8)
    played(cup, step=timedelta(hours=12))
    assert bytes.fromhex(told(f"/tournaments/{cup.code}/")["seed"]) == seen(cup).seed


def test_a_season_says_what_its_page_says(player: Any) -> None:
    series = Series.objects.create(name="Thursday Cup", every=Series.Every.WEEK, best=1, active=False)
    assert told("/series/")["items"] == [], "nothing of it is public yet"
    told(f"/series/{series.pk}/", 404)
    people = [player(f"p{number}") for number in range(4)]
    cups = [over(series, number, people) for number in range(2)]
    assert [item["id"] for item in told("/series/")["items"]] == [series.pk]
    season = told(f"/series/{series.pk}/?year=2026")
    assert (season["series"]["name"], season["year"], season["years"]) == ("Thursday Cup", 2026, [2026])
    assert [each["code"] for each in season["tournaments"]] == [cup.code for cup in cups]
    assert [each["started_at"] for each in season["tournaments"]] == [
        told(f"/tournaments/{cup.code}/")["started_at"] for cup in cups
    ]
    assert all(each["started_at"] for each in season["tournaments"])
    assert "2025" in told(f"/series/{series.pk}/?year=2025", 404)["detail"]
    for line in season["standings"]:
        assert line["points"] == sum(line["brought"][code] for code in line["counted"])
        assert (len(line["brought"]), len(line["counted"])) == (2, 1)


def test_tournaments_come_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_routes.cursors, "PAGE_SIZE", 2)
    codes = [tournament(SWISS).code for _ in range(5)]
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = told(f"/tournaments/?cursor={cursor}")
        found += [item["code"] for item in page["items"]]
        cursor = page["next"]
    assert found == codes[::-1]


def test_a_player_is_told_as_to_a_stranger(ada: Any) -> None:
    finished(ada)
    known = told("/players/ada/")
    assert (known["name"], known["running"], known["guest"]) == ("ada", 0, False)
    assert "ada@example.org" not in json.dumps(known)
    told("/players/nobody/", 404)
    assert told("/leaderboards/fuse/")["items"] == []
    told("/leaderboards/chess/", 404)


@pytest.mark.parametrize("cursor", ["x", "1-", "1-2-3", "-1", "9" * 40, "%00", "1"])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    assert Client().get(f"{V1}/matches/?cursor={cursor}").status_code == 422


def test_behind_the_end_of_the_calendar_stands_nothing_new(ada: Any, ben: Any) -> None:
    code = new_match(ada, ben).code
    assert [item["code"] for item in told(f"/matches/?cursor={'9' * 18}-1")["items"]] == [code]


def test_who_has_the_answer_already_is_told_so_briefly(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    first = Client().get(f"{V1}/matches/{table.code}/")
    again = Client().get(f"{V1}/matches/{table.code}/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Access-Control-Allow-Origin"] == again["Access-Control-Allow-Origin"] == "*"
    assert "sessionid" not in first.cookies
    assert "Cookie" not in first.get("Vary", "")


def test_nobody_asks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 3)
    answers = [Client().get(f"{V1}/games/") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert [answer["X-RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0", "0"]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60
    assert answers[-1]["Retry-After"] == answers[-1]["X-RateLimit-Reset"]


def test_the_time_to_wait_becomes_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 0)
    at = time.time()
    monkeypatch.setattr("apps.common.rate_limits.time", SimpleNamespace(time=lambda: at))
    assert Client().get(f"{V1}/games/")["Retry-After"] == "60"
    at += 45
    assert Client().get(f"{V1}/games/")["Retry-After"] == "15"


@pytest.mark.parametrize(
    "path", ["/matches/?gmae=fuse", "/matches/?game=chess", "/matches/?status=done", "/tournaments/?status=draft",
             "/games/?game=fuse", "/leaderboards/fuse/?page=2"],
)  # fmt: skip
def test_what_it_does_not_know_it_does_not_pass_over(path: str) -> None:
    assert isinstance(told(path, 422)["detail"], str)


@pytest.mark.parametrize("path", ["", "/", "/nowhere/", "/matches/a/b/c", "/games/chess/", "/matches/?cursor=x"])
def test_every_refusal_is_a_sentence_that_pages_elsewhere_can_read(path: str) -> None:
    answer = Client().get(V1 + path, follow=True)
    assert answer.status_code in (404, 422)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert isinstance(answer.json()["detail"], str)


def test_an_address_without_its_slash_leads_to_the_one_with_it() -> None:
    answer = Client().get(f"{V1}/matches?game=fuse")
    assert (answer.status_code, answer["Location"]) == (301, f"{V1}/matches/?game=fuse")


def test_everything_public_can_be_read_by_pages_elsewhere(quick: None) -> None:
    cup, _people = begun(SWISS, entrants=8)
    home = cup.get_absolute_url()
    files = [
        f"{home}{name}" for name in ("standings.csv", "results.csv", "tournament.json", "feed.atom", "calendar.ics")
    ]
    for path in [*files, f"{V1}/openapi.json", reverse("puzzles:atom")]:
        answer = Client().get(path)
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*"), path


def test_a_match_of_a_tournament_names_it_and_has_no_places_before_its_end(quick: None) -> None:
    cup, _people = begun(SWISS, entrants=8)
    [line, *_rest] = told(f"/matches/?tournament={cup.code}")["items"]
    assert (line["tournament"], line["places"]) == (cup.code, None)
    names = {one["name"] for one in told(f"/tournaments/{cup.code}/")["entrants"]}
    assert {one["name"] for one in line["seats"]} <= names, "a bot has one name"
    [first, *_rest] = told(f"/tournaments/{cup.code}/rounds/1/")["tables"]
    assert first["matches"][0]["places"] is None


def test_nothing_can_be_changed_by_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    for way in ("post", "put", "patch", "delete"):
        answer = getattr(Client(), way)(f"{V1}/matches/{table.code}/")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")
        assert answer.json()["detail"] == "Method not allowed. Use GET."
        assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("query", ["game=fuse&game=frogs", "cursor=a&game=fuse&cursor=b"])
def test_a_parameter_given_twice_is_refused(query: str) -> None:
    answer = Client().get(f"{V1}/matches/?{query}")
    name = query.split("=", maxsplit=1)[0]
    assert (answer.status_code, answer.json()["detail"]) == (422, f"Parameter given more than once: {name}.")


@pytest.mark.parametrize("name", ["standings.csv", "results.csv", "tournament.json", "feed.atom", "calendar.ics"])
def test_files_that_are_refused_say_so_in_json_that_pages_elsewhere_can_read(name: str) -> None:
    for answer, status in (
        (Client().get(f"/tournaments/nothere/{name}"), 404),
        (Client().post(f"/tournaments/nothere/{name}"), 405),
    ):
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, "*")
        assert list(answer.json()) == ["detail"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_people_read_what_programs_may_ask(language: str) -> None:
    page = Client().get("/api/", headers={"accept-language": language}).content.decode()
    assert "/api/v1/tournaments/{code}/standings/" in page
    for header in set(response_policy.EXPOSED_HEADERS) - {"ETag"}:
        assert f"<code>{header}</code>" in page


def test_a_list_takes_few_statements_however_long_it_is(ada: Any, ben: Any, django_assert_max_num_queries: Any) -> None:
    for n in range(6):
        new_match(ada, ben, seed=n)
    bots(tournament(SWISS), 6)
    for path in ("/matches/", "/tournaments/"):
        with django_assert_max_num_queries(4):
            told(path)


def test_one_may_ask_only_how_it_stands_and_from_elsewhere_whether_one_may() -> None:
    asked = Client().get(f"{V1}/games/")
    head = Client().head(f"{V1}/games/")
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", asked["ETag"])
    assert Client().head(f"{V1}/games/", headers={"If-None-Match": asked["ETag"]}).status_code == 304
    assert Client().head(f"{V1}/matches/zzzzzzzz/").status_code == 404
    may = Client().options(f"{V1}/games/")
    assert (may.status_code, may["Allow"], may["Access-Control-Allow-Origin"]) == (204, "GET, HEAD, OPTIONS", "*")
    for method in ("post", "put", "delete"):
        assert getattr(Client(), method)(f"{V1}/games/").status_code == 405
