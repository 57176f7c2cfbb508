"""Tests of the words that players add to a shuffle: their readers, and what the deal makes of them."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Player
from apps.common.errors import TextRefused
from apps.kernel.chance import compute_commitment, mix_seed
from apps.kernel.record import parse_record
from apps.kernel.verify import verify_record
from apps.lobby import personal_data
from apps.lobby.errors import TableRefused
from apps.lobby.models import Chair, Invitation, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, quick_match, rematch, scheduler, tables
from apps.matches.models import Match, Seed
from apps.matches.services import play
from tests.factories.lobby import NOW, lobby_table
from tests.factories.matches import FUSE, MatchDriver
from tests.factories.people import browser, superuser

pytestmark = pytest.mark.django_db

ADAS, BENS = "canary-of-ada", "canary of Bén"


def kept(table: Table) -> tuple[bytes, dict[str, str]]:
    found = Table.objects.get(pk=table.pk)
    return bytes(found.secret or b""), found.words or {}


def words_of(code: str) -> list[str] | None:
    return Seed.objects.get(match__code=code).words


def worded(ada: Player, ben: Player, **more: Any) -> Table:
    """Return a table for two at which both have given a word."""
    table = lobby_table(ada, **more)
    tables.give_word(code=table.code, player=ada, word=ADAS)
    tables.join_table(code=table.code, player=ben, now=more.get("now", NOW), word=BENS)
    return Table.objects.get(pk=table.pk)


# -- the deal --------------------------------------------------------------------------------


def test_the_seed_is_made_of_the_tables_secret_and_the_words_by_seat(ada: Player, ben: Player) -> None:
    table = worded(ada, ben)
    secret, _words = kept(table)
    assert table.commitment == compute_commitment(secret)
    code = tables.start_table(code=table.code, host=ada, now=NOW)
    seed = Seed.objects.get(match__code=code)
    assert bytes(seed.seed) == mix_seed(secret, (ADAS, BENS))
    assert (bytes(seed.secret or b""), seed.words) == (secret, [ADAS, BENS])
    assert Match.objects.get(code=code).commitment == compute_commitment(bytes(seed.seed))
    assert kept(table) == (b"", {}), "they're in one place only"


def test_two_tables_have_different_secrets(ada: Player) -> None:
    assert kept(lobby_table(ada))[0] != kept(lobby_table(ada))[0]


def test_silence_and_bots_are_empty_words(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, seats=3)
    tables.add_bot(code=table.code, host=ada)
    tables.join_table(code=table.code, player=ben, now=NOW, word=BENS)
    code = tables.start_table(code=table.code, host=ada, now=NOW)
    assert words_of(code) == ["", "", BENS]


def test_nobody_gives_a_word_and_the_deck_is_still_made_of_the_secret(ada: Player, ben: Player) -> None:
    table = lobby_table(ada, ben)
    secret, words = kept(table)
    assert words == {}
    code = tables.start_table(code=table.code, host=ada, now=NOW)
    assert bytes(Seed.objects.get(match__code=code).seed) == mix_seed(secret, ("", ""))


def test_the_word_of_the_last_to_join_counts_where_the_match_starts_at_once(ada: Player, ben: Player) -> None:
    table = worded(ada, ben, wishes=Wishes(by_itself=True))
    assert words_of(table.match_code) == [ADAS, BENS]


def test_an_accepted_invitation_brings_a_word(ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    invitations.ask_by_name(code=table.code, by=ada, name="ben", now=NOW)
    invitation = Invitation.objects.get(table=table)
    invitations.accept_invitation(token=invitation.token, player=ben, now=NOW, word=BENS)
    assert kept(table)[1] == {str(ben.pk): BENS}


def test_a_table_that_bots_join_keeps_its_words(ada: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(bots_after=1))
    tables.give_word(code=table.code, player=ada, word=ADAS)
    assert scheduler.begin_due(now=NOW + timedelta(hours=2)) == 1
    assert words_of(Table.objects.get(pk=table.pk).match_code) == [ADAS, ""]


def test_a_word_can_be_changed_and_taken_back_until_the_deal(ada: Player, ben: Player) -> None:
    table = worded(ada, ben)
    give = partial(tables.give_word, code=table.code)
    give(player=ada, word="  other \n word ")
    assert kept(table)[1] == {str(ada.pk): "other word", str(ben.pk): BENS}
    give(player=ben, word=" ")
    assert kept(table)[1] == {str(ada.pk): "other word"}
    code = tables.start_table(code=table.code, host=ada, now=NOW)
    with pytest.raises(TableRefused):
        give(player=ada, word="too late")
    assert words_of(code) == ["other word", ""]


def test_whoever_leaves_takes_their_word_along(ada: Player, ben: Player, cleo: Player) -> None:
    table = worded(ada, ben)
    tables.leave_table(code=table.code, player=ben)
    assert kept(table)[1] == {str(ada.pk): ADAS}
    tables.join_table(code=table.code, player=cleo, now=NOW)
    assert words_of(tables.start_table(code=table.code, host=ada, now=NOW)) == [ADAS, ""]


def test_a_word_of_someone_whose_seat_an_older_release_gave_away_is_not_used(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = worded(ada, ben)
    Chair.objects.filter(table=table, player=ben).update(player=cleo)
    assert words_of(tables.start_table(code=table.code, host=ada, now=NOW)) == [ADAS, ""]


def test_only_players_at_the_table_give_words(ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    with pytest.raises(TableRefused):
        tables.give_word(code=table.code, player=ben, word=BENS)
    assert kept(table)[1] == {}


@pytest.mark.parametrize("wrong", ["x" * 65, "nul \0", "\u202eleft"])
def test_what_is_no_word_is_refused_and_nothing_changes(ada: Player, ben: Player, wrong: str) -> None:
    table = lobby_table(ada)
    with pytest.raises(TextRefused):
        tables.join_table(code=table.code, player=ben, now=NOW, word=wrong)
    with pytest.raises(TextRefused):
        tables.give_word(code=table.code, player=ada, word=wrong)
    assert kept(table)[1] == {}
    assert not Chair.objects.filter(table=table, player=ben).exists()


def test_matches_without_a_table_that_showed_a_commitment_have_no_words(ada: Player) -> None:
    seed = Seed.objects.get(match__code=tables.play_now(player=ada, now=NOW))
    assert (seed.secret, seed.words) == (None, None)


def test_quick_matches_and_rematches_open_tables_with_a_secret(ada: Player, ben: Player) -> None:
    quick = quick_match.join_quick_match(player=ada, game="fuse", pace_name="daily", now=NOW)
    table = lobby_table(ada, ben)
    code = tables.start_table(code=table.code, host=ada, now=NOW)
    MatchDriver(code, NOW, FUSE, (ada, ben)).finish()
    again = rematch.open_or_join_rematch(match=code, player=ada, now=NOW)
    for opened in (quick, again):
        assert opened.commitment == compute_commitment(kept(opened)[0])


# -- two releases side by side ---------------------------------------------------------------


def test_a_table_that_an_older_release_opened_is_dealt_without_words(ada: Player, ben: Player) -> None:
    table = lobby_table(ada)
    Table.objects.filter(pk=table.pk).update(secret=None, commitment="")
    page = browser(ada).get(table.get_absolute_url()).content.decode()
    assert 'name="word"' not in page
    tables.join_table(code=table.code, player=ben, now=NOW, word=BENS)
    assert kept(table)[1] == {}, "a word before any commitment proves nothing"
    seed = Seed.objects.get(match__code=tables.start_table(code=table.code, host=ada, now=NOW))
    assert (seed.secret, seed.words) == (None, None)


def test_a_table_that_an_older_release_dealt_is_verified_and_says_that_no_words_were_used(
    ada: Player, ben: Player
) -> None:
    """Deal a match as the older release does: with a seed of its own, without a look at the table's."""
    now = timezone.now()
    table = worded(ada, ben, now=now)
    sitters = [play.Sitter(player=ada.pk), play.Sitter(player=ben.pk)]
    code = play.start_match(game="fuse", setup=FUSE.setup(2), pace=table.pace, seats=sitters, now=now)
    Table.objects.filter(pk=table.pk).update(match_code=code, started_at=now)
    MatchDriver(code, now, FUSE, (ada, ben)).finish()
    page = browser().get(f"/m/{code}/verify/").content.decode()
    assert 'class="notice good"' in page
    assert "If the table showed another fingerprint before the match, that one wasn’t used." in page
    assert table.commitment not in page
    assert ADAS not in page


