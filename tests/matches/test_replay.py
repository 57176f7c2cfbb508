"""Tests of a match's replay: every move as it was known then, its export and its rerun."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.games.fuse.state import Pass
from apps.kernel.game import Outcome
from apps.kernel.playout import build_transcript, by_bots, play_out_match
from apps.kernel.record import encode_record, parse_record
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.kernel.verify import verify_record
from apps.matches.errors import Hidden, NoSuchMove
from apps.matches.models import Chair, Fact, Match, Move, Seed
from apps.matches.selectors import history, match_view, replay, score_history, verification
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.matches.selectors.replay import MoveLabel
from apps.matches.services import organiser, play, seats, session
from tests import data_migrations
from tests.factories.finished_matches import played_once
from tests.factories.matches import FUSE, HOUR, MatchDriver, in_window, new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def replayed(table: MatchDriver, observer: Observer, at: int | None = None) -> replay.Replay:
    return replay.build_replay(match_view.load_match(table.code), observer=observer, at=at)


@pytest.fixture
def over(ada: Any, ben: Any) -> MatchDriver:
    """Return a finished match."""
    return played_once(_finished, ada, ben)


def _finished(*players: Any) -> MatchDriver:
    return new_match(*players, short_fuse=True, now=timezone.now()).finish()


# -- replay ----------------------------------------------------------------------------------


def test_every_move_is_replayed_as_it_was_seen_then(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo, specials=True, short_fuse=True, penalty=True, deals=2)
    observers: list[Observer] = [Seat(0), Seat(1), Seat(2), PUBLIC, REFEREE]
    seen: dict[Observer, list[match_view.MatchView]] = {
        observer: [table.look(observer=observer)] for observer in observers
    }
    while table.match.status == Match.Status.PLAYING:
        table.step()
        for observer in observers:
            now = table.look(observer=observer)
            if now.heard > seen[observer][-1].heard:
                seen[observer].append(now)
    for observer in observers:
        assert replayed(table, observer).last == len(seen[observer]) - 1
        for at, then in enumerate(seen[observer]):
            found = replayed(table, observer, at).sight
            assert (found.board, found.story, found.heard) == (then.board, then.story, then.heard), (observer, at)
            assert found.questions == ()
        assert replayed(table, observer).sight.outcome == seen[observer][-1].outcome


def test_a_sealed_move_of_somebody_else_is_not_counted(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    observers: list[Observer] = [Seat(0), Seat(1), Seat(2), PUBLIC]
    before = {observer: replayed(table, observer).last for observer in observers}
    seat = table.asks()[0].seat
    table.answer(Pass(), seat=seat)
    after = {observer: replayed(table, observer).last for observer in before}
    assert {observer: after[observer] - before[observer] for observer in before} == {
        observer: int(observer == seat) for observer in before
    }


@pytest.mark.parametrize("at", [-1, 10**6])
def test_a_move_that_was_not_made_is_not_replayed(over: MatchDriver, at: int) -> None:
    with pytest.raises(NoSuchMove):
        replayed(over, PUBLIC, at)


# -- viewpoints ------------------------------------------------------------------------------


def test_while_it_runs_one_looks_as_oneself_or_the_public(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    allowed = {"": True, "seat": True, "public": True, "referee": False, "0": False, "1": False, "2": False, "x": False}
    for path in ("record/", "record.jsonl"):
        for viewer, own in ((ada, "0"), (ben, "1"), (cleo, None), (None, None)):
            for wanted, may in allowed.items():
                response = at(viewer).get(f"/m/{table.code}/{path}?as={wanted}")
                assert response.status_code == (200 if may or wanted == own else 403), (viewer, wanted)
                if response.status_code == 403:
                    assert str(Hidden.sentence) in response.content.decode()


def test_when_it_is_over_everybody_looks_as_everybody(over: MatchDriver, at: Browser, cleo: Any) -> None:
    for viewer in (cleo, None):
        for wanted in ("0", "1", "public", "referee", ""):
            assert at(viewer).get(f"/m/{over.code}/record/?as={wanted}").status_code == 200
        for wanted in ("2", "-1", "x", "0x1", "１", "9" * 99, "\x00"):
            assert at(viewer).get(f"/m/{over.code}/record/", {"as": wanted}).status_code == 403


@pytest.mark.parametrize("at_", ["-1", "999999", "9999999999", "x", "1.5", "²", "\x00", "9" * 5000, "0x1", "+1"])
def test_a_move_that_was_not_made_is_404_with_a_sentence(over: MatchDriver, at: Browser, at_: str) -> None:
    response = at().get(f"/m/{over.code}/record/", {"at": at_})
    assert response.status_code == 404
    assert str(NoSuchMove.sentence) in response.content.decode()


@pytest.mark.parametrize("path", ["record/", "record.jsonl"])
def test_what_a_seat_remembers_is_kept_in_no_cache(at: Browser, ada: Any, ben: Any, path: str) -> None:
    table = new_match(ada, ben, now=timezone.now())
    assert "no-store" in at(ada).get(f"/m/{table.code}/{path}")["Cache-Control"]


def test_a_record_begins_with_the_first_move_once_the_match_is_over(
    over: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    assert "move 0 of" in at().get(f"/m/{over.code}/record/").content.decode()
    table = new_match(ada, ben, now=timezone.now())
    table.lay()
    assert "move 1 of 1" in at(ada).get(f"/m/{table.code}/record/").content.decode()


def test_a_permalink_shows_the_table_as_it_was(over: MatchDriver, at: Browser) -> None:
    def sentences(at_: int) -> int:
        html = at().get(f"/m/{over.code}/record/?at={at_}&as=public").content.decode()
        assert f"move {at_} of" in html
        return html.partition('id="story"')[2].partition("</ol>")[0].count("<li")

    assert 0 < sentences(0) < sentences(over.match.moves - 1)


def test_a_running_match_shows_no_chart_and_no_hands(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    table.lay()
    assert score_history.build_score_curves(match_view.load_match(table.code)) == []
    assert "polyline" not in at(ada).get(f"/m/{table.code}/record/").content.decode()


def test_the_chart_ends_with_the_scores(over: MatchDriver, at: Browser) -> None:
    curves = score_history.build_score_curves(match_view.load_match(over.code))
    assert [curve.scores[-1] for curve in curves] == over.outcome["scores"]
    assert {len(curve.scores) for curve in curves} == {over.match.moves}
    html = at().get(f"/m/{over.code}/record/").content.decode()
    assert html.count("<polyline") == 2
    for score in over.outcome["scores"]:
        assert f"<b>{score}</b>" in html


def test_every_picture_of_a_key_moment_is_named_once(over: MatchDriver, at: Browser) -> None:
    html = at().get(f"/m/{over.code}/record/").content.decode()
    key = html.partition('class="mark-key"')[2].partition("</details>")[0]
    named = re.findall(r'href="#tells-(\w+)" /></svg> ([^<]+)<', key)
    assert len({picture for picture, _what in named}) == len(named)
    used = html.partition('class="marks"')[2].partition('class="mark-key"')[0]
    assert set(re.findall(r'href="#tells-(\w+)"', used)) <= {picture for picture, _what in named}
    assert ("crown", "someone takes the lead") in named


def test_the_matchstick_is_out_once_the_match_is_over(over: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    assert 'href="#matchstick-out"' in at().get(f"/m/{over.code}/").content.decode()
    running = new_match(ada, ben, now=timezone.now())
    assert 'href="#matchstick"' in at(ada).get(f"/m/{running.code}/").content.decode()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_chart_says_the_best_and_the_worst_score_and_where_zero_is(
    over: MatchDriver, at: Browser, language: str
) -> None:
    scores = [
        score for curve in score_history.build_score_curves(match_view.load_match(over.code)) for score in curve.scores
    ]
    html = at().get(f"/m/{over.code}/record/", headers={"Accept-Language": language}).content.decode()
    chart = html.partition('id="chart-title"')[2].partition('class="legend"')[0]
    marks = re.findall(r">(−?\d+)</text>", chart)
    assert {int(mark.replace("−", "-")) for mark in marks} == {min(0, *scores), 0, max(0, *scores)}
    assert chart.count('class="zero quiet"') == 1
    below = html.partition('id="scores"')[2].partition('class="legend"')[0]
    assert set(re.findall(r">([^<]*)</text>", below)) == set(marks), "with real minus signs"
    assert not re.search(r'(?:points|[xy][12]?)="[^"]*\d,\d\d?%', chart), "a comma is no point to SVG"


# -- all moves -------------------------------------------------------------------------------


def test_every_move_is_listed_with_whose_it_was_and_why(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, now=timezone.now())
    names = ("ada", "ben")
    first, second = (names[seat] for seat in (table.ask.seat, 1 - table.ask.seat))
    table.lay()
    table.settle(after=HOUR)
    organiser.extend_deadlines(code=table.code, by=HOUR, now=table.now)
    assert replayed(table, PUBLIC).labels == (
        MoveLabel(0, "", "deal", 0),
        MoveLabel(1, first, "seat", 1, seat=Seat(names.index(first))),
        MoveLabel(2, second, "clock", 2, seat=Seat(names.index(second))),
        MoveLabel(3, "", "house", 2),
    )
    html = at().get(f"/m/{table.code}/record/").content.decode()
    moves = " ".join(re.sub(r"<[^>]+>", " ", html[html.index('id="moves"') :]).split())
    assert re.search(
        rf"0 the deal 1 {first} played a \d+\. (Turn 2 )?2 {second} played a \d+\. out of time 3 \S", moves
    )


def test_the_list_of_moves_says_nothing_of_who_closed_a_sealed_window(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    cutter = next(seat for seat in range(3) if seat not in {ask.seat for ask in table.asks()})
    asked = [ask.seat for ask in table.asks()]
    for seat in asked:
        table.answer(Pass(), seat=seat)
    for observer in (Seat(cutter), PUBLIC, asked[0]):
        last = replayed(table, observer).labels[-1]
        assert (last.who, last.cause) == ("", ""), observer
    for knowing in (REFEREE, asked[-1]):
        last = replayed(table, knowing).labels[-1]
        assert (last.who, last.cause) == (("ada", "ben", "cleo")[asked[-1]], "seat")


# -- export ----------------------------------------------------------------------------------


def exported(client: Client, table: MatchDriver, **query: str) -> list[bytes]:
    response = client.get(f"/m/{table.code}/record.jsonl", query)
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    return response.content.splitlines()


def test_a_finished_match_is_exported_whole_and_verifies(over: MatchDriver, at: Browser) -> None:
    record = parse_record(exported(at(), over))
    assert record.header.seed == bytes(Seed.objects.get(match=over.match).seed).hex()
    assert len(record.moves) == over.match.moves
    verdict = verify_record(FUSE, record)
    assert verdict.right
    assert verdict.facts == over.match.facts


def test_a_match_with_everything_in_it_verifies(ada: Any, ben: Any, cleo: Any, dora: Any, at: Browser) -> None:
    now = timezone.now()
    table = new_match(
        ada, ben, cleo, bots=1, specials=True, penalty=True, fixed_windows=True, deals=2, short_fuse=True, now=now
    )
    play.add_standing_order(code=table.code, seat=Seat(1), order=FUSE_ORDER, now=table.now)
    for _ in range(12):
        table.settle(after=HOUR)
    organiser.pause_match(code=table.code, now=table.now)
    organiser.resume_match(code=table.code, now=table.now)
    organiser.extend_deadlines(code=table.code, by=HOUR, now=table.now)
    seats.replace_player(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    seats.resign_seat(code=table.code, seat=Seat(2), now=table.now)
    table.finish()
    assert {move.cause for move in table.moves()} >= {"deal", "clock", "house", "bot", "seat", "order"}
    verdict = verify_record(FUSE, parse_record(exported(at(), table)))
    assert verdict.right, verdict.wrong
    assert verdict.facts == table.match.facts


FUSE_ORDER = msgspec.convert({"order": "plan", "which": "lowest", "once": "false"}, FUSE.order, strict=False)


def test_a_match_ended_by_the_house_verifies_up_to_there(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, now=timezone.now())
    table.lay()
    organiser.end_match(code=table.code, now=table.now)
    assert verify_record(FUSE, parse_record(exported(at(), table))).right


def test_while_it_runs_the_export_holds_neither_seed_nor_secrets(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    for _ in range(10):
        table.lay()
    seed = bytes(Seed.objects.get(match=table.match).seed).hex()
    for viewer in (ada, ben, None):
        text = b"\n".join(exported(at(viewer), table)).decode()
        assert seed not in text
        assert '"shuffled"' not in text
        assert '"outcome"' not in text
        record = parse_record(text.splitlines())
        assert not verify_record(FUSE, record).right
        for line in record.moves:
            own = viewer is not None and line.seat == (ada, ben).index(viewer)
            assert own or not isinstance(line.action, msgspec.Raw)


def test_an_export_does_not_say_who_closed_a_sealed_window(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo, now=timezone.now())
    cutter = next(seat for seat in range(3) if seat not in {ask.seat for ask in table.asks()})
    for ask in table.asks():
        table.answer(Pass(), seat=ask.seat)
    for viewer in ((ada, ben, cleo)[cutter], None):
        last = json.loads(exported(at(viewer), table)[-1])
        assert [fact["type"] for fact in last["facts"]] == ["died"]
        assert last.get("seat") is None


def _seed(lines: list[Any]) -> None:
    lines[0]["seed"] = "00" * 32


def _card(lines: list[Any]) -> None:
    lines[3]["facts"][0]["card"] = 110


def _drop_fact(lines: list[Any]) -> None:
    lines[3]["facts"].pop()


def _add_fact(lines: list[Any]) -> None:
    lines[3]["facts"].append(lines[2]["facts"][0])


def _drop_move(lines: list[Any]) -> None:
    del lines[4]


def _action(lines: list[Any]) -> None:
    lines[3]["action"] = {"type": "bomb"}


def _outcome(lines: list[Any]) -> None:
    lines[-1]["outcome"]["scores"][0] += 1


def _setup(lines: list[Any]) -> None:
    lines[0]["setup"]["options"]["extinguisher"] = True


def _crowd(lines: list[Any]) -> None:
    lines[0]["setup"]["seats"] = 10**9


def _nobody(lines: list[Any]) -> None:
    lines[0]["setup"]["seats"] = 0


def _stranger(lines: list[Any]) -> None:
    lines[3]["seat"] = 10**9


def _cut_off(lines: list[Any]) -> None:
    del lines[-3:]


def _house_move(lines: list[Any]) -> None:
    lines[3]["cause"] = "house"


TAMPERED = [
    (_seed, "commitment"), (_card, "move 2"), (_drop_fact, "Move 2 has no fact"),
    (_add_fact, "Move 2 has an extra fact"), (_drop_move, "Move 3 is missing"), (_action, "move 2"),
    (_outcome, "outcome"), (_setup, "move 0"), (_cut_off, "not over"), (_crowd, "setup"),
    (_nobody, "setup"), (_stranger, "Move 2"), (_house_move, "Move 2"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "named"), TAMPERED)
def test_a_tampered_export_names_the_first_wrong_fact(
    over: MatchDriver, at: Browser, tmp_path: Path, how: Callable[[list[Any]], None], named: str
) -> None:
    lines = [json.loads(line) for line in exported(at(), over)]
    how(lines)
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("verify", file=file, stdout=out)
    assert "WRONG" in out.getvalue()
    assert named in out.getvalue()


# -- the page and the command ----------------------------------------------------------------


def right(facts: int) -> str:
    """Return the page's text for a match without errors."""
    said = ngettext(
        "We dealt this match again from its secret and compared %(facts)s event: it matches.",
        "We dealt this match again from its secret and compared %(facts)s events: they all match.",
        facts,
    )
    return said % {"facts": facts}


