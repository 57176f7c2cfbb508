"""Tests of standings against tables published by others."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from apps.tournaments.scoring.points import Scoring, compute_seat_points
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import Standing, compute_standings

HAMILTON = """
5.5 +W10 +B17 +W12 =W2 +B4 +B3
5.5 +B27 +W16 +W9 =B1 +W8 +B10
4.0 =BYE +W11 +B6 =W4 +B5 -W1
4.0 +W22 +B15 =W8 =B3 -W1 +B13
4.0 -W16 +B14 +W22 +B15 -W3 +B8
4.0 -W21 +B27 -W3 +B23 +W16 +B14
4.0 -W9 -B23 +W27 +B19 +W15 +B12
3.5 +B25 +W21 =B4 +W13 -B2 -W5
3.5 +B7 +W13 -B2 =BYE +W18
3.5 -B1 +W25 +W26 =B12 +B17 -W2
3.5 =BYE -B3 -W14 +B25 +W20 +W17
3.0 +B20 +W18 -B1 =W10 =B14 -W7
3.0 +W23 -B9 +W19 -B8 +W21 -W4
3.0 =BYE -W5 +B11 +B22 =W12 -W6
3.0 +B26 -W4 +B21 -W5 -B7 +W24
3.0 +B5 -B2 -W17 +W24 -B6 +B22
2.5 +B24 -W1 +B16 =BYE -W10 -B11
2.5 +W19 -B12 +W23 =BYE -B9
2.5 -B18 +W20 -B13 -W7 =B25 +W21
2.5 -W12 -B19 =W25 +B27 -B11 +W26
2.0 +B6 -B8 -W15 +W26 -B13 -B19
2.0 -B4 +W24 -B5 -W14 +B26 -W16
2.0 -B13 +W7 -B18 -W6 -B24 +W27
2.0 -W17 -B22 +BYE -B16 +W23 -B15
2.0 -W8 -B10 =B20 -W11 =W19 +BYE
1.0 -W15 +BYE -B10 -B21 -W22 -B20
1.0 -W2 -W6 -B7 -W20 +BYE -B23
"""
"""The Hamilton Chess Club championship of 2018 (hamiltonchess.net, 11 April 2018).

Each row has points, then results (won, drawn or lost), colour (White or Black) and opponent. The first two were
separated by their opponents' strength: direct encounter ½–½, Buchholz 22.5 to 20, Buchholz without the lowest 20 for
the first.
"""

DARE, NOLAN = 1, 2


def hamilton() -> Results:
    rows = [line.split()[1:] for line in HAMILTON.split("\n") if line]
    games = [game for one, row in enumerate(rows, start=1) for game in _games(one, row)]
    # A requested rest gave half a point, and a missing opponent a whole one. Here there is only one kind of bye, so
    # these count as two.
    rested = [(one, word) for one, row in enumerate(rows, start=1) for word in row if word.endswith("BYE")]
    byes = [Bye(0, one) for one, word in rested for _half in range(2 if word[0] == "+" else 1)]
    return Results(tuple(games), tuple(byes))


def _games(one: int, row: list[str]) -> Iterator[Result]:
    """Yield each game from the row of the lower number, with White in the first seat."""
    for word in row:
        if not word.endswith("BYE") and (other := int(word[2:])) > one:
            mine, theirs = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}[word[0]]
            white = word[1] == "W"
            yield Result(0, (one, other) if white else (other, one), (mine, theirs) if white else (theirs, mine))


def table(results: Results, *order: str) -> dict[int, Standing]:
    everybody = {one for pod in results.pods for one in pod.seats}
    scoring = Scoring(bye=Decimal("0.5"))
    found = compute_standings(
        [Entrant(one) for one in everybody], results, scoring=scoring, seed=bytes(32), order=order
    )
    return {line.entrant: line for line in found}


def test_the_points_of_all_27_are_those_that_were_published() -> None:
    published = [Fraction(line.split()[0]) for line in HAMILTON.split("\n") if line]
    found = table(hamilton())
    assert [found[one].points for one in range(1, 28)] == published


def test_a_direct_meeting_that_was_drawn_decides_nothing() -> None:
    found = table(hamilton(), "direct")
    assert found[DARE].measures == found[NOLAN].measures == (Fraction(1, 2),)
    assert found[DARE].place == found[NOLAN].place == 1


def test_opponents_without_the_lowest_decide_as_they_did() -> None:
    """Check a published tie-break.

    Dare met 3.5, 2.5, 3, 5.5, 4 and 4: without the lowest 20, over five. Nolan met 1, 3, 3.5, 5.5, 3.5 and 3.5: without
    the lowest 19. (Published as 19.5, because chess programs count half a point for an opponent's bye.)
    """
    found = table(hamilton(), "direct", "opponents")
    assert found[DARE].measures == (Fraction(1, 2), Fraction(20, 5))
    assert found[NOLAN].measures == (Fraction(1, 2), Fraction(19, 5))
    assert [found[DARE].place, found[NOLAN].place] == [1, 2]


def test_a_drawn_duel_is_half_a_win_other_than_in_chess() -> None:
    """Check the Candidates' tournament of 2013, with fourteen rounds.

    Carlsen and Kramnik had 8½ points and drew both of their games. Carlsen won five, lost two and drew seven; Kramnik
    won four, lost one and drew nine. There, the five wins decided. Here, a shared first place counts in part, as the
    page explains: 5 + 7/2 = 4 + 9/2.
    """
    carlsen, kramnik, others = 1, 2, range(10, 40)
    won, drawn = (1, 2), (1, 1)
    record = {carlsen: [won] * 5 + [won[::-1]] * 2 + [drawn] * 5, kramnik: [won] * 4 + [won[::-1]] + [drawn] * 7}
    opponents = iter(others)
    games = [Result(0, (one, next(opponents)), (ends[0], ends[1])) for one, row in record.items() for ends in row]
    games += [Result(0, (carlsen, kramnik), drawn), Result(1, (kramnik, carlsen), drawn)]
    found = table(Results(tuple(games)), "direct", "wins")
    assert found[carlsen].points == found[kramnik].points == Fraction(17, 2)
    assert found[carlsen].measures == found[kramnik].measures == (1, Fraction(17, 2))


def test_points_of_those_who_are_knocked_out_together_are_shared() -> None:
    """Check the scoring of Commander in shops at tables of four.

    The points are 3, 2, 1 and 0 (howayte.com, “Points calculation for multiple player knockout”). Three players who are
    eliminated at once have (0 + 1 + 2) / 3 = 1 each.
    """
    scoring = Scoring(tables=(tuple(map(Decimal, (3, 2, 1, 0))),))
    assert compute_seat_points(Result(0, (1, 2, 3, 4), (1, 2, 2, 2)), scoring) == (3, 1, 1, 1)
    assert compute_seat_points(Result(0, (1, 2, 3, 4), (1, 2, 2, 4)), scoring) == (3, Fraction(3, 2), Fraction(3, 2), 0)