# -- the pages -------------------------------------------------------------------------------


def field(page: str) -> str:
    """Return the value of the word's field."""
    found = re.search(r'<input class="input"\s+id="word"[^>]*', page)
    assert found, "there is no field"
    value = re.search(r'value="([^"]*)"', found[0])
    return value[1] if value else ""


def test_a_visitor_joins_with_a_word_and_sees_the_commitment_before(ada: Player, ben: Player) -> None:
    table, client = lobby_table(ada, seats=3), browser(ben)
    page = client.get(table.get_absolute_url()).content.decode()
    assert table.commitment in page
    assert re.search(r'form="join-form"', page)
    assert field(page) == ""
    client.post(reverse("lobby:join", args=[table.code]), {"word": BENS})
    assert kept(table)[1] == {str(ben.pk): BENS}
    page = client.get(table.get_absolute_url()).content.decode()
    assert field(page) == BENS
    client.post(reverse("lobby:word", args=[table.code]), {"word": "another"})
    assert field(client.get(table.get_absolute_url()).content.decode()) == "another"


def test_an_invited_player_sees_the_commitment_and_accepts_with_a_word(ada: Player, ben: Player) -> None:
    table, client = lobby_table(ada, seats=3), browser(ben)
    invitations.ask_by_name(code=table.code, by=ada, name="ben", now=NOW)
    token = Invitation.objects.get(table=table).token
    page = client.get(reverse("lobby:invitation", args=[token])).content.decode()
    assert table.commitment in page
    assert field(page) == ""
    client.post(reverse("lobby:accept", args=[token]), {"word": BENS})
    assert kept(table)[1] == {str(ben.pk): BENS}


