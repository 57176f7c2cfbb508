"""Tests of profiles: what they show, to whom, and at what cost."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player, Tie
from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby.models import Invitation, Table
from apps.matches.engine import digest
from apps.matches.models import AnalysedSeat, Analysis, Match, MatchFeat, Reliability, Vacation
from apps.people import rating_chart
from apps.people.selectors import profile
from apps.puzzles.models import Solver
from apps.ratings import personal_data
from apps.ratings.displayed_rating import INITIAL_POINTS, Points, build_displayed_rating
from apps.ratings.models import Rating, RatingStep
from apps.ratings.selectors import leaderboard, player
from apps.ratings.selectors.player import Rated, Step
from apps.ratings.services import ledger
from tests.factories.finished_matches import NOW, digest_row, finished_match, recorded_match
from tests.factories.people import browser
from tests.factories.puzzles import puzzle

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, *, query: str = "", status: int = 200, of: str = "profile") -> str:
    response = client.get(reverse(f"people:{of}", args=[name]) + query)
    assert response.status_code == status
    return re.sub(r"\s+", " ", response.content.decode())


def listed(seen: str) -> list[str]:
    """Return the codes of the matches in the list of a page."""
    return re.findall(r'<a href="/m/(\w+)/record/">', re.split('id="(?:ended|played)"', seen)[1])


def matches_of(client: Client, name: str, *, query: str = "", status: int = 200) -> str:
    """Return the page of a player's finished matches."""
    return page(client, name, query=query, status=status, of="matches")


def play(*players: Any, places: list[int], **more: Any) -> Match:
    match = finished_match(players, places, **more)
    ledger.record_results(now=NOW)
    return match


def test_it_tells_how_somebody_fares(client: Client, ada: Any, ben: Any) -> None:
    play(ada, ben, places=[1, 2])
    play(ada, ben, places=[1, 2])
    play(ada, None, places=[2, 1])
    seen = page(client, "ada")
    assert re.search(r"Rating</span> <b>1\d\d\d</b></a>", seen)
    assert "provisional" in seen, "which says as much as a margin of ± 450"
    assert "±" not in seen
    assert "<dt>Finished matches</dt> <dd>3</dd>" in seen
    assert re.search(r'<rect class="p1" x="0\.0%" width="66\.67%".*?<rect class="p2" x="66\.67%" width="33\.33%"', seen)
    assert re.search(r"1st <b>2</b>.*2nd <b>1</b>.*>3 matches<", seen)
    ended = seen.partition('id="ended"')[2]
    assert ended.count("1st of 2") == 2
    assert ended.count("2nd of 2") == 1


def test_a_match_in_the_list_says_how_the_rating_changed(client: Client, ada: Any, ben: Any) -> None:
    play(ada, ben, places=[1, 2])
    play(ada, ben, places=[1, 2], rated=False)
    for seen, unrated in ((page(client, "ben"), 1), (matches_of(client, "ben"), 0)):
        rows = seen.split('class="row-place"')[1:]
        assert rows[0].count('<span class="row-change quiet">unrated</span>') == unrated
        assert 'class="loss"' not in rows[0], "it wasn't rated"
        assert re.search(r'2nd of 2 <span class="row-change">.*?<span class="loss">−\d+</span>', rows[1])


def test_the_thick_line_of_a_small_chart_is_theirs_and_not_the_winner_s(client: Client, ada: Any, ben: Any) -> None:
    match = play(ada, ben, places=[1, 2])
    course = bytes([0] * digest.SAMPLES_PER_SEAT + [digest.MAX_SAMPLE] * digest.SAMPLES_PER_SEAT)
    digest_row(match, course=course).save()
    for name, seat in (("ada", "0"), ("ben", "1")):
        for seen in (page(client, name), matches_of(client, name)):
            assert re.findall(r'<polyline class="s(\d) thick"', seen) == [seat]
    assert re.findall(r'class="s(\d) thick"', client.get(reverse("matches:history")).content.decode()) == ["0"]


def test_the_latest_matches_are_listed_with_their_days_and_others_linked(client: Client, ada: Any, ben: Any) -> None:
    days = [NOW - timedelta(days=age) for age in (*range(1, 9), 1, 3, 3)]
    codes = [play(ada, ben, places=[1, 2], at=at).code for at in days]
    seen = page(client, "ada")
    assert listed(seen) == [codes[number] for number in (8, 0, 1, 10, 9, 2, 3, 4, 5, 6)]
    assert len(set(re.findall(r'<time datetime="([\d-]+)"', seen.partition('id="ended"')[2]))) == 7
    assert f'href="{reverse("people:matches", args=["ada"])}">All matches<' in seen
    assert len(listed(matches_of(client, "ada"))) == 11
    moved = client.get(reverse("people:profile", args=["ada"]) + "?game=fuse&before=7")
    assert moved["Location"] == reverse("people:matches", args=["ada"]) + "?game=fuse&before=7"


