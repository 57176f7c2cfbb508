"""Tests that old matches are compacted and readers notice no difference."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.table import REFEREE, Seat
from apps.matches.errors import Unreadable
from apps.matches.models import Analysis, Chair, CompactLog, CompactPlayer, Fact, Match, Memory, Move
from apps.matches.selectors import decisions, match_export, match_view, results, sandboxes
from apps.matches.services import compaction, referees, reliability
from apps.matches.services import sandboxes as sandboxing
from apps.matches.store import compact
from apps.matches.store.compact import Damaged, list_duties, pack_log, unpack_log
from apps.matches.store.log import read_log
from apps.people.services import account_deletion
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.unsettled import find_unsettled_matches
from apps.tournaments.tasks import compact_matches
from tests.concurrency import meanwhile, together
from tests.factories.compaction import LONG_AGO, NOW, compact_all, everything_told, form, old_match
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match
from tests.factories.tournaments import begun
from tests.processes import environment, killed_midway

pytestmark = pytest.mark.django_db(transaction=True)

COMPACT = """
import sys, time
import django
django.setup()
from datetime import datetime
from django.db import connection, transaction
from tests.factories.compaction import compact_all
from apps.matches.services.compaction import expand_match

def stop(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if sys.argv[1] in sql:
        print("in the middle", flush=True)
        time.sleep(60)
    return result

with connection.execute_wrapper(stop):
    expand_match(code=sys.argv[2]) if len(sys.argv) > 2 else compact_all()
"""


@pytest.fixture
def old(ada: Any, ben: Any) -> Match:
    """Return a short match that two people and a bot played long ago."""
    return old_match("fuse", [ada, ben], bots=1)


@pytest.mark.parametrize("game", sorted(load_games()))
def test_everything_is_told_as_before_when_a_log_is_compact_and_when_it_is_expanded(
    game: str, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    match = old_match(game, [ada, ben, cleo, dora], bots=game == "frogs", leaves=ben)
    before = everything_told(match)
    assert compact_all() == 1
    assert form(match) == "compact"
    compacted = everything_told(match)
    assert not Memory.objects.filter(match=match).exists(), "nothing is remembered beside a compact log"
    assert {where for where in before if compacted[where] != before[where]} == set()
    assert compaction.expand_match(code=match.code)
    assert form(match) == "rows"
    expanded = everything_told(match)
    assert {where for where in before if expanded[where] != before[where]} == set()


@pytest.mark.parametrize("game", sorted(load_games()))
def test_a_log_takes_few_bytes_and_its_dictionary_is_worth_its_place(game: str, ada: Any, ben: Any, cleo: Any) -> None:
    log = read_log(recorded_match(game, [ada, ben, cleo], seed=7))
    plain = sum(len(fact.event) + 100 for fact in log.facts) + sum(len(move.action) + 100 for move in log.moves)
    packed, without = pack_log(log, game=game), pack_log(log, game="none")
    assert len(packed) < 0.12 * plain
    assert len(packed) < 0.95 * len(without)
    assert all(path.stat().st_size <= 65536 for path in compact.get_dictionary_folder(game).glob("*.zdict"))


def test_the_pages_of_a_compact_match_are_there(old: Match, at: Any, ada: Any) -> None:
    pages = ["", "record/", "record/?at=7&as=0", "record.jsonl", "story/", "verify/", "analysis/", "picture.png"]
    before = [at(ada).get(f"/m/{old.code}/{page}").status_code for page in pages]
    compact_all()
    assert [at(ada).get(f"/m/{old.code}/{page}").status_code for page in pages] == before == [200] * len(pages)
    for address in ("/mine/", f"/p/{ada}/", "/matches/", "/fame/"):
        assert at(ada).get(address).status_code == 200


def test_an_answer_to_a_compact_match_is_refused_as_before(old: Match, at: Any, ada: Any) -> None:
    words = {"question": "turn:1", "type": "lay", "card": 1}

    def refused() -> tuple[int, str]:
        response = at(ada).post(f"/m/{old.code}/answer/", words)
        return response.status_code, form(old)

    status, _rows = refused()
    compact_all()
    assert refused() == (status, "compact")
    assert status < 500


def test_one_plays_on_from_a_move_and_puzzles_are_found_in_a_compact_match(old: Match, ada: Any) -> None:
    loaded = match_view.load_match(old.code, player=ada.pk)
    known, made = sandboxes.load_seat_knowledge(loaded, Seat(0), 5), list(decisions.load_decisions(old.code))
    [move, *_] = [each.move for _reached, each in made if each is not None and each.ask.seat == 0]
    shown = decisions.build_shown_decision(old, Seat(0), move)
    compact_all()
    assert sandboxes.load_seat_knowledge(loaded, Seat(0), 5) == known
    assert list(decisions.load_decisions(old.code)) == made
    assert decisions.build_shown_decision(old, Seat(0), move) == shown
    tried = sandboxing.start_sandbox(code=old.code, player=ada.pk, move=5, now=NOW)
    assert match_view.load_match_view(code=tried, player=ada.pk).sandbox is not None


def test_how_reliably_people_answer_is_counted_from_compact_logs_too(old: Match, ada: Any, ben: Any) -> None:
    assert old.over_at is not None
    now = old.over_at + timedelta(days=89)  # Its first required turns no longer count, but the last ones do.

    def counted() -> list[tuple[int, int | None, float | None]]:
        found = [reliability.update_reliability(player=each.pk, now=now) for each in (ada, ben)]
        return [(each.answered, each.median, each.share) for each in found]

    before = counted()
    assert before[0][0]
    assert compact_all() == 1
    assert counted() == before


def test_whoever_did_a_duty_in_a_compact_match_is_known_to_have_sat_there(old: Match, ada: Any, cleo: Any) -> None:
    compact_all()
    Chair.objects.filter(match=old).update(player=None, former=None, bot=True)
    assert referees._has_ever_sat(old.pk, ada.pk)
    assert not referees._has_ever_sat(old.pk, cleo.pk)


def test_a_compact_log_forgets_whoever_deletes_their_account(old: Match, ada: Any, ben: Any) -> None:
    compact_all()
    account_deletion.delete_account(player=ada, now=NOW)
    assert not Player.objects.filter(pk=ada.pk).exists()
    people = {move.player for move in read_log(old).moves}
    assert people == {None, ben.pk}
    compaction.expand_match(code=old.code)
    assert set(Move.objects.filter(match=old).values_list("player", flat=True)) == people


def test_who_left_a_seat_and_then_the_house_is_still_known_to_have_left(ada: Any, ben: Any, cleo: Any) -> None:
    match = old_match("fuse", [ada, ben, cleo], leaves=ben)
    account_deletion.delete_account(player=ben, now=NOW)
    before = list(results.load_finished_matches("fuse"))
    left = before[0].sittings[1]
    assert (left.first, left.bot, left.absent) == (None, False, True)
    assert compact_all() == 1
    assert CompactLog.objects.get(match=match).handed == 2 << 1
    assert list(results.load_finished_matches("fuse")) == before


def test_a_match_that_is_deleted_takes_its_compact_log_along(old: Match) -> None:
    compact_all()
    old.delete()
    assert not CompactLog.objects.exists()
    assert not CompactPlayer.objects.exists()


def test_only_what_was_over_long_enough_is_compacted(old: Match, settings: Any) -> None:
    assert old.over_at is not None
    assert compact_all(now=old.over_at + timedelta(days=29)) == 0
    settings.SLOWFUSE_COMPACT_DAYS = 0
    assert compact_all() == 0
    settings.SLOWFUSE_COMPACT_DAYS = 7
    assert compact_all(now=old.over_at + timedelta(days=8)) == 1


def test_a_match_that_is_looked_into_waits_until_that_is_done(old: Match) -> None:
    Analysis.objects.create(match=old, asked_at=NOW)
    assert compact_all() == 0
    Analysis.objects.update(over=True)
    assert compact_all() == 1


def test_a_match_that_was_set_aside_or_whose_log_has_gaps_stays_as_it_is(
    old: Match, caplog: pytest.LogCaptureFixture
) -> None:
    Match.objects.update(trouble="Somebody has to look at it.")
    assert compact_all() == 0
    Match.objects.update(trouble="")
    Fact.objects.get(match=old, n=3).delete()
    assert compact_all() == 0
    assert f"Match {old.code}: not compacted" in caplog.text
    assert Fact.objects.filter(match=old).count() == old.facts - 1


def test_matches_of_a_tournament_wait_until_it_is_over(ada: Any, ben: Any) -> None:
    made, _bots = begun()
    Match.objects.exclude(pk__in=made.rounds.values("pods__matches__match")).delete()
    theirs = old_match("fuse", [ada, ben])
    pod_match = made.rounds.get().pods.first().matches.get()  # type: ignore[union-attr]
    pod_match.match_id = theirs.pk
    pod_match.save()
    assert compact_all() == 0
    Tournament.objects.update(status=Tournament.Status.OVER)
    assert compact_all() == 1


def test_the_task_of_the_worker_compacts_and_stops_when_its_time_is_over(
    old: Match, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [old, *(old_match("fuse", [ada, ben], seed=n) for n in (2, 3))]
    Match.objects.update(over_at=LONG_AGO - timedelta(days=300))  # A task uses the current time.
    monkeypatch.setattr("apps.tournaments.tasks.RUN_SECONDS", 0.0)
    compact_matches.run(message_of="yesterday")
    assert [form(match) for match in matches] == ["compact", "rows", "rows"]
    monkeypatch.setattr("apps.tournaments.tasks.RUN_SECONDS", 20.0)
    compact_matches.run()
    assert [form(match) for match in matches] == ["compact"] * 3


def test_an_operator_compacts_a_backlog_and_hears_how_far_it_is(
    ada: Any, ben: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [old_match("fuse", [ada, ben], seed=n) for n in range(4)]
    for n, match in enumerate(matches):
        Match.objects.filter(pk=match.pk).update(over_at=timezone.now() - timedelta(days=50 - n))
    running = new_match(ada, ben).code
    monkeypatch.setattr("apps.matches.management.progress.REPORT_SECONDS", 0.0)
    said = StringIO()
    call_command("compact", limit=2, stdout=said)
    assert re.fullmatch(
        r"(?s)1 of 4 matches compacted, about (\d\d)\S+\sKB saved\.\n(2 of 4 matches compacted, about .+ saved\.\n)\2",
        said.getvalue(),
    )
    assert [form(match) for match in matches] == ["compact", "compact", "rows", "rows"]
    said = StringIO()
    call_command("compact", days=60, stdout=said)
    assert said.getvalue() == "0 of 0 matches compacted, about 0\xa0bytes saved.\n"
    settings.SLOWFUSE_COMPACT_DAYS = 0
    call_command("compact", days=48, stdout=said)
    assert [form(match) for match in matches] == ["compact", "compact", "compact", "rows"]
    assert form(Match.objects.get(code=running)) == "rows"
    for wrong, sentence in (
        ([], "SLOWFUSE_COMPACT_DAYS is 0"), (["--days=0"], "--days must be between 1 and"),
        (["--days=99999999999"], "--days must be"), (["--days=soon"], "invalid int value"),
        (["--days=1", "--limit=0"], "--limit must be at least 1"),
    ):  # fmt: skip
        with pytest.raises(CommandError, match=sentence):
            call_command("compact", *wrong)
    assert form(matches[3]) == "rows"


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C as at a prompt, even if a browser's event loop changed that before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_command_between_two_matches_and_it_says_what_it_did(ctrl_c: None, ada: Any, ben: Any) -> None:
    matches = [old_match("fuse", [ada, ben], seed=n) for n in range(2)]
    logs = [read_log(match) for match in matches]
    for command, given, words, forms, sentence in (
        ("compact", {"days": 1}, 'DELETE FROM "matches_move"', ["compact", "rows"], "1 of 2 matches compacted"),
        ("compact", {"days": 1}, "nothing", ["compact", "compact"], ""),
        ("expand", {"all": True}, 'DELETE FROM "matches_compactlog"', ["compact", "rows"], "Expanded: 1."),
    ):
        seen = count()

        def interrupt(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            result = execute(sql, params, many, context)
            if words in sql and next(seen) == 1:  # noqa: B023 -- called in this turn of the loop alone
                signal.raise_signal(signal.SIGINT)
            return result

        stopped = pytest.raises(CommandError, match=f"Stopped. {sentence}") if sentence else nullcontext()
        with connection.execute_wrapper(interrupt), stopped as said:
            call_command(command, **given, stdout=StringIO())
        assert said is None or said.value.returncode == 130
        assert sorted(form(match) for match in matches) == forms, command
        assert [read_log(match) for match in matches] == logs


@pytest.mark.parametrize("after", ['INTO "matches_compactlog"', 'FROM "matches_move"', 'SET "compacted"'])
def test_a_worker_killed_while_compacting_leaves_the_log_whole(old: Match, tmp_path: Path, after: str) -> None:
    before = read_log(old)
    killed_midway(COMPACT, after, env=environment(tmp_path))
    assert form(old) == "rows"
    assert read_log(old) == before
    assert compact_all() == 1
    assert (form(old), read_log(old)) == ("compact", before)


def test_a_process_killed_while_expanding_leaves_the_log_whole(old: Match, tmp_path: Path) -> None:
    before = read_log(old)
    compact_all()
    killed_midway(COMPACT, 'DELETE FROM "matches_compactlog"', old.code, env=environment(tmp_path))
    assert (form(old), read_log(old)) == ("compact", before)


def test_workers_and_an_operator_at_once_do_nothing_twice(ada: Any, ben: Any) -> None:
    matches = [old_match("fuse", [ada, ben], seed=n) for n in range(5)]

    def by_hand() -> int:
        call_command("compact", days=1, stdout=(said := StringIO()))
        return int(said.getvalue().split()[0])

    assert sum(together(compact_all, compact_all, by_hand)) == 5
    assert [form(match) for match in matches] == ["compact"] * 5


def test_whoever_reads_meanwhile_reads_all_of_it(old: Match) -> None:
    whole = read_log(old)
    loaded = match_view.load_match(old.code)
    page = match_view.load_match_view(code=old.code, player=None, loaded=loaded)

    def change() -> int:
        return sum(compact_all() and compaction.expand_match(code=old.code) for _ in range(8))

    def read() -> int:
        for _ in range(60):
            assert read_log(old) == whole
            assert match_view.load_match_view(code=old.code, player=None, loaded=loaded) == page
            assert match_view.count_heard_facts(loaded) == page.heard
        return 60

    assert together(change, read, read) == [8, 60, 60]


def test_a_match_compacted_between_two_reads_of_a_page_is_read_whole(old: Match, at: Any) -> None:
    before = at().get(f"/m/{old.code}/record.jsonl").content
    with meanwhile("matches_fact", compact_all) as done:
        assert at().get(f"/m/{old.code}/record.jsonl").content == before
    assert done == [1]
    assert at().get(f"/m/{old.code}/record.jsonl").content == before


def test_damaged_bytes_are_said_clearly_and_break_no_page(old: Match, at: Any, ada: Any, organiser: Client) -> None:
    compact_all()
    row = CompactLog.objects.get()
    packed = bytearray(row.packed)
    packed[len(packed) // 2] ^= 0x10
    CompactLog.objects.update(packed=bytes(packed))
    for page in ("", "record/", "record.jsonl", "story/", "verify/"):
        response = at(ada).get(f"/m/{old.code}/{page}")
        assert response.status_code == 503, page
        assert str(Unreadable.sentence) in response.content.decode()
    assert at(ada).get("/mine/").status_code == 200
    html = organiser.get(f"/admin/matches/match/{old.pk}/change/").content.decode()
    assert gettext("%s can’t be read.") % old.code in html
    reliability.update_reliability(player=ada.pk, now=NOW)
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 1 matches failed verification"):
        call_command("verify", all=True, stdout=said)
    assert f"{old.code}: WRONG: The log cannot be read: " in said.getvalue()
    with pytest.raises(CommandError, match="Damaged and set aside: 1"):
        call_command("expand", all=True, stdout=said)
    assert "the compact log is damaged" in said.getvalue()
    assert "The compact log is damaged" in Match.objects.get(pk=old.pk).trouble
    assert form(old) == "compact"
    CompactLog.objects.update(packed=row.packed)
    call_command("expand", old.code, stdout=said)
    assert (form(old), Match.objects.get(pk=old.pk).trouble) == ("rows", "")


@pytest.mark.once
@pytest.mark.parametrize("place", range(0, 60, 3))
def test_no_flipped_bit_goes_unnoticed(place: int) -> None:
    log = compact.Log((compact.MoveRow(0, LONG_AGO, "deal", None, "", "", None, None, 1),), ())
    packed = bytearray(pack_log(log, game="fuse"))
    packed[place % len(packed)] ^= 1 << place % 8
    with pytest.raises(Damaged):
        assert unpack_log(bytes(packed), game="fuse", players={}) != log


def test_expanding_is_asked_for_by_code_or_for_all(old: Match, ada: Any, ben: Any, settings: Any) -> None:
    other = old_match("fuse", [ada, ben], seed=2)
    assert compact_all() == 2
    said = StringIO()
    call_command("expand", old.code, stdout=said)
    assert (form(old), form(other)) == ("rows", "compact")
    assert "Expanded: 1.\nThe worker will compact them again" in said.getvalue()
    settings.SLOWFUSE_COMPACT_DAYS = 0
    said = StringIO()
    call_command("expand", all=True, stdout=said)
    assert said.getvalue() == "Expanded: 1.\n"
    assert form(other) == "rows"
    for wrong in ([], [old.code, "--all"]):
        with pytest.raises(CommandError, match="Give match codes"):
            call_command("expand", *wrong)
    with pytest.raises(CommandError, match="No match with the code"):
        call_command("expand", "nosuchon")


def test_an_outgrown_dictionary_reads_what_it_packed(
    old: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, log = compact.get_dictionary_folder("fuse") / "log-1.zdict", read_log(old)
    (tmp_path / "log-1.zdict").write_bytes(first.read_bytes())
    monkeypatch.setattr(compact, "get_dictionary_folder", lambda _game: tmp_path)
    for kept in (compact._get_latest_number, compact._load_dictionary):
        kept.cache_clear()
    try:
        players = {place: duty.player for place, duty in enumerate(list_duties(log))}
        packed = pack_log(log, game="fuse")
        said = StringIO()
        call_command("dictionary", "fuse", matches=40, stdout=said)
        assert said.getvalue().startswith("log-2.zdict: ")
        compact._get_latest_number.cache_clear()
        assert pack_log(log, game="fuse") != packed
        assert unpack_log(packed, game="fuse", players=players) == log
        assert unpack_log(pack_log(log, game="fuse"), game="fuse", players=players) == log
        (tmp_path / "log-1.zdict").unlink()
        compact._load_dictionary.cache_clear()
        with pytest.raises(Damaged, match=r"log-1\.zdict of fuse is missing"):
            unpack_log(packed, game="fuse", players=players)
    finally:
        for kept in (compact._get_latest_number, compact._load_dictionary):
            kept.cache_clear()


@pytest.mark.postgres
def test_what_is_to_be_compacted_is_found_by_its_index(old: Match) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        sql, params = compaction._find_due_matches(NOW, find_unsettled_matches()).query.sql_with_params()
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(f"EXPLAIN {sql} LIMIT 1", params)
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
    assert "match_to_compact" in plan


def test_a_log_that_cannot_be_read_is_refused_by_the_replay(old: Match) -> None:
    compact_all()
    CompactLog.objects.update(packed=b"nothing")
    with pytest.raises(Unreadable):
        match_export.build_match_record(match_view.load_match(old.code), observer=REFEREE)