@pytest.mark.parametrize("name", ["join", "word"])
def test_a_refused_word_is_explained_on_the_tables_page(ada: Player, ben: Player, name: str) -> None:
    table = lobby_table(ada, *([ben] if name == "word" else []), seats=3)
    answer = browser(ben).post(reverse(f"lobby:{name}", args=[table.code]), {"word": "x" * 65})
    assert answer.status_code == 422
    assert "65" in answer.content.decode()
    assert kept(table)[1] == {}


def test_a_full_table_asks_nobody_else_for_a_word(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, ben)
    assert 'name="word"' not in browser(cleo).get(table.get_absolute_url()).content.decode()


# -- secrets ---------------------------------------------------------------------------------


def addresses(table: Table) -> list[str]:
    """Return every address that could give away something about a table or its match."""
    code = table.match_code or "none"
    return [
        "/", "/mine/", "/tables/", "/mine/tables/", "/matches/", "/api/v1/matches/", "/api/v1/tables/",
        f"/tables/{table.code}/", f"/admin/lobby/table/{table.pk}/change/", f"/admin/lobby/table/{table.pk}/delete/",
        f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/verify/", f"/api/v1/matches/{code}/record/",
        f"/api/v1/matches/{code}/",
        *[f"/m/{code}/{path}{who}" for path in ("record/", "record.jsonl")
          for who in ("", "?as=seat", "?as=public", "?as=referee", "?as=0", "?as=1")],
        f"/admin/matches/match/{Match.objects.values_list('pk', flat=True).first() or 0}/change/",
    ]  # fmt: skip


def assert_no_secret(table: Table, client: Client, secrets: list[str], caplog: Any) -> int:
    read = 0
    for address in addresses(table):
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(address, headers=headers)
            text = answer.content.decode() + str(answer.headers)
            read += answer.status_code == 200
            for secret in secrets:
                assert secret not in text, (address, secret)
    files: Any = client.post(reverse("people:export"))
    text = b"".join(files.streaming_content).decode(errors="replace") if files.streaming else files.content.decode()
    for secret in secrets:
        assert secret not in text
        assert secret not in caplog.text
    return read