def test_the_page_verifies_a_finished_match(over: MatchDriver, at: Browser) -> None:
    html = at().get(f"/m/{over.code}/verify/").content.decode()
    assert right(over.match.facts) in html
    assert bytes(Seed.objects.get(match=over.match).seed).hex() in html


def test_a_match_is_dealt_again_once_for_all_who_ask(over: MatchDriver, at: Browser, monkeypatch: Any) -> None:
    dealt: list[Any] = []

    def counted(game: Any, record: Any) -> Any:
        dealt.append(record)
        return verify_record(game, record)

    monkeypatch.setattr(verification, "verify_record", counted)
    pages = [at().get(f"/m/{over.code}/verify/").content.decode() for _ in range(3)]
    assert [page.count(right(over.match.facts)) for page in pages] == [1, 1, 1]
    assert len(dealt) == 1
    Fact.objects.filter(match=over.match, move=2, event__contains="laid").update(
        event='{"type":"laid","seat":0,"card":1}'
    )
    assert "of move 2" in at().get(f"/m/{over.code}/verify/").content.decode(), "another log is another question"
    assert len(dealt) == 2
    monkeypatch.setattr(verification, "hash_rules", lambda: "tomorrow")
    assert "of move 2" in at().get(f"/m/{over.code}/verify/").content.decode()
    assert len(dealt) == 3, "other rules may find something else"


