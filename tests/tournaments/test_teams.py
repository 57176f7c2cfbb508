"""Tests of teams: creating, joining, leaving and arranging them, and the combined value of their boards."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils.translation import gettext, ngettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.models import Chair, Match
from apps.people.services import account_deletion
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Knockout, Swiss
from apps.tournaments.models import Entry, PodMatch, TeamMember, Tournament
from apps.tournaments.scoring.points import NO_POINTS, Scoring
from apps.tournaments.scoring.results import Bye, Result, Results
from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors import rounds as views
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.services import corrections, entries, lifecycle, matches, notify, rounds, teams
from tests.factories.teams import BOARDS, EVE, all_ends, boards_end, team, team_cup
from tests.factories.tournaments import NOON, bots, look, played, seen, told, tournament

pytestmark = pytest.mark.django_db
IN, OUT, WAITING = Entry.State.IN, Entry.State.OUT, Entry.State.WAITING


def three(player: Any, **more: Any) -> tuple[Tournament, list[list[Player]]]:
    cup = team_cup(**more)
    people = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows")]
    look(cup)
    return cup, people


def seated(of: Tournament) -> list[set[str]]:
    """Return the players at each board."""
    boards = PodMatch.objects.filter(pod__round__tournament=of).order_by("pod__round", "number")
    return [
        set(Chair.objects.filter(match=board.match_id).values_list("player__username", flat=True)) for board in boards
    ]


def test_at_every_board_one_of_each_team_plays(player: Any) -> None:
    cup, _people = three(player)
    assert seated(cup) == [{f"ants{n}", f"bees{n}", f"crows{n}"} for n in range(3)]


def test_all_boards_are_played_at_once_and_everybody_sits_somewhere_else_at_each(player: Any) -> None:
    cup, _people = three(player)
    [table] = seen(cup).published[0].pods
    assert [match.over_at for match in table.came] == [None, None, None]
    first = [table.lineups[board][0] for board in range(3)]  # type: ignore[index]
    assert {member.entrant for member in first if member} == {1, 2, 3}


def test_a_table_goes_to_the_team_with_most_points_of_all_its_boards(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (2, 3, 1))  # 1 has 1 + 1 + 0, 2 has ½ + ½ + 1, 3 has 0 + 0 + ½.
    [table] = seen(cup).published[0].pods
    assert table.result is not None
    places = dict(zip(table.result.seats, table.result.places, strict=True))
    assert places == {1: 1, 2: 1, 3: 3}
    boards = dict(zip(table.result.seats, map(float, table.result.boards), strict=True))
    assert boards == {1: 2.0, 2: 2.0, 3: 0.5}


def test_board_points_decide_between_teams_with_equal_points(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    look(cup)
    boards_end(cup, (2, 1, 3), (2, 1, 3), (1, 2, 3))  # 1 has 2 points and 2 has 2½, so 2 wins the table
    book = look(cup)
    lines = {line.entrant: line for line in book.standing}
    assert {number: float(line.points) for number, line in lines.items()} == {1: 1.5, 2: 1.5, 3: 0.0}
    assert [float(lines[number].measures[0]) for number in (1, 2)] == [2.5, 2.0]
    assert [line.entrant for line in book.ranking] == [1, 2, 3]


def test_a_table_waits_for_its_last_board(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3))
    [table] = look(cup).published[0].pods
    assert table.result is None


def test_who_never_comes_loses_their_board_and_the_team_plays_on(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3), silent=(0,))  # 1 has 0 + 1 + 1, 2 has 1 + ½ + ½.
    [table] = seen(cup).published[0].pods
    assert table.result is not None
    assert dict(zip(table.result.seats, table.result.places, strict=True)) == {1: 1, 2: 1, 3: 3}
    assert table.result.missing == frozenset()
    look(cup)
    assert cup.entries.get(number=1).state == IN


def test_a_team_that_comes_to_no_board_is_out_until_it_is_back(player: Any) -> None:
    cup = team_cup(Swiss(rounds=3, most=4, least=3, matches=3))
    ants, *_others = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows", "Doves")]
    look(cup)
    boards_end(cup, *[(1, 2, 3, 4)] * 3, silent=(0, 1, 2))
    look(cup)
    assert (cup.entries.get(number=1).state, cup.entries.get(number=1).missed) == (OUT, True)
    assert all(notify.DROPPED in told(one) for one in ants)
    entries.come_back(code=cup.code, player=ants[0], now=NOON)
    assert cup.entries.get(number=1).state == IN


def test_a_tournament_of_teams_of_bots_runs_by_itself(quick: None) -> None:
    cup = team_cup(Swiss(rounds=2, most=4, least=3, matches=3), Knockout(top=4, most=4, least=3, onward=1, matches=3))
    bots(cup, 7)
    played(cup, step=timedelta(minutes=1))
    book = seen(cup)
    assert cup.status == Tournament.Status.OVER
    assert sorted(line.entrant for line in book.ranking) == list(range(1, 8))
    assert all(len(table.came) == 3 for turn in book.published for table in turn.pods)


def test_a_team_that_is_too_few_does_not_play_and_all_of_it_are_told(player: Any) -> None:
    cup = team_cup(least=3)
    for name in ("Ants", "Bees", "Crows"):
        team(cup, player, name)
    _entry, short = team(cup, player, "Doves", 2)
    look(cup)
    assert list(cup.entries.order_by("number").values_list("state", flat=True)) == [IN, IN, IN, OUT]
    assert all(told(one)[-1] == notify.DROPPED for one in short)
    assert not TeamMember.objects.filter(entry__number=4, left_at=None).exists()


def test_a_complete_team_that_waits_takes_the_place_of_one_that_is_too_few(player: Any) -> None:
    cup = team_cup(least=3, most=3)
    for name, people in (("Ants", 3), ("Bees", 3), ("Crows", 1), ("Doves", 3)):
        team(cup, player, name, people)
    look(cup)
    assert list(cup.entries.order_by("number").values_list("state", flat=True)) == [IN, IN, OUT, IN]


def test_who_joins_after_the_beginning_plays_from_the_next_table_on(player: Any) -> None:
    cup, [[captain, *_rest], *_others] = three(player)
    new = player("newcomer")
    key = cup.entries.get(number=1).key
    teams.join_team(code=cup.code, number=1, key=key, player=new, now=NOON)
    order = [member.key for member in seen(cup).teams[1]]
    teams.arrange_boards(code=cup.code, number=1, player=captain, members=[order[3], *order[:3]], now=NOON)
    assert "newcomer" not in set().union(*seated(cup))
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    look(cup)
    assert "newcomer" in seated(cup)[3]
    assert "ants2" not in set().union(*seated(cup)[3:])


def test_who_played_a_board_has_played_it_whoever_sits_there_later(player: Any) -> None:
    cup, [[captain, second, *_rest], *_others] = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    before = seen(cup).published[0].pods[0].result
    teams.leave_team(code=cup.code, player=second, now=NOON)
    order = [member.key for member in seen(cup).teams[1]]
    teams.arrange_boards(code=cup.code, number=1, player=captain, members=order[::-1], now=NOON)
    assert seen(cup).published[0].pods[0].result == before


def test_an_account_that_goes_takes_no_board_that_was_played_with_it(player: Any) -> None:
    cup, [[captain, second, *_rest], *_others] = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    before = seen(cup).published[0].pods[0].result
    for one in (second, captain):
        account_deletion.delete_account(player=one, now=NOON)
    assert seen(cup).published[0].pods[0].result == before
    assert cup.entries.get(number=1).player == Player.objects.get(username="ants2")


def test_who_leaves_a_team_leaves_their_board_to_the_bot(player: Any) -> None:
    cup, [[captain, second, third], *_others] = three(player)
    teams.leave_team(code=cup.code, player=second, now=NOON)
    chairs = Chair.objects.filter(match__over_at=None)
    assert not chairs.filter(player=second).exists()
    assert chairs.filter(player__in=[captain, third]).count() == 2
    assert [member.name for member in seen(cup).teams[1]] == ["ants0", "ants2"]


def test_a_team_without_somebody_for_a_board_has_not_come_there(player: Any) -> None:
    cup, [[_captain, second, _third], *_others] = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))
    teams.leave_team(code=cup.code, player=second, now=NOON)
    look(cup)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (1, 2, 3))  # The last board has no one of team 1, which has 1 + 1 + 0.
    table = seen(cup).published[1].pods[0]
    assert table.lineups[2] is not None
    assert None in table.lineups[2]
    assert table.result is not None
    boards = dict(zip(table.result.seats, map(float, table.result.boards), strict=True))
    assert boards == {1: 2.0, 2: 2.0, 3: 0.5}


def test_when_its_captain_leaves_the_next_is_captain_and_the_last_withdraws_it(player: Any) -> None:
    cup = team_cup()
    _entry, [first, second] = team(cup, player, "Ants", 2)
    teams.leave_team(code=cup.code, player=first, now=EVE)
    assert cup.entries.get().player == second
    teams.leave_team(code=cup.code, player=second, now=EVE)
    assert cup.entries.get().state == OUT


def test_a_captain_withdraws_the_whole_team_and_all_may_join_others(player: Any) -> None:
    cup = team_cup()
    _entry, [captain, other, _third] = team(cup, player, "Ants")
    entries.leave_tournament(code=cup.code, player=captain, now=EVE)
    again = entries.register_player(code=cup.code, player=other, team="Aphids", now=EVE)
    assert (again.number, again.team) == (2, "Aphids")


def test_a_withdrawn_captain_may_register_a_team_again_under_another_name(player: Any) -> None:
    cup = team_cup()
    entry, [captain, *_others] = team(cup, player, "Ants")
    entries.leave_tournament(code=cup.code, player=captain, now=EVE)
    again = entries.register_player(code=cup.code, player=captain, team="Aphids", now=EVE)
    assert (again.number, again.team, again.key != entry.key) == (1, "Aphids", True)
    assert [member.name for member in seen(cup).teams[1]] == ["ants0"]


@pytest.mark.parametrize("name", ["", "ab", "  a  b ", "x" * 41, "a\u202ebc", "admin"])
def test_a_team_needs_a_name_that_can_be_read(player: Any, name: str) -> None:
    cup = team_cup()
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=player("ada"), team=name, now=EVE)
    assert not cup.entries.exists()


@pytest.mark.parametrize("name", ["Ants", "ANTS", "Аnts", "Berta"])
def test_no_team_looks_like_another_or_like_a_player(player: Any, name: str) -> None:
    cup = team_cup()
    player("berta")
    team(cup, player, "Ants", 1)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=player("ada"), team=name, now=EVE)


def test_nobody_is_in_two_teams(player: Any) -> None:
    cup = team_cup()
    _ants, [_captain, member] = team(cup, player, "Ants", 2)
    bees, [queen] = team(cup, player, "Bees", 1)
    with pytest.raises(TournamentRefused):
        teams.join_team(code=cup.code, number=bees.number, key=bees.key, player=member, now=EVE)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=member, team="Moles", now=EVE)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=queen, team="Moles", now=EVE)


def test_a_team_takes_two_more_than_it_has_boards(player: Any) -> None:
    cup = team_cup()
    entry, _people = team(cup, player, "Ants", 5)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("The team is full."))):
        teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=player("late"), now=EVE)


@pytest.mark.parametrize("key", ["", "wrong", "ключ"])
def test_only_its_link_leads_into_a_team(player: Any, key: str) -> None:
    cup = team_cup()
    entry, _people = team(cup, player, "Ants", 1)
    with pytest.raises(TournamentRefused):
        teams.join_team(code=cup.code, number=entry.number, key=key, player=player("ada"), now=EVE)


def test_guests_and_those_who_blocked_one_of_it_do_not_join(player: Any) -> None:
    cup = team_cup()
    entry, [captain] = team(cup, player, "Ants", 1)
    guest, foe = player("guest"), player("foe")
    guest.guest = True
    guest.save()
    relations.block_player(owner=captain, other=foe, now=EVE)
    with pytest.raises(AccountNeeded):
        teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=guest, now=EVE)
    with pytest.raises(TournamentRefused):
        teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=foe, now=EVE)


def test_only_the_captain_decides_on_the_team(player: Any) -> None:
    cup = team_cup()
    entry, [captain, second, third] = team(cup, player, "Ants")
    keys = [member.key for member in seen(cup).teams[entry.number]]
    for refused in (
        lambda: teams.arrange_boards(code=cup.code, number=1, player=second, members=keys, now=EVE),
        lambda: teams.dismiss_member(code=cup.code, number=1, player=second, member=keys[2], now=EVE),
        lambda: teams.arrange_boards(code=cup.code, number=1, player=captain, members=keys[:2], now=EVE),
        lambda: teams.arrange_boards(code=cup.code, number=1, player=captain, members=[keys[0]] * 3, now=EVE),
        lambda: teams.dismiss_member(code=cup.code, number=1, player=captain, member=keys[0], now=EVE),
        lambda: teams.dismiss_member(code=cup.code, number=1, player=captain, member=0, now=EVE),
    ):
        with pytest.raises(TournamentRefused):
            refused()
    teams.dismiss_member(code=cup.code, number=1, player=captain, member=keys[2], now=EVE)
    assert told(third)[-1] == notify.TEAM_LEFT
    assert [member.key for member in seen(cup).teams[entry.number]] == keys[:2]


def test_where_teams_play_nobody_registers_alone_and_nobody_is_replaced(player: Any) -> None:
    cup, [[captain, *_rest], *_others] = three(player)
    with pytest.raises(TournamentRefused):
        entries.replace_entrant(code=cup.code, number=1, player=player("ada"), by=None, now=NOON)
    open_ = team_cup()
    with pytest.raises(TournamentRefused):
        entries.add_entrant(code=open_.code, player=captain, by=None, now=EVE)


def test_where_everybody_plays_for_themselves_a_name_makes_no_team(player: Any) -> None:
    cup = tournament()
    entry = entries.register_player(code=cup.code, player=player("ada"), team="Ants", now=EVE)
    assert (entry.team, TeamMember.objects.count()) == ("", 0)


def test_all_of_a_team_are_told_where_it_stands(player: Any) -> None:
    _cup, people = three(player)
    assert all({notify.STARTED, notify.PAIRED} <= set(told(one)) for each in people for one in each)


def test_teams_with_people_who_blocked_each_other_do_not_meet_where_that_can_be(player: Any) -> None:
    cup = team_cup(Swiss(rounds=1, most=3, least=3, matches=3), least=6)
    people = [team(cup, player, f"Team{letter}")[1] for letter in "abcdef"]
    for one, other in ((0, 1), (0, 2), (0, 3)):
        relations.block_player(owner=people[one][1], other=people[other][2], now=EVE)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    pods = seen(cup).rounds[0].proposal.pods
    assert {1, 5, 6} in [set(pod.seats) for pod in pods]


def test_a_cancelled_tournament_tells_all_of_its_teams(player: Any) -> None:
    cup, people = three(player)
    lifecycle.cancel_tournament(code=cup.code, reason="rain", by=None, now=NOON)
    assert all(notify.CANCELLED in told(one) for each in people for one in each)


def test_when_the_time_is_up_only_the_boards_count_where_somebody_owed_an_answer(player: Any) -> None:
    cup, _people = three(player, round_hours=1)
    boards_end(cup, (1, 2, 3), (1, 2, 3))
    look(cup, now=NOON + timedelta(hours=2))
    [table] = seen(cup).published[0].pods
    assert table.result is not None
    assert table.result.places
    assert (
        Match.objects.filter(over_at=None, pk__in=PodMatch.objects.filter(pod=table.pod).values("match")).count() == 0
    )


def test_teams_may_be_of_five(player: Any) -> None:
    cup = team_cup(Swiss(rounds=1, most=3, least=3, matches=5), plan={"team": 5})
    for name in ("Ants", "Bees", "Crows"):
        team(cup, player, name, 5)
    look(cup)
    assert [len(board) for board in seated(cup)] == [3] * 5
    assert BOARDS.matches == 3


def test_who_was_left_in_a_withdrawn_team_may_leave_it_and_join_another(player: Any) -> None:
    cup, [[captain, second, third], *_others] = three(player)
    entries.leave_tournament(code=cup.code, player=captain, now=NOON)
    for one in (captain, second, third):
        teams.leave_team(code=cup.code, player=one, now=NOON)
    bees = cup.entries.get(number=2)
    teams.join_team(code=cup.code, number=2, key=bees.key, player=third, now=NOON)
    assert [member.name for member in seen(cup).teams[2]] == ["bees0", "bees1", "bees2", "ants2"]
    assert 1 not in seen(cup).teams


def test_all_of_a_team_hear_that_a_place_became_free(player: Any) -> None:
    cup = team_cup(most=3)
    captains = [team(cup, player, name, 2)[1] for name in ("Ants", "Bees", "Crows", "Doves")]
    entries.leave_tournament(code=cup.code, player=captains[0][0], now=EVE)
    assert all(notify.MOVED_UP in told(one) for one in captains[3])


@pytest.mark.parametrize(("before", "after", "refused"), [(3, 0, True), (0, 3, True), (3, 4, False)])
def test_whether_teams_play_is_settled_with_the_first_who_registers(
    player: Any, before: int, after: int, *, refused: bool
) -> None:
    cup = team_cup(plan={"team": before})
    plan = {**cup.plan, "team": after}
    lifecycle.update_settings(code=cup.code, values={"plan": plan}, by=None, now=EVE)
    lifecycle.update_settings(code=cup.code, values={"plan": cup.plan}, by=None, now=EVE)
    entries.register_player(code=cup.code, player=player("ada"), team="Ants", now=EVE)
    if refused:
        with pytest.raises(TournamentRefused):
            lifecycle.update_settings(code=cup.code, values={"plan": plan}, by=None, now=EVE)
    else:
        lifecycle.update_settings(code=cup.code, values={"plan": plan}, by=None, now=EVE)
    cup.refresh_from_db()
    assert cup.plan["team"] == (before if refused else after)


def test_the_last_of_a_team_may_leave_it_and_the_house(player: Any) -> None:
    cup, [people, *_others] = three(player)
    for one in people:
        teams.leave_team(code=cup.code, player=one, now=NOON)
        assert not TeamMember.objects.filter(player=one, left_at=None).exists()
        account_deletion.delete_account(player=one, now=NOON)
    assert cup.entries.get(number=1).state == OUT


def test_who_had_a_team_of_their_own_may_become_captain_of_another(player: Any) -> None:
    cup = team_cup()
    _entry, [former] = team(cup, player, "Ants", 1)
    entries.leave_tournament(code=cup.code, player=former, now=EVE)
    bees, [queen] = team(cup, player, "Bees", 1)
    teams.join_team(code=cup.code, number=bees.number, key=bees.key, player=former, now=EVE)
    teams.leave_team(code=cup.code, player=queen, now=EVE)
    assert cup.entries.get(number=bees.number).player == former
    assert told(former)[-1] == notify.TEAM_CAPTAIN


def test_a_team_that_was_never_complete_does_not_come_back_without_anybody(player: Any) -> None:
    cup = team_cup()
    for name in ("Ants", "Bees", "Crows"):
        team(cup, player, name)
    _entry, [captain, _second] = team(cup, player, "Doves", 2)
    look(cup)
    lacking = gettext("Your team doesn’t have enough players for every board.")
    with pytest.raises(TournamentRefused, match=re.escape(lacking)):
        entries.come_back(code=cup.code, player=captain, now=NOON)


def test_all_of_a_team_that_missed_a_table_may_say_that_it_is_back(player: Any) -> None:
    cup = team_cup(Swiss(rounds=3, most=4, least=3, matches=3))
    ants, *_others = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows", "Doves")]
    look(cup)
    boards_end(cup, *[(1, 2, 3, 4)] * 3, silent=(0, 1, 2))
    look(cup)
    entries.come_back(code=cup.code, player=ants[2], now=NOON)
    assert cup.entries.get(number=1).state == IN


def test_nobody_of_a_team_that_withdrew_before_the_deal_is_dealt_in(player: Any) -> None:
    cup = team_cup(by_itself=False)
    people = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows")]
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=people[0][0], now=NOON)
    matches.deal_owed(now=NOON)
    assert not Chair.objects.filter(player__in=people[0]).exists()
    assert Chair.objects.filter(player__in=people[1]).count() == 3


def test_a_correction_that_changes_nothing_changes_no_board_points(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, (1, 2, 3), (1, 2, 3), (2, 1, 3))
    before = seen(cup).published[0].pods[0].result
    assert before is not None
    corrections.correct_result(
        code=cup.code, number=0, index=0, places=list(before.places), reason="The same.", by=None, now=NOON
    )
    after = seen(cup).published[0].pods[0].result
    assert after is not None
    assert (after.places, after.boards) == (before.places, before.boards)


def test_a_bye_costs_no_board_points() -> None:
    results = Results(
        (
            Result(0, (1, 2), (1, 2), boards=(Fraction(2), Fraction(1))),
            Result(1, (1, 3), (1, 2), boards=(NO_POINTS, NO_POINTS)),
        ),
        (Bye(0, 3), Bye(1, 2)),
    )
    measured = TIE_BREAKS["boards"].measure(Sheet(results, Scoring(), b"seed"), [1, 2, 3])
    assert measured == {1: 1, 2: 1, 3: 0}


def test_the_others_hear_that_their_captain_withdrew_the_team(player: Any) -> None:
    cup, [[captain, second, third], *_others] = three(player)
    entries.leave_tournament(code=cup.code, player=captain, now=NOON)
    assert [told(one)[-1] for one in (second, third)] == [notify.TEAM_WITHDRAWN] * 2
    assert notify.TEAM_WITHDRAWN not in told(captain)


def test_whoever_was_dismissed_does_not_come_back_by_the_link_they_have(player: Any) -> None:
    cup = team_cup()
    entry, [captain, second] = team(cup, player, "Ants", 2)
    key = seen(cup).teams[1][1].key
    teams.dismiss_member(code=cup.code, number=1, player=captain, member=key, now=EVE)
    gone = gettext("This team link no longer works. Ask the captain for a new one.")
    with pytest.raises(TournamentRefused, match=re.escape(gone)):
        teams.join_team(code=cup.code, number=1, key=entry.key, player=second, now=EVE)


def test_who_joins_is_not_left_paired_with_somebody_they_blocked(player: Any) -> None:
    cup = team_cup(Swiss(rounds=2, most=3, least=3, matches=3), by_itself=False)
    people = [team(cup, player, f"Team{letter}")[1] for letter in "abcdef"]
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    with_first = next(pod.seats for pod in seen(cup).rounds[0].proposal.pods if 1 in pod.seats)
    other = next(number for number in with_first if number != 1)
    new, foe = player("newcomer"), people[other - 1][0]
    relations.block_player(owner=new, other=foe, now=EVE)
    teams.join_team(code=cup.code, number=1, key=cup.entries.get(number=1).key, player=new, now=NOON)
    assert not any({1, other} <= set(pod.seats) for pod in seen(cup).rounds[0].proposal.pods)


def test_nobody_joins_whose_team_plays_its_last_tables_already(player: Any) -> None:
    cup, _people = three(player)
    boards_end(cup, *[(1, 2, 3)] * 3)
    look(cup)
    with pytest.raises(TournamentRefused, match="last tables"):
        teams.join_team(code=cup.code, number=1, key=cup.entries.get(number=1).key, player=player("late"), now=NOON)


def test_only_complete_teams_move_up_once_it_has_begun(player: Any) -> None:
    cup = team_cup(most=3)
    people = [team(cup, player, name)[1] for name in ("Ants", "Bees", "Crows", "Doves")]
    look(cup)
    teams.leave_team(code=cup.code, player=people[3][2], now=NOON)
    boards_end(cup, *[(1, 2, 3)] * 3)
    entries.leave_tournament(code=cup.code, player=people[0][0], now=NOON)
    assert cup.entries.get(number=4).state == WAITING


def test_when_a_captain_leaves_the_house_after_the_end_the_team_has_another(player: Any) -> None:
    cup, [[captain, second, _third], *_others] = three(player)
    all_ends(cup)
    account_deletion.delete_account(player=captain, now=NOON)
    assert cup.entries.get(number=1).player == second
    assert 1 not in seen(cup).out


def test_a_board_that_was_not_dealt_moves_no_other(player: Any) -> None:
    cup, _people = three(player)
    first = PodMatch.objects.get(number=0)
    first.match, first.lineup = None, None
    first.save()
    book = seen(cup)
    shown = views.build_round_view(book, book.published[0], Faces(book, reader=None, apart=()))
    boards = {match.number: {(one.name, one.team) for one in match.board} for match in shown.tables[0].matches}
    assert boards == {n + 1: {(f"ants{n}", "Ants"), (f"bees{n}", "Bees"), (f"crows{n}", "Crows")} for n in (1, 2)}


def test_the_name_of_a_team_that_never_played_is_free_again(player: Any) -> None:
    cup = team_cup()
    _entry, [captain, second] = team(cup, player, "Ants", 2)
    entries.leave_tournament(code=cup.code, player=captain, now=EVE)
    assert entries.register_player(code=cup.code, player=second, team="Ants", now=EVE).team == "Ants"


def test_an_organiser_reads_that_a_team_is_not_complete(player: Any) -> None:
    cup = team_cup(least=3)
    for name, people in (("Ants", 3), ("Bees", 3), ("Crows", 2)):
        team(cup, player, name, people)
    assert seen(cup).incomplete == {3}
    said = ngettext("%(count)d team is incomplete and won’t play.", "%(count)d teams are incomplete and won’t play.", 1)
    with pytest.raises(TournamentRefused, match=re.escape(said % {"count": 1})):
        lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