def test_no_page_export_answer_or_log_gives_away_the_secret_or_anothers_word_too_early(
    ada: Player, ben: Player, cleo: Player, caplog: Any
) -> None:
    caplog.set_level("INFO")
    now = timezone.now()
    table = worded(ada, ben, seats=3, now=now)
    secret = kept(table)[0].hex()
    seed = mix_seed(bytes.fromhex(secret), (ADAS, BENS, "")).hex()
    viewers = [(ada, [BENS]), (ben, [ADAS]), (cleo, [ADAS, BENS]), (None, [ADAS, BENS]), (superuser(), [ADAS, BENS])]
    clients = [(browser(viewer), words) for viewer, words in viewers]
    for client, words in clients:
        assert assert_no_secret(table, client, [secret, seed, *words], caplog) >= 5
    tables.add_bot(code=table.code, host=ada)
    tables.start_table(code=table.code, host=ada, now=now)
    table.refresh_from_db()
    for client, words in clients:
        assert assert_no_secret(table, client, [secret, seed, *words], caplog) >= 12
    page = clients[3][0].get(f"/m/{table.match_code}/verify/").content.decode()
    assert table.commitment in page
    MatchDriver(table.match_code, now, FUSE, (ada, ben)).finish()
    page = clients[3][0].get(f"/m/{table.match_code}/verify/").content.decode()
    for known in (secret, seed, ADAS, BENS, table.commitment):
        assert known in page, "the search must be able to find it"


def test_own_data_has_ones_own_word_and_no_others(ada: Player, ben: Player) -> None:
    table = worded(ada, ben, seats=3)
    (row,) = personal_data.export_tables(player=ada.pk)
    assert row["word"] == ADAS
    assert BENS not in str(row)
    assert kept(table)[0].hex() not in str(row)


def test_lists_of_tables_do_not_even_load_the_secret(ada: Player, ben: Player) -> None:
    table = worded(ada, ben, seats=3)
    (found,) = Table.gathering().filter(pk=table.pk)
    assert found.get_deferred_fields() == {"secret", "words"}


# -- verification ----------------------------------------------------------------------------


@pytest.fixture
def over(ada: Player, ben: Player) -> Match:
    now = timezone.now()
    code = tables.start_table(code=worded(ada, ben, now=now).code, host=ada, now=now)
    MatchDriver(code, now, FUSE, (ada, ben)).finish()
    return Match.objects.get(code=code)


def test_a_finished_match_is_exported_with_all_parts_and_verifies(over: Match) -> None:
    for address in (f"/m/{over.code}/record.jsonl", f"/api/v1/matches/{over.code}/record/"):
        record = parse_record(browser().get(address).content.splitlines())
        assert record.header.version == 2
        assert record.header.shuffle is not None
        assert record.header.shuffle.words == (ADAS, BENS)
        verdict = verify_record(FUSE, record)
        assert verdict.right, verdict.wrong
        assert verdict.facts == over.facts


def test_the_page_shows_all_parts_and_says_that_they_fit(over: Match) -> None:
    page = browser().get(f"/m/{over.code}/verify/").content.decode()
    assert 'class="notice good"' in page
    parts = re.findall(r'id="(first-commitment|secret|seed|commitment)">(\w{64})<', page)
    assert [name for name, _value in parts] == ["first-commitment", "secret", "seed", "commitment"]
    shown = dict(parts)
    assert compute_commitment(bytes.fromhex(shown["secret"])) == shown["first-commitment"]
    assert mix_seed(bytes.fromhex(shown["secret"]), (ADAS, BENS)).hex() == shown["seed"]
    assert compute_commitment(bytes.fromhex(shown["seed"])) == shown["commitment"] == over.commitment
    assert re.findall(r'<span translate="no">(\w+)</span>.*?data-given="([^"]*)"', page, re.DOTALL) == [
        ("ada", ADAS),
        ("ben", BENS),
    ]


def test_the_command_verifies_the_match_and_its_file(over: Match, tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(browser().get(f"/m/{over.code}/record.jsonl").content)
    call_command("verify", over.code)
    call_command("verify", file=file)
    assert capsys.readouterr().out.count("OK: ") == 2
    file.write_bytes(file.read_bytes().replace(ADAS.encode(), b"canary-of-adb"))
    with pytest.raises(CommandError):
        call_command("verify", file=file)
    assert "The seed does not follow from the secret and the players' words" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"words": [BENS, ADAS]}, "in the order of their seats"),
        ({"words": [ADAS]}, "1 words for 2 seats"),
        ({"secret": b"x" * 32}, "The seed does not follow"),
        ({"seed": b"x" * 32}, "The seed does not match the commitment"),
    ],
)
def test_the_page_names_a_part_that_does_not_fit(over: Match, changed: Any, wrong: str) -> None:
    Seed.objects.filter(match=over).update(**changed)
    page = browser().get(f"/m/{over.code}/verify/").content.decode()
    assert 'class="notice bad"' in page
    assert wrong in page