def test_one_address_has_so_many_matches_checked_and_no_more(over: MatchDriver, at: Browser) -> None:
    path = f"/m/{over.code}/verify/"
    for _ in range(60):
        assert at().get(path).status_code == 200
    refused = at().get(path)
    assert refused.status_code == 429
    said = gettext("You’ve verified a lot of matches in the last minute. Wait a moment, then try again.")
    assert said in refused.content.decode()
    assert Client(REMOTE_ADDR="192.0.2.7").get(path).status_code == 200


def test_the_page_keeps_the_seed_while_the_match_runs(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    html = at(ada).get(f"/m/{table.code}/verify/").content.decode()
    assert 'id="seed"' not in html
    said = gettext(
        "This match is still in progress. Its secret stays sealed until the match ends. "
        "The fingerprint is already shown, so no one can change the shuffle."
    )
    assert said in html
    assert table.match.commitment in html
    assert bytes(Seed.objects.get(match=table.match).seed).hex() not in html


def test_the_page_says_what_is_wrong_in_a_changed_log(over: MatchDriver, at: Browser) -> None:
    Fact.objects.filter(match=over.match, move=2, event__contains="laid").update(
        event='{"type":"laid","seat":0,"card":1}'
    )
    html = at().get(f"/m/{over.code}/verify/").content.decode()
    assert "of move 2" in html


@pytest.mark.parametrize("path", ["record/", "record/?at=0", "record/?as=0"])
def test_a_finished_log_that_cannot_be_read_is_503(over: MatchDriver, at: Browser, path: str) -> None:
    for event in ("{", '{"type":"laid","seat":9,"card":1}', '{"type":"received","to":[7],"cards":[1]}'):
        Fact.objects.filter(match=over.match, n=0).update(event=event)
        assert at().get(f"/m/{over.code}/{path}").status_code == 503
        html = at().get(f"/m/{over.code}/verify/").content.decode()
        assert "move 0" in html


def verified(*words: str, **options: Any) -> str:
    out = StringIO()
    call_command("verify", *words, stdout=out, **options)
    return out.getvalue()


def test_the_command_verifies_by_code(over: MatchDriver) -> None:
    assert verified(over.code) == f"{over.code}: OK: {over.match.facts} facts\n"


def test_the_command_verifies_a_file(over: MatchDriver, at: Browser, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"\n".join(exported(at(), over)))
    assert verified(file=file) == f"{file}: OK: {over.match.facts} facts, the same as in this installation\n"
    Player.objects.filter(username="ada").update(username="lovelace")
    assert "the same as in this installation" in verified(file=file), "people change their names"


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({"code": "another2"}, "but this installation does not have the match"),
        ({"status": "playing"}, "is not over in this installation"),
    ],
)
def test_the_command_says_which_right_file_is_not_on_record_here(
    over: MatchDriver, at: Browser, tmp_path: Path, house: dict[str, str], said: str
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"\n".join(exported(at(), over)))
    facts = over.match.facts
    Match.objects.filter(code=over.code).update(**house)
    assert f"OK: {facts} facts, " in verified(file=file)
    assert said in verified(file=file)


