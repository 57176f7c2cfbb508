"""Tests that lists of finished matches show data computed from their records, with the same result every time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.games import load_games
from apps.matches.engine import digest
from apps.matches.models import Chair, Fact, Match, MatchDigest, MatchFeat
from apps.matches.selectors import digests as computed
from apps.matches.selectors import fame, head_to_head, history
from apps.matches.services import digests
from tests.factories.finished_matches import finished_match, recorded_match
from tests.factories.matches import new_match

Browser = Callable[..., Client]
Player = Callable[[str], Any]


def stored() -> list[Any]:
    feats = MatchFeat.objects.order_by("match", "kind").values_list(
        "match", "kind", "number", "fact", "move", "seat", "player", "bot", "month"
    )
    return [*MatchDigest.objects.order_by("match").values(), *feats]


# -- The course of scores ----------------------------------------------------------------------------------------------


def test_a_close_end_and_a_changing_lead_are_exciting() -> None:
    dull = digest.compute_digest([(0, 0), (10, 0), (40, 0)], (40, 0))
    close = digest.compute_digest([(0, 0), (10, 0), (40, 0), (40, 39)], (40, 39))
    wild = digest.compute_digest([(0, 0), (10, 0), (10, 20), (40, 20), (40, 39)], (40, 39))
    assert dull.excitement == 0
    assert dull.excitement < close.excitement < wild.excitement <= 1000
    assert (wild.leads, wild.margin) == (2, 1)


def test_a_match_without_a_result_excites_nobody() -> None:
    assert digest.compute_digest([(0, 0), (5, 9)], ())[:3] == (0, None, 0)
    assert digest.compute_digest([], ()).course == b""


def test_the_small_chart_goes_from_the_worst_to_the_best() -> None:
    course = digest.sample_scores([(0, 0), (-5, 10), (5, 20)])
    assert len(course) == 2 * digest.SAMPLES_PER_SEAT
    assert (min(course), max(course)) == (0, digest.MAX_SAMPLE)
    first, second = digest.draw_score_lines(course, width=96, height=28)
    assert first.startswith("0,22 ")
    assert second.endswith(" 96,0")


# -- From the record ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load_games()))
def test_every_game_says_what_was_remarkable(slug: str, player: Player) -> None:
    match = recorded_match(slug, [player("ada"), None, player("ben")], seed=3)
    Chair.objects.filter(player=None).update(bot=True)
    assert digests.digest_missing() == 1
    short, feats = match.digest, list(match.feats.all())
    game = load_games()[slug]
    assert game.feats is not None
    assert feats
    assert {feat.kind for feat in feats} <= game.feats.titles.keys()
    best = sorted(match.outcome["scores"])[-2:]  # type: ignore[index]
    assert (short.game, short.seats, short.moves, short.margin) == (slug, 3, match.moves, best[1] - best[0])
    for feat in feats:
        fact = Fact.objects.get(match=match, n=feat.fact)
        assert fact.move == feat.move
        assert feat.bot == (feat.seat == 1)
        assert feat.player_id == (None if feat.seat is None else match.seats.get(index=feat.seat).player_id)
    before = stored()
    digests.digest_match(match.code)
    MatchFeat.objects.update(number=1, player=None)
    call_command("digest", all=True)
    assert stored() == before


@pytest.mark.django_db
def test_what_ended_lately_is_digested_and_what_runs_is_not(ada: Any, ben: Any) -> None:
    now = timezone.now()
    over = new_match(ada, ben, short_fuse=True, now=now).finish()
    new_match(ada, ben, now=now)
    finished_match([ada, ben], (1, 2), at=now - 2 * digests.RECENT_END_AGE)
    assert digests.digest_latest(now=timezone.now()) == 1
    assert list(MatchDigest.objects.values_list("match", flat=True)) == [over.match.pk]
    assert digests.digest_latest(now=timezone.now()) == 0
    assert digests.digest_missing() == 1
    MatchDigest.objects.update(edition=0)
    assert computed.find_undigested_matches().count() == 2


@pytest.mark.django_db
def test_a_record_that_cannot_be_read_is_tried_once(ada: Any, ben: Any) -> None:
    over = new_match(ada, ben, short_fuse=True, now=timezone.now()).finish()
    Fact.objects.filter(match=over.match, n=3).update(event='{"type":"nonsense"}')
    assert digests.digest_missing() == 1
    assert digests.digest_missing() == 0
    assert MatchDigest.objects.get().course == b""
    assert not MatchFeat.objects.exists()


# -- The pages ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(player: Player) -> list[Match]:
    """Return four matches of Ada and Ben, and one more table of Fuse without Ben."""
    ada, ben, cleo = (player(name) for name in ("ada", "ben", "cleo"))
    found = [recorded_match("fuse", [ada, ben], seed=seed) for seed in (1, 2)]
    found.append(recorded_match("fuse", [ada, None], seed=3))
    found += [recorded_match(slug, [ada, cleo, ben], seed=4) for slug in ("bombe", "kobolds")]
    Chair.objects.filter(player=None).update(bot=True)
    digests.digest_missing()
    return found


@pytest.mark.django_db
def test_the_list_is_narrowed_and_sorted_by_what_was_computed(played: list[Match], at: Browser) -> None:
    codes = [match.code for match in history.find_listed_matches(player="ADA", against="ben")]
    assert sorted(codes) == sorted(match.code for match in played if match != played[2])
    assert [match.code for match in history.find_listed_matches(seats="3", game="bombe")] == [played[3].code]
    bombs = {feat.match_id: feat.number for feat in MatchFeat.objects.filter(kind="bomb")}
    least = max(bombs.values())
    assert {match.pk for match in history.find_listed_matches(moment="fuse.bomb", least=least)} == {
        match for match, number in bombs.items() if number == least
    }
    excitement = [match.digest.excitement for match in history.find_listed_matches(sort="exciting", game="fuse")]
    assert len(excitement) == 3
    assert excitement == sorted(excitement, reverse=True)
    lengths = [match.moves for match in history.find_listed_matches(sort="long")]
    assert lengths == sorted(lengths, reverse=True)
    assert [match.moves for match in history.find_listed_matches(sort="short")] == lengths[::-1]
    page = at().get("/matches/?player=ada&against=ben&sort=exciting&moment=fuse.bomb&least=1&seats=2")
    assert page.status_code == 200
    html = page.content.decode()
    assert 'class="spark"' in html
    assert 'href="/matches/ada/ben/"' in html
    assert '<details class="more" open>' in html
    assert at().get("/matches/?player=a/b&against=c/d").status_code == 200
    assert at().get("/matches/?moment=fuse.nonsense").status_code == 400


@pytest.mark.django_db
def test_two_players_see_how_they_fared_against_each_other(played: list[Match], at: Browser) -> None:
    both = head_to_head.find_head_to_head("ADA", "ben")
    assert both is not None
    assert (both.one, both.other, sum(both.score), len(both.rows)) == ("ada", "ben", 4, 4)
    ahead = 0
    for match in played:
        places = (match.outcome or {})["places"]
        last = len(places) - 1
        ahead += match != played[2] and places[0] < places[last]
    assert both.score.one == ahead
    assert sum(score.one for _game, score in both.games) == ahead
    other = head_to_head.find_head_to_head("ben", "ada")
    assert other is not None
    assert (other.score.one, other.score.other) == (both.score.other, both.score.one)
    assert 'class="balance"' in at().get("/matches/ada/ben/").content.decode()
    Match.objects.update(listed=False)
    assert "balance" not in at().get("/matches/ada/ben/").content.decode()
    for nobody in ("/matches/ada/ada/", "/matches/ada/zoe/"):
        assert at().get(nobody).status_code == 404


@pytest.mark.django_db
def test_the_hall_of_fame_shows_the_greatest_of_public_matches(played: list[Match], at: Browser) -> None:
    best = MatchFeat.objects.filter(kind="bomb", bot=False).order_by("-number").first()
    assert best is not None
    board = fame.find_fame_boards("fuse")[0]
    assert (board.title, board.places[0].number) == ("Points from one bomb", best.number)
    html = at().get("/fame/fuse/").content.decode()
    assert f"/m/{best.match.code}/record/?at={best.move}" in html
    month = best.month.strftime("%Y-%m")
    assert f"/m/{best.match.code}/record/" in at().get(f"/fame/fuse/?month={month}").content.decode()
    assert "/record/" not in at().get("/fame/fuse/?month=2025-01").content.decode()
    assert at().get("/fame/").status_code == 200
    for nonsense in ("/fame/chess/", "/fame/fuse/?month=2026-13", "/fame/fuse/?month=%D9%A2026-01"):
        assert at().get(nonsense).status_code == 404
    Match.objects.filter(pk=best.match_id).update(listed=False)
    assert best.match.code not in at().get("/fame/fuse/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("guest", [False, True])
def test_no_one_who_has_left_is_famous(played: list[Match], at: Browser, guest: bool) -> None:
    """Check deleted accounts, any of which could have been a guest's."""
    feat = MatchFeat.objects.filter(kind="bomb", player__username="ada").first()
    assert feat is not None
    assert feat.player is not None
    feat.player.guest = guest
    feat.player.save()
    feat.player.delete()
    html = at().get("/fame/fuse/").content.decode()
    assert "someone who left" not in html
    assert ">ada<" not in html
    everyone = {place.people for board in fame.find_fame_boards("fuse") for place in board.places}
    assert not any(name == "someone who left" for people in everyone for name, _person, _bot in people)