def test_it_names_those_somebody_plays_with_most_and_the_reader_s_score_against_them(
    client: Client, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    for place in (1, 1, 2):
        play(ada, ben, cleo, None, places=[place, 3 - place, 3, 4])
    play(ada, ben, dora, places=[1, 2, 3])
    play(ada, dora, places=[1, 2], listed=False)
    often = page(client, "ada").partition("Most often with")[2].partition("</dl>")[0]
    assert re.findall(r">(\w+)</span> <small>(\d) matches<", often) == [("ben", "4"), ("cleo", "3")]
    own = page(browser(ada), "ada")
    assert ">ben</span> <b>3 : 1</b> <small>4 matches<" in own
    assert ">dora</span> <b>2 : 0</b> <small>2 matches<" in own, "unlisted matches are one's own business"
    assert "You vs" not in page(client, "ada")
    assert "<dt>You vs ada</dt> <dd><a" in (seen := page(browser(ben), "ada"))
    assert ">1 : 3</a>" in seen
    assert "You vs" not in page(browser(ben), "ben")


def test_the_score_against_somebody_is_told_by_game_and_leads_to_the_matches(
    client: Client, ada: Any, ben: Any, cleo: Any
) -> None:
    for places in ([1, 2], [1, 2], [1, 1], [2, 1]):
        play(ada, ben, places=places)
    assert 'class="versus-games"' not in page(browser(ben), "ada"), "it would say the same again"
    frogs = play(ada, ben, cleo, places=[3, 1, 2], game="frogs").code
    play(ada, ben, places=[1, 2], listed=False)
    play(ada, ben, places=[])
    home = browser(ben)
    seen = page(home, "ada").partition('id="versus"')[2].partition("</section>")[0]
    assert re.findall(r"(?:> )?(\w+)(?:</span>)? <b>(\d)</b>", seen) == [("You", "2"), ("tied", "1"), ("ada", "2")]
    assert re.findall(r"<b>(\d : \d)</b>", seen) == ["1 : 0", "1 : 2"]
    assert ">1 tied<" in seen
    links = [html.unescape(link) for link in re.findall(r'href="([^"]+matches/\?[^"]+)"', seen)]
    assert links == [f"/p/ada/matches/?against=ben{more}" for more in ("", "&game=frogs", "&game=fuse")]
    assert listed(home.get(links[1]).content.decode()) == [frogs]
    Player.objects.filter(pk=cleo.pk).update(guest=True)
    assert ">1 : 0</a>" in page(browser(Player.objects.get(pk=cleo.pk)), "ada"), "guests have met others, too"


def test_the_last_matches_are_marks_with_the_latest_at_the_end(client: Client, ada: Any, ben: Any) -> None:
    assert "Last matches" not in page(client, "ada")
    codes = [play(ada, ben, places=places).code for places in ([2, 1], [1, 2], [], [1, 2], [2, 1], [1, 1])]
    play(ada, ben, places=[1, 2], listed=False)
    seen = page(client, "ada").partition("Last matches")[2].partition("</dd>")[0]
    assert re.findall(r'href="/m/(\w+)/record/" title="Fuse, ([^"]+)"', seen) == list(
        zip(codes[1:], ["1st of 2", "no result", "1st of 2", "2nd of 2", "1st of 2"], strict=True)
    )
    assert re.findall(r'<span( class="first")?>(.)</span>', seen) == [
        (' class="first"', "1"), ("", "–"), (' class="first"', "1"), ("", "2"), (' class="first"', "1"),
    ]  # fmt: skip
    assert page(browser(ada), "ada").partition("Last matches")[2].partition("</dd>")[0].count("<a ") == 5


def test_decisions_and_luck_are_averages_over_analysed_matches(client: Client, ada: Any, ben: Any) -> None:
    def analyse(match: Match, *totals: tuple[int, int, int]) -> None:
        made = Analysis.objects.create(match=match, asked_at=NOW, over=True)
        for seat, (decisions, sound, luck) in enumerate(totals):
            AnalysedSeat.objects.create(analysis=made, seat=seat, decisions=decisions, sound=sound, luck=luck)

    play(ada, ben, places=[1, 2])
    analyse(play(ada, ben, places=[1, 2]), (19, 19, 4), (9, 1, -4))
    assert "Moves without a mistake" not in page(client, "ada"), "too few to tell"
    analyse(play(ben, ada, places=[1, 2]), (9, 1, 9), (11, 8, -10))
    analyse(play(ada, ben, places=[1, 2], listed=False), (30, 0, 30), (40, 0, -40))
    analyse(play(ada, ben, places=[1, 2], s0={"former": ben}), (50, 0, 50), (50, 0, -50))
    seen = page(client, "ada")
    assert "<dt>Moves without a mistake</dt> <dd> 90% <small>in 2 analysed matches</small>" in seen
    assert re.search(r"<dt>Luck</dt> <dd><span[^>]*>−3</span> <small>on average<", seen)
    assert "<dd> 45% <small>in 3 analysed matches</small>" in page(browser(ada), "ada")


def test_a_closed_account_is_in_no_list_of_those_somebody_meets(client: Client, ada: Any, ben: Any) -> None:
    for _ in range(3):
        play(ada, ben, places=[1, 2])
    assert ">ben</span> <b>3 : 0</b>" in page(browser(ada), "ada")
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    assert "Most often with" not in page(browser(ada), "ada")


def test_the_most_played_game_comes_first(client: Client, ada: Any, ben: Any) -> None:
    for game in ("bombe", "fuse", "frogs", "frogs"):
        play(ada, ben, places=[1, 2], game=game)
    assert re.findall(r'id="in-(\w+)"', page(client, "ada"))[0] == "frogs"


def test_a_settled_rating_says_its_rank(client: Client, ada: Any, ben: Any, cleo: Any, monkeypatch: Any) -> None:
    for _ in range(10):
        finished_match([ada, ben], [1, 2])
    finished_match([cleo, ben], [1, 2])
    ledger.record_results(now=NOW)
    assert ">Rank 1</a>" in page(client, "ada")
    assert ">Rank 2</a>" in page(client, "ben")
    assert "Rank" not in (seen := page(client, "cleo")), "it's provisional"
    assert "rank after 9 more matches" in seen
    for n in range(8):
        Rating.objects.create(
            player=Player.objects.create(username=f"best{n}"),
            game="fuse",
            mu=50,
            sigma=1,
            least=48,
            matches=10,
            updated_at=NOW,
        )
    cache.clear()
    assert ">Rank 9 of 10</a>" in (seen := page(client, "ada")), "of few, it says nothing"
    assert ">better than 10%</span>" in seen
    assert "better than" not in page(client, "ben"), "the last is better than no one"
    Rating.objects.filter(player=cleo).update(mu=40, matches=5)
    assert ">Rank about 9 of 10</a>" in (seen := page(client, "cleo"))
    assert "settled after 5 more matches" in seen
    assert "better than" not in seen
    Rating.objects.filter(player=cleo).update(matches=4)
    assert "Rank" not in page(client, "cleo"), "after few matches, it would be a guess"


def test_a_rank_on_a_long_leaderboard_is_estimated_from_some_of_its_ratings(
    client: Client, ada: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(leaderboard, "MAX_RATING_MARKS", 10)
    for n in range(40):
        one = Player.objects.create(username=f"p{n}")
        Rating.objects.create(player=one, game="fuse", mu=n, sigma=1, least=n - 2, matches=10, updated_at=NOW)
    ranked = leaderboard.load_ranked_players(bots=False)["fuse"]
    assert (ranked.players, len(ranked.marks)) == (40, 10)
    assert all(abs(ranked.estimate_rank(mu) - (40 - mu)) <= 4 for mu in range(-1, 41))


@pytest.mark.parametrize(("rank", "among", "share"), [(1, 100, 99), (4, 61, 93), (61, 61, 0), (1, 9, 0), (None, 50, 0)])
def test_a_rank_is_a_share_of_the_players_below(rank: int | None, among: int, share: int) -> None:
    assert Rated(Points(1500, 60), 30, provisional=False, rank=rank, among=among).better_than == share


def test_matches_are_filtered_by_game_opponent_and_place_on_every_page(
    client: Client, ada: Any, ben: Any, cleo: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(player, "MATCHES_PER_PAGE", 2)
    won = [play(ada, ben, places=[1, 2]).code for _ in range(3)]
    lost = play(ada, ben, places=[2, 1]).code
    other = play(ada, cleo, places=[1, 2]).code
    frogs = play(ada, ben, places=[1, 2], game="frogs").code
    open_ended = play(ada, ben, places=[]).code

    def codes(query: str) -> list[str]:
        return listed(matches_of(client, "ada", query=query))

    assert codes("?game=frogs") == [frogs]
    assert codes("?against=Cleo") == [other]
    assert codes("?place=lost") == [lost]
    assert codes("") == [open_ended, frogs]
    wanted = "?game=fuse&against=ben&place=won"
    assert codes(wanted) == won[:0:-1]
    seen = matches_of(client, "ada", query=wanted)
    more = re.search(r'rel="next" href="([^"]+)"', seen)
    assert more
    assert codes(html.unescape(more[1])) == won[:1]
    assert '<option value="won" selected>' in seen
    assert 'name="against" value="ben"' in seen
    for nothing in ("?against=nobody", "?game=bombe", "?game=frogs&place=lost"):
        empty = matches_of(client, "ada", query=nothing)
        assert "No matches found" in empty
        assert "Show all" in empty
    refused = matches_of(client, "ada", query="?game=ludo", status=400)
    assert "errorlist" in refused


def test_a_filter_finds_no_unlisted_match_of_others(client: Client, ada: Any, ben: Any) -> None:
    secret = play(ada, ben, places=[1, 2], listed=False).code
    assert secret not in matches_of(client, "ada", query="?against=ben")
    assert secret in matches_of(browser(ada), "ada", query="?against=ben&place=won")


def test_it_tells_the_best_rating_and_how_it_changed_lately(client: Client, ada: Any, ben: Any) -> None:
    for n in range(12):
        finished_match([ada, ben], [1, 2] if n < 10 else [2, 1])
    ledger.record_results(now=NOW)
    now = player.find_ranked_ratings(ada.pk)
    best = player.find_profile_steps(ada.pk, now, matches=[], own=False).best["fuse"]
    steps = [build_displayed_rating(mu, sigma).points for mu, sigma in _steps(ada)]
    assert best.points.points == max(steps[9:]) > now["fuse"].points.points, "what was provisional doesn't count"
    seen = page(client, "ada")
    assert re.search(rf'Best: {best.points.points} · <time translate="no" datetime="{best.at:%Y-%m-%dT%H:%M}', seen)
    assert re.search(rf"<dt>Best rating</dt> <dd>{best.points.points} <small>Fuse, <time", seen)
    gain = steps[-1] - INITIAL_POINTS
    assert re.search(rf'<span class="gain">\+{gain}</span> <span[^>]*>in 12 rated matches<', seen), (
        "the first one counts, too"
    )
    assert seen.count('class="best"') == 1
    assert seen.count('<svg class="fares-line"') == 1
    play(ada, ben, places=[1, 2], game="frogs")
    assert player.find_ranked_ratings(ada.pk)["frogs"].best is None
    seen = page(client, "ada")
    assert ">rank after 9 more matches</span>" in seen
    assert "in one rated match" not in seen, "the first changes are large, and say nothing yet"


def test_puzzle_ratings_are_beside_the_others_with_their_course(client: Client, ada: Any, ben: Any) -> None:
    assert "Puzzle ratings" not in page(browser(ada), "ada")
    match = recorded_match("fuse", [ada, ben])
    for ago in range(3):
        asked = puzzle(match, on=timezone.now().date() - timedelta(days=ago), skip=3 * ago)
        browser(ada).post(asked.get_absolute_url(), {"answer": 0})
    rated = Solver.objects.get()
    exact = build_displayed_rating(rated.mu, rated.sigma).points

    def shown(seen: str) -> str:
        return re.search(r'id="puzzles".*?</section>', seen)[0]  # type: ignore[index]

    seen = shown(page(client, "ada"))
    assert re.search(r"<b>about \d+[05]0 ?</b>", seen)
    assert ">3 of 10 puzzles</small>" in seen
    assert 'points="0,0 33,' in seen, "the course starts with the rating before the first answer"
    Solver.objects.update(rated=10)
    seen = shown(page(browser(ben), "ada"))
    assert re.search(rf"<b>{exact} ?</b>", seen)
    assert "of 10 puzzles" not in seen
    assert "Puzzle ratings" not in page(client, "ben")


def test_only_your_own_page_names_the_games_you_have_not_played(client: Client, ada: Any, ben: Any) -> None:
    play(ada, ben, places=[1, 2])
    own = page(browser(ada), "ada").partition('class="unplayed"')[2].partition("</ul>")[0]
    assert own.count("not played yet") == len(load_games()) - 1
    assert 'href="/tables/new/?game=frogs"' in own
    assert "?game=fuse" not in own
    assert "not played yet" not in page(client, "ada")
    assert "not played yet" not in page(browser(ben), "ada")


def test_every_place_has_a_colour_that_differs_from_the_others() -> None:
    css = Path("apps/ratings/static/ratings/ratings.css").read_text()
    most = max(max(game.meta.seats) for game in load_games().values())
    fills = [re.search(rf"\.taken \.p{place}, .*?fill: (#\w+);", css) for place in range(1, most + 1)]
    assert len({fill[1] for fill in fills if fill}) == most


def _steps(person: Any) -> Any:
    return RatingStep.objects.filter(player=person, game="fuse").order_by("number").values_list("mu", "sigma")


def test_it_names_the_favourite_game_and_a_winning_streak(client: Client, ada: Any, ben: Any) -> None:
    for place in (1, 2, 1, 1):
        play(ada, ben, places=[place, 3 - place])
    play(ada, ben, places=[1, 2], game="frogs")
    assert "Favourite game" not in page(client, "ada")
    play(ada, ben, places=[])
    play(ada, ben, places=[1, 2])
    seen = page(client, "ada")
    assert '<dt>Favourite game</dt> <dd class="words">Fuse</dd>' in seen
    assert "<dt>Wins in a row</dt> <dd>4</dd>" in seen, "a match without a result ends no streak"
    assert "Wins in a row" not in page(client, "ben")


def test_a_streak_longer_than_a_page_says_so(client: Client, ada: Any, ben: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(player, "MAX_LATEST_MATCHES", 3)
    for _ in range(4):
        play(ada, ben, places=[1, 2])
    assert "<dt>Wins in a row</dt> <dd>3+</dd>" in page(client, "ada")


def test_whoever_is_logged_in_invites_somebody_from_there(ada: Any, ben: Any) -> None:
    home = browser(ada)
    form = f"{reverse('lobby:new')}?invite=ben"
    assert f'href="{form}"' in page(home, "ben")
    assert 'id="invite-to-play"' not in page(home, "ada")
    assert 'id="invite-to-play"' not in page(Client(), "ben")
    choose = home.get(form).content.decode()
    assert "?game=fuse&amp;invite=ben" in choose
    assert "Your invitation to ben will be sent" in choose
    new = home.get(f"{form}&game=fuse").content.decode()
    assert '<input type="hidden" name="invite" value="ben">' in new
    home.post(reverse("lobby:new"), {"game": "fuse", "seats": "2", "pace": "daily", "invite": "ben"})
    assert Invitation.objects.get().to == ben
    refused = home.post(
        reverse("lobby:new"), {"game": "fuse", "seats": "2", "pace": "daily", "invite": "ada"}, follow=True
    )
    assert "is already at this table" in refused.content.decode()
    assert Table.objects.count() == 2


def test_each_game_shows_its_latest_course_and_the_greatest_feats_of_listed_matches_without_hints(
    client: Client, ada: Any, ben: Any
) -> None:
    for n in range(player.STEPS_PER_PAGE + 3):
        finished_match([ada, ben], [1 + n % 2, 2 - n % 2])
    finished_match([ada, ben], [1, 2], game="frogs")
    ledger.record_results(now=NOW)
    steps = player.find_profile_steps(ada.pk, player.find_ratings(ada.pk), matches=[], own=False)
    courses = steps.courses
    assert {game: len(course) for game, course in courses.items()} == {"fuse": player.STEPS_PER_PAGE, "frogs": 1}
    assert courses["fuse"][-1].points == player.find_ratings(ada.pk)["fuse"].points
    for number, listed, hinted in ((66, True, False), (40, True, False), (99, False, False), (98, True, True)):
        match = finished_match([ada, ben], [1, 2], listed=listed)
        Match.objects.filter(pk=match.pk).update(hinted=hinted)
        MatchFeat.objects.create(
            match=match,
            game="fuse",
            month=NOW,
            kind="bomb",
            number=number,
            fact=3,
            move=2,
            seat=0,
            player=ada,
            bot=False,
        )
    seen = page(client, "ada")
    assert seen.count('class="course"') == 1
    assert len(re.findall(r'<a href="/m/\w+/record/" tabindex="-1"', seen)) == player.STEPS_PER_PAGE
    assert "<dt>Points from one bomb</dt> <dd>66</dd>" in seen
    assert "Points from one bomb" not in page(client, "ben").partition('id="ended"')[0]


def test_names_are_found_however_they_are_written(client: Client, ada: Any) -> None:
    assert '<h1 translate="no">ada</h1>' in page(client, "Ada")
    page(client, "nobody", status=404)
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    page(client, "ada", status=404)


def test_names_in_the_letters_of_all_languages_are_found(client: Client, player: Callable[[str], Any]) -> None:
    for name in ("Ærø", "ИВАН", "Ölaf"):
        player(name)
        assert f'<h1 translate="no">{name}</h1>' in page(client, name)


def test_running_matches_vacation_language_and_reliability_are_told(client: Client, ada: Any, ben: Any) -> None:
    running = finished_match([ada, ben], [1, 2])
    Match.objects.filter(pk=running.pk).update(status="playing", over_at=None, outcome=None)
    now = timezone.now()
    Vacation.objects.create(player=ada, begins_at=now - timedelta(days=1), ends_at=now + timedelta(days=3))
    Vacation.objects.create(player=ben, begins_at=now + timedelta(days=1), ends_at=now + timedelta(days=3))
    Reliability.objects.create(player=ada, answered=95, missed=5, median=7260, share=0.95, counted_at=now)
    Reliability.objects.create(player=ben, answered=2, missed=0, median=60, share=None, counted_at=now)
    Player.objects.filter(pk=ada.pk).update(language="de")
    seen = page(client, "ada")
    assert "<dt>Matches in progress</dt> <dd>1</dd>" in seen
    assert "On vacation until" in seen
    turns = gettext("last 90 days: %(answered)s turns played, %(missed)s missed") % {"answered": 95, "missed": 5}
    assert f"95% <small> {turns}" in seen
    assert "within 2 hours" in seen
    assert "<span>German</span>" in seen
    other = page(client, "ben")
    assert "On vacation until" not in other
    assert "Moves on time" not in other, "too few turns to tell"


def test_a_vacation_that_was_prolonged_is_told_with_its_last_end(ada: Any) -> None:
    now = timezone.now()
    days = [now - timedelta(days=1), now + timedelta(days=3), now + timedelta(days=5), now + timedelta(days=9)]
    for begins_at, ends_at in pairwise(days):
        Vacation.objects.create(player=ada, begins_at=begins_at, ends_at=ends_at)
    Vacation.objects.create(player=ada, begins_at=days[-1] + timedelta(hours=1), ends_at=days[-1] + timedelta(days=2))
    assert profile.load_profile(name="ada", reader=None, now=now).away_until == days[-1]


def test_vacations_that_are_planned_are_told_and_those_that_are_over_are_not(
    client: Client, ada: Any, ben: Any
) -> None:
    now = timezone.now()
    for begins, ends in ((-9, -5), (10, 12), (30, 40)):
        since, until = now + timedelta(days=begins), now + timedelta(days=ends)
        Vacation.objects.create(player=ada, begins_at=since, ends_at=until)
    seen = page(client, "ada")
    assert "On vacation until" not in seen
    days = [f"{now + timedelta(days=days):%-d %b %Y}" for days in (10, 12, 30, 40)]
    planned = gettext("Planned vacation: %(since)s to %(until)s.")
    for first, last in (days[:2], days[2:]):
        assert seen.count(planned % {"since": first, "until": last}) == 1
    assert seen.count(planned.split("%")[0]) == 2
    assert "vacation" not in page(client, "ben")


def test_a_guest_has_a_small_one(client: Client, ada: Any, ben: Any) -> None:
    Player.objects.filter(pk=ben.pk).update(guest=True)
    play(ada, ben, places=[1, 2])
    seen = page(client, "ben")
    assert "guest" in seen
    assert "Rating" not in seen
    assert "Moves on time" not in seen
    assert "2nd of 2" in seen


def test_unlisted_matches_are_shown_to_oneself_only(client: Client, ada: Any, ben: Any) -> None:
    secret = play(ada, ben, places=[1, 2], listed=False)
    for reader in (client, browser(ben)):
        seen = page(reader, "ada")
        assert secret.code not in seen
        assert "<dt>Finished matches</dt> <dd>0</dd>" in seen
        assert secret.code not in reader.get(reverse("people:rating", args=["ada", "fuse"])).content.decode()
    assert secret.code in page(browser(ada), "ada")
    assert secret.code in browser(ada).get(reverse("people:rating", args=["ada", "fuse"])).content.decode()


def test_no_address_of_a_mail_stands_on_it(client: Client, ada: Any, ben: Any) -> None:
    play(ada, ben, places=[1, 2])
    for reader in (client, browser(ada), browser(ben)):
        assert "@example.org" not in page(reader, "ada")
        assert "@example.org" not in page(reader, "ben")


def test_older_matches_follow_page_by_page(client: Client, ada: Any, ben: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(player, "MATCHES_PER_PAGE", 3)
    codes = [play(ada, ben, places=[1, 2]).code for _ in range(7)]
    found: list[str] = []
    query = ""
    while True:
        seen = matches_of(client, "ada", query=query)
        found += listed(seen)
        more = re.search(r'rel="next" href="(\?before=\d+)"', seen)
        if not more:
            break
        query = more[1]
    assert found == codes[::-1]
    first = listed(matches_of(client, "ada", query="?before=x"))
    assert first == found[:3], "what is no number is the first page"


def test_matches_are_listed_by_their_end_however_late_they_were_recorded(
    client: Client, ada: Any, ben: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(player, "MATCHES_PER_PAGE", 2)
    days = [NOW - timedelta(days=age) for age in (3, 9, 1, 3, 3)]
    codes = [play(ada, ben, places=[1, 2], at=at).code for at in days]
    expected = [codes[2], codes[4], codes[3], codes[0], codes[1]]
    found: list[str] = []
    query = ""
    for _page in range(3):
        seen = matches_of(client, "ada", query=query)
        found += listed(seen)
        query = next(iter(re.findall(r'rel="next" href="(\?before=\d+)"', seen)), "")
    assert found == expected, "of matches that ended at the same time, the newer one comes first"
    assert not query
    unknown = listed(matches_of(client, "ada", query="?before=999999"))
    assert unknown == expected[:2]


def test_a_block_makes_it_a_plain_404_in_both_directions(ada: Any, ben: Any, cleo: Any) -> None:
    play(ada, ben, places=[1, 2])
    relations.block_player(owner=ada, other=ben, now=NOW)
    for reader, name in ((ben, "ada"), (ada, "ben")):
        home = browser(reader)
        refused = home.get(reverse("people:profile", args=[name]))
        unknown = home.get(reverse("people:profile", args=["nobody"]))
        assert refused.status_code == unknown.status_code == 404
        csrf = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|value="/p/\w+/"')
        assert csrf.sub(b"", refused.content) == csrf.sub(b"", unknown.content)
        assert home.get(reverse("people:rating", args=[name, "fuse"])).status_code == 404
        assert home.get(reverse("people:matches", args=[name])).status_code == 404
        assert home.post(reverse("people:befriend", args=[name])).status_code == 404
        assert home.get(reverse("people:block", args=[name])).status_code == 404
    page(browser(cleo), "ada")
    page(Client(), "ada")


def test_blocking_asks_first(ada: Any, ben: Any) -> None:
    home = browser(ada)
    address = reverse("people:block", args=["ben"])
    asked = home.get(address)
    assert "Block ben?" in asked.content.decode()
    assert not Tie.objects.exists()
    assert home.post(address).status_code == 302
    assert Tie.objects.get().kind == Tie.Kind.BLOCK


def test_friends_come_and_go(ada: Any, ben: Any) -> None:
    home = browser(ada)
    home.post(reverse("people:befriend", args=["ben"]))
    badge = f'<span class="badge">{gettext("friend")}</span>'
    mine, theirs = page(home, "ben"), page(browser(ben), "ada")
    assert badge in mine
    assert reverse("people:loosen", args=["ben"]) in mine
    assert badge not in theirs
    assert reverse("people:loosen", args=["ada"]) not in theirs
    response = home.post(reverse("people:loosen", args=["ben"]), {"stay": "yes"})
    assert response["Location"] == reverse("people:profile", args=["ben"])
    assert not Tie.objects.exists()


def test_nobody_befriends_or_blocks_themselves(ada: Any) -> None:
    home = browser(ada)
    for act in ("befriend", "block"):
        refused = home.post(reverse(f"people:{act}", args=["ada"]))
        assert refused.status_code == 409
        assert gettext("That’s you.") in refused.content.decode()
    assert not Tie.objects.exists()


def test_strangers_are_asked_to_log_in(client: Client, ada: Any) -> None:
    assert reverse("people:befriend", args=["ada"]) not in page(client, "ada")
    for act in ("befriend", "block", "loosen"):
        assert client.post(reverse(f"people:{act}", args=["ada"])).status_code == 401
    assert client.get(reverse("people:mine")).status_code == 302
    assert not Tie.objects.exists()


def test_my_people_are_listed_found_and_let_go(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    home = browser(ada)
    relations.add_friend(owner=ada, other=ben, now=NOW)
    relations.block_player(owner=ada, other=cleo, now=NOW)
    relations.block_player(owner=dora, other=ada, now=NOW)
    listed = home.get(reverse("people:mine")).content.decode()
    unblock = gettext("Unblock %(other)s") % {"other": "cleo"}
    assert gettext("Remove %(other)s as a friend") % {"other": "ben"} in listed
    assert unblock in listed
    assert "dora" not in listed, "who blocked me is nobody's business"
    nobody = gettext("We can’t find a player called “%(sought)s”. Please check the spelling.") % {"sought": "dora"}
    assert nobody in home.get(reverse("people:mine"), {"name": "dora"}).content.decode()
    assert reverse("people:profile", args=["ben"]) in home.get(reverse("people:mine"), {"name": "BEN"}).content.decode()
    home.post(reverse("people:loosen", args=["cleo"]))
    assert unblock not in home.get(reverse("people:mine")).content.decode()


@pytest.mark.parametrize("matches", [3, 40])
def test_pages_about_people_take_few_statements_however_much_was_played(
    player: Callable[[str], Any], ada: Any, ben: Any, matches: int, django_assert_max_num_queries: Any
) -> None:
    for n in range(matches):
        finished_match([ada, ben], [1, 2], game=("fuse", "frogs")[n % 2])
        relations.add_friend(owner=ben, other=player(f"p{n}"), now=NOW)
    ledger.record_results(now=NOW)
    home = browser(ben)
    for most, address in (
        (14, reverse("people:profile", args=["ada"])),
        (13, reverse("people:profile", args=["ben"])),
        (8, reverse("people:matches", args=["ada"])),
        (4, reverse("people:rating", args=["ada", "fuse"])),
        (7, reverse("people:mine") + "?name=ada"),
    ):
        cache.clear()
        with django_assert_max_num_queries(most):
            assert home.get(address).status_code == 200


def test_the_chart_of_a_profile_is_switched_between_its_rated_games(client: Client, ada: Any, ben: Any) -> None:
    for game in ("fuse", "fuse", "fuse", "frogs", "frogs"):
        play(ada, ben, places=[1, 2], game=game)
    play(ada, ben, places=[1, 2], game="bombe")

    def chart(query: str) -> str:
        return page(client, "ada", query=query).partition('id="rating-chart"')[2].partition("</section>")[0]

    for query, title in (
        ("", "Fuse"), ("?chart=frogs", "Lunar Laser Frogs"), ("?chart=bombe", "Fuse"), ("?chart=ludo", "Fuse"),
    ):  # fmt: skip
        seen = chart(query)
        assert f"ada’s {title} rating" in seen
        assert re.findall(r'href="\?chart=(\w+)"', seen) == ["frogs", "fuse"], "one match makes no line"
        assert re.findall(r'aria-label="([^"]+)" aria-current="true"', seen) == [title]
        assert re.search(r'class="best-label"[^>]*>Best: \d+<', seen)
    seen = page(client, "ada")
    assert seen.index('id="rating-chart"') < seen.index('id="ended"')


def test_the_course_of_a_rating_is_drawn_and_stands_in_a_table(client: Client, ada: Any, ben: Any) -> None:
    play(ada, ben, places=[1, 2])
    address = reverse("people:rating", args=["ada", "fuse"])
    assert "<polyline" not in client.get(address).content.decode(), "one point is no line"
    play(ada, ben, places=[2, 1])
    seen = client.get(address).content.decode()
    assert seen.count("<polyline") == 1
    assert "+79" in seen
    assert client.get(reverse("people:rating", args=["ada", "ludo"])).status_code == 404


def drawn(*ratings: int, best: int | None = None) -> rating_chart.Course:
    """Return the course from the first of these ratings to the last."""
    steps = [
        Step(number=n, place=1, points=Points(rating, 90), change=rating - before, at=NOW + timedelta(days=n), code="c")
        for n, (before, rating) in enumerate(itertools.pairwise(ratings), start=1)
    ]
    course = rating_chart.draw_rating_course(steps, best=best)
    assert course is not None
    return course


def test_a_line_goes_up_when_the_rating_does() -> None:
    course = drawn(1500, 1600, 1550, best=1600)
    assert course.line == "0,100.0 50.0,0.0 100.0,50.0"
    assert [point.best for point in course.points] == [True, False]
    assert [point.anchor for point in course.points] == ["middle", "end"]
    assert [(point.left, point.width) for point in course.points] == [(25.0, 50.0), (75.0, 25.0)]


@pytest.mark.parametrize(
    ("ratings", "values"),
    [
        ((1500, 1600), [1600, 1550, 1500]),
        ((1391, 1392), [1400, 1350]),
        ((1500, 1500), [1550, 1500]),
        ((1290, 1810), [2000, 1800, 1600, 1400, 1200]),
        ((900, 2950), [3000, 2000, 1000, 0]),
    ],
)
def test_the_values_beside_a_course_are_few_round_and_around_it(ratings: tuple[int, int], values: list[int]) -> None:
    ticks = drawn(*ratings, ratings[1]).ticks
    assert [tick.value for tick in ticks] == values
    assert (ticks[0].y, ticks[-1].y) == (0, 100)


def test_the_dates_below_a_course_never_touch() -> None:
    assert [day.x for day in drawn(1500, 1600, 1500).days] == [0, 100], "the first is where the line starts"
    assert [day.x for day in drawn(1500, 1600, 1500, 1600).days] == [0, 100]
    assert [day.x for day in drawn(*[1500] * 12).days] == [0, 54.55, 100]
    assert [day.anchor for day in drawn(*[1500] * 20).days] == ["start", "middle", "end"]


def test_a_point_leads_to_its_match_unless_that_is_unlisted(client: Client, ada: Any, ben: Any) -> None:
    codes = [play(ada, ben, places=[1, 2], listed=listed).code for listed in (True, False, True)]
    address = reverse("people:rating", args=["ada", "fuse"])
    for reader, expected in ((client, [codes[0], codes[2]]), (browser(ada), codes)):
        chart = reader.get(address).content.decode().partition("<figure")[2].partition("</figure>")[0]
        assert re.findall(r'<a href="/m/(\w+)/record/" aria-label="\d+ \w+ 2026 · \d+">', chart) == expected
        assert chart.count('class="best"') == 1
        profile_chart = page(reader, "ada").partition("<figure")[2].partition("</figure>")[0]
        assert re.findall(r'<a href="/m/(\w+)/', profile_chart) == expected


def test_the_export_holds_ratings_and_their_steps_and_nothing_of_others(ada: Any, ben: Any) -> None:
    match = play(ada, ben, places=[1, 2], listed=False)
    ratings, steps = (
        list(personal_data.export_ratings(player=ada.pk)),
        list(personal_data.export_rating_steps(player=ada.pk)),
    )
    assert [one["game"] for one in ratings] == ["fuse"]
    assert [(one["match"], one["place"], one["number"]) for one in steps] == [(match.code, 1, 1)]
    assert "ben" not in repr((ratings, steps))


def test_letting_somebody_go_does_not_tell_whether_they_are_there(ada: Any, ben: Any) -> None:
    relations.block_player(owner=ada, other=ben, now=NOW)
    for name in ("ada", "nobody"):
        response = browser(ben).post(reverse("people:loosen", args=[name]), {"stay": ""})
        assert response.url == reverse("people:profile", args=[name])  # type: ignore[attr-defined]