def test_a_file_is_verified_where_no_house_was_ever_set_up(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(
        b"".join(encode_record(build_transcript(FUSE, play_out_match(FUSE, FUSE.setup(2), b"s" * 32, by_bots(FUSE)))))
    )
    bare = {name: value for name, value in os.environ.items() if not name.startswith("SLOWFUSE_")}
    result = subprocess.run(
        [sys.executable, settings.ROOT / "manage.py", "verify", "--file", file],
        capture_output=True, text=True, check=False, env=bare | {"SLOWFUSE_VAR": str(tmp_path / "var")},
    )  # fmt: skip
    assert re.fullmatch(rf"{file}: OK: \d+ facts, but there is no database to compare it with\n", result.stdout)
    assert (result.returncode, result.stderr) == (0, "")


def _later(lines: list[Any]) -> None:
    lines[3]["at"] = "2031-01-01T00:00:00+00:00"


def _by_a_bot(lines: list[Any]) -> None:
    lines[4]["cause"] = "bot"


def _talk(lines: list[Any]) -> None:
    said = {"type": "house", "what": "resigned", "seat": 1, "seconds": 0}
    lines.insert(-1, {"line": "move", "move": len(lines) - 2, "cause": "house", "facts": [said], "seat": 1})


def _another_match(lines: list[Any]) -> None:
    setup = FUSE.setup(2, {"short_fuse": True})
    other = build_transcript(FUSE, play_out_match(FUSE, setup, b"s" * 32, by_bots(FUSE)))
    code = lines[0]["code"]
    lines[:] = [json.loads(line) for line in encode_record(other)]
    lines[0]["code"] = code


@pytest.mark.parametrize(
    ("how", "named"),
    [
        (_later, "move 2"),
        (_by_a_bot, "move 3"),
        (_talk, "installation: move"),
        (_another_match, "installation: header"),
    ],
)
def test_a_file_that_could_be_right_but_is_not_what_was_played_here_is_wrong(
    over: MatchDriver, at: Browser, tmp_path: Path, how: Callable[[list[Any]], None], named: str
) -> None:
    lines = [json.loads(line) for line in exported(at(), over)]
    how(lines)
    assert verify_record(FUSE, parse_record(map(json.dumps, lines))).right
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("verify", file=file, stdout=out)
    assert "WRONG: The record follows the rules" in out.getvalue()
    assert named in out.getvalue()


def test_the_command_verifies_all_finished_matches(over: MatchDriver, ada: Any, ben: Any) -> None:
    new_match(ada, ben)
    second = new_match(ada, ben, short_fuse=True, seed=2).finish()
    assert verified(all=True).splitlines() == [
        f"{table.code}: OK: {table.match.facts} facts" for table in (over, second)
    ]


def test_the_command_has_nothing_to_verify_before_a_match_is_over(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    assert verified(all=True) == "No match has finished yet.\n"
    with pytest.raises(CommandError, match="is not over"):
        verified(table.code)


def test_the_command_says_what_it_cannot_read(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No match with the code"):
        verified("nowhere2")
    with pytest.raises(CommandError, match="Could not read"):
        verified(file=tmp_path / "missing.jsonl")
    for text, named in (
        ("", "empty"),
        ("{", "Line 1"),
        ("\xff\xfe", "Line 1"),
        ('{"line":"outcome","outcome":{}}', "Line 1"),
    ):
        file = tmp_path / "strange.jsonl"
        file.write_bytes(text.encode("latin-1"))
        with pytest.raises(CommandError, match=named):
            verified(file=file)


def test_one_match_that_does_not_verify_does_not_hide_the_others(over: MatchDriver, ada: Any, ben: Any) -> None:
    sound = new_match(ada, ben, short_fuse=True, seed=2).finish()
    for change in (
        lambda: Move.objects.filter(match=over.match, number=2).update(action='{"type":"fly"}'),
        lambda: Fact.objects.filter(match=over.match, n=0).update(event="{"),
        lambda: Match.objects.filter(code=over.code).update(game="chess"),
        lambda: Seed.objects.filter(match=over.match).delete(),
    ):
        change()
        out = StringIO()
        with pytest.raises(CommandError, match="1 of 2"):
            call_command("verify", all=True, stdout=out)
        assert f"{sound.code}: OK: " in out.getvalue()
        assert f"{over.code}: WRONG" in out.getvalue()


def test_a_sample_is_so_many_finished_matches_and_says_so(over: MatchDriver, ada: Any, ben: Any) -> None:
    new_match(ada, ben)
    new_match(ada, ben, short_fuse=True, seed=2).finish()
    one, said = verified(sample=1).splitlines()
    assert ": OK: " in one
    assert said.startswith("1 of 2 finished matches re-run, ")
    assert verified(sample=9).count(": OK: ") == 2
    with pytest.raises(CommandError, match="must be at least 1"):
        verified(sample=0)


# -- lists -----------------------------------------------------------------------------------


def test_unlisted_matches_stand_in_no_public_list(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, listed=False, now=timezone.now())
    assert table.code not in at().get("/matches/").content.decode()
    assert table.code in at(ada).get("/mine/").content.decode()
    assert at().get(f"/m/{table.code}/").status_code == 200, "who knows the code may look"


def test_the_list_is_narrowed_by_what_one_asks(over: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    running = new_match(ben, cleo, now=timezone.now())
    winners = [("ada", "ben")[n] for n, place in enumerate(over.outcome["places"]) if place == 1]
    loser = ({"ada", "ben"} - set(winners) or {"cleo"}).pop()
    today = timezone.now().date().isoformat()
    for query, found in (
        ("", {over}), ("status=all", {over, running}), ("status=playing", {running}), ("player=ADA", {over}),
        ("player=cleo&status=all", {running}), ("player=dora&status=all", set()), (f"won_by={winners[0]}", {over}),
        (f"won_by={loser}&status=all", set()), ("game=fuse&status=all", {over, running}),
        (f"since={today}&status=all", {over, running}), (f"until={today}&status=all", {over, running}),
        ("until=2020-01-01&status=all", set()), ("since=9999-12-31&status=all", set()),
        ("until=9999-12-31&status=all", {over, running}), ("since=0001-01-01&status=all", {over, running}),
    ):  # fmt: skip
        response = at().get(f"/matches/?{query}")
        assert response.status_code == 200, query
        html = response.content.decode()
        assert {table.code for table in (over, running) if f"/m/{table.code}/" in html} == {
            table.code for table in found
        }


def test_who_won_is_asked_of_the_database(over: MatchDriver, ada: Any, ben: Any) -> None:
    winner = ("ada", "ben")[over.outcome["places"].index(1)]
    for seed in (2, 3, 4):
        new_match(ada, ben, short_fuse=True, seed=seed, now=timezone.now()).finish()
    nobodys = new_match(ada, ben, now=timezone.now())
    organiser.end_match(code=nobodys.code, now=timezone.now())
    wins = {
        name: {
            match.code
            for match in Match.objects.filter(status="over")
            if match.outcome and match.outcome["places"][index : index + 1] == [1]
        }
        for index, name in enumerate(("ada", "ben"))
    }
    with CaptureQueriesContext(connection) as asked:
        found = list(history.find_listed_matches(won_by=winner.upper())[:2])
    assert len(asked) == 4, "whose name it is, their matches, who sits there, and what was remarkable"
    assert len(found) == min(2, len(wins[winner]))
    for name, codes in wins.items():
        assert {match.code for match in history.find_listed_matches(won_by=name)} == codes
    assert not history.find_listed_matches(won_by="nobody").exists()


def test_a_shared_victory_is_won_by_both(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    even = Outcome(places=(1, 1), scores=(4, 4), why="They are even.")
    session.change_match(table.code, lambda run: run.close(even), now=timezone.now())
    for name in ("ada", "ben"):
        assert [match.code for match in history.find_listed_matches(won_by=name)] == [table.code]


def test_matches_that_ended_before_tell_their_winners(over: MatchDriver, ada: Any, ben: Any) -> None:
    nobodys, running = (new_match(ada, ben, now=timezone.now()) for _ in range(2))
    organiser.end_match(code=nobodys.code, now=timezone.now())
    won = set(Chair.objects.filter(won=True).values_list("match", "index"))
    assert len(won) == 1
    Chair.objects.update(won=False)
    data_migrations.run("matches", "0009_won", "remember")
    assert set(Chair.objects.filter(won=True).values_list("match", "index")) == won
    assert running.code != nobodys.code


def test_names_are_looked_up_by_their_index() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # Few rows are read faster without an index.
    assert "player_name_once" in find_player_by_name("ADA").explain()


@pytest.mark.parametrize("name", ["Ærø", "Straße", "ИВАН", "i_am"])
def test_names_are_found_in_the_letters_of_all_languages(player: Callable[[str], Any], name: str) -> None:
    somebody = player(name)
    player("i-am")
    assert find_player_by_name(name).get() == somebody
    assert not find_player_by_name(name[:-1]).exists()


@pytest.mark.parametrize(
    ("zone", "day"), [("UTC", "2026-03-10"), ("America/Bogota", "2026-03-10"), ("Pacific/Auckland", "2026-03-11")]
)
def test_days_begin_and_end_where_the_reader_lives(at: Browser, ada: Any, ben: Any, zone: str, day: str) -> None:
    table = new_match(ada, ben, now=datetime(2026, 3, 10, 22, 30, tzinfo=UTC))
    type(ada).objects.filter(pk=ada.pk).update(time_zone=zone)
    visitor = at()
    visitor.cookies["time_zone"] = zone
    before, after = (date.fromisoformat(day) + timedelta(days=days) for days in (-1, 1))
    for client in (at(ada), visitor):
        for query, found in (
            (f"since={day}", True), (f"until={day}", True), (f"since={day}&until={day}", True),
            (f"since={after}", False), (f"until={before}", False),
        ):  # fmt: skip
            assert (table.code in client.get(f"/matches/?status=all&{query}").content.decode()) is found, query


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Paris"])
def test_the_ends_of_the_calendar_are_days_everywhere(at: Browser, ada: Any, ben: Any, zone: str) -> None:
    table, client = new_match(ada, ben, now=timezone.now()), at()
    client.cookies["time_zone"] = zone
    for query, found in (
        ("since=0001-01-01", True), ("until=0001-01-01", False),
        ("since=9999-12-31", False), ("until=9999-12-31", True),
    ):  # fmt: skip
        response = client.get(f"/matches/?status=all&{query}")
        assert response.status_code == 200, query
        assert (table.code in response.content.decode()) is found, query


@pytest.mark.parametrize("query", ["game=chess", "status=lost", "since=yesterday", "until=2026-13-45", "player=%00",
                                   "player=" + "x" * 5000, "won_by=%00", "since=99999-01-01"])  # fmt: skip
def test_a_filter_that_means_nothing_is_400_and_still_a_page(over: MatchDriver, at: Browser, query: str) -> None:
    response = at().get(f"/matches/?{query}")
    assert response.status_code == 400
    assert over.code in response.content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 30, "\x00", ""])
def test_a_page_that_does_not_exist_leads_to_one_that_does(over: MatchDriver, at: Browser, page: str) -> None:
    response = at().get("/matches/", {"page": page})
    assert response.status_code == 200
    assert over.code in response.content.decode()


def test_my_matches_are_ordered_by_who_waits_for_me_and_until_when(at: Browser, ada: Any, ben: Any) -> None:
    now = timezone.now()
    done = new_match(ada, ben, short_fuse=True, now=now).finish()
    slow, quick, theirs = (new_match(ada, ben, seed=n, now=now, pace={"turn": turn, "matchman": 60})
                           for n, turn in ((1, 7200), (2, 600), (3, 600)))  # fmt: skip
    for table in (slow, quick):
        if table.ask.seat != 0:
            table.lay()
    if theirs.ask.seat == 0:
        theirs.lay()
    html = at(ada).get("/mine/").content.decode()
    places = [html.index(f"/m/{table.code}/") for table in (quick, slow, theirs, done)]
    assert places == sorted(places)
    assert at().get("/mine/").status_code == 302