@pytest.mark.django_db
def test_however_many_matches_the_pages_ask_the_same_few_times(played: list[Match], at: Browser) -> None:
    paths = ("/matches/?sort=exciting", "/matches/ada/ben/", "/fame/fuse/")

    def asked() -> list[int]:
        counts = []
        for path in paths:
            cache.clear()
            with CaptureQueriesContext(connection) as context:
                assert at().get(path).status_code == 200
            counts.append(len(context))
        return counts

    before = asked()
    for seed in (5, 6):
        recorded_match("fuse", [seat.player for seat in played[0].seats.all()], seed=seed)
    digests.digest_missing()
    assert asked() == before
    assert max(before) <= 9


@pytest.mark.django_db
def test_a_match_is_told_in_all_its_sentences_once_it_is_over(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, short_fuse=True, now=timezone.now())
    running = at().get(f"/m/{table.code}/story/")
    assert running.status_code == 404
    assert "The match isn’t over yet." in running.content.decode()
    table.finish()
    page = at().get(f"/m/{table.code}/story/").content.decode()
    public = [fact for fact in Fact.objects.filter(match=table.match) if fact.audience & 1]
    said = page.count("<p>")
    assert 10 < said <= len(public) + 5
    assert "/story/" in at().get(f"/m/{table.code}/record/").content.decode()
