"""Tests of hundreds of whole tournaments, which end with everyone ranked despite absences and corrections."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pytest

from apps.kernel.game import compute_places
from apps.tournaments.formats.next_round import propose_round, shuffle_entrants
from apps.tournaments.formats.progression import PlayedRound, compute_next_round, is_stage_cut_short
from apps.tournaments.formats.ranking import Ranked, compute_ranking
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss, describe_stages_flaw
from apps.tournaments.pairing.history import build_past
from apps.tournaments.pairing.knockout import plan_knockout
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes, divide_evenly
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import Standing, compute_standings

MANY: Final = 1_000
LONGEST: Final = 40
SEED: Final = bytes(32)


class Course:
    """A tournament with random events."""

    def __init__(self, stages: Stages, entrants: int, luck: random.Random, *, paired: bool) -> None:
        self.stages, self.luck, self.paired = stages, luck, paired
        self.everybody = list(range(1, entrants + 1))
        self.out: set[int] = set()
        self.played: list[PlayedRound] = []
        self.scoring = Scoring(
            autopilot=luck.choice(["place", "last", "nothing"]), missing=luck.choice(["last", "nothing"])
        )
        self.drop = luck.random() < 0.7

    def standing(self) -> tuple[Standing, ...]:
        rounds = [one for one in self.played if not isinstance(self.stages[one.stage], Knockout)]
        if not rounds:
            return ()
        pods = tuple(pod for one in rounds for pod in one.pods)
        byes = tuple(Bye(i, entrant) for i, one in enumerate(self.played) if one in rounds for entrant in one.byes)
        people = [Entrant(one, one in self.out) for one in self.everybody]
        return compute_standings(people, Results(pods, byes), scoring=self.scoring, seed=SEED)

    def order(self, standing: Sequence[Standing]) -> tuple[int, ...]:
        return tuple(line.entrant for line in standing) or shuffle_entrants(self.everybody, seed=SEED)

    def ranking(self) -> tuple[Ranked, ...]:
        standing = self.standing()
        knockout = [one for one in self.played if isinstance(self.stages[one.stage], Knockout)]
        onward = next((stage.onward for stage in self.stages if isinstance(stage, Knockout)), 1)
        return compute_ranking(
            standing, self.order(standing), knockout, onward=onward, scoring=self.scoring, out=self.out
        )

    def play(self) -> None:
        """Play one round after the other until there is none."""
        while (more := self._one()) is not None:
            self.played.append(more)
            assert len(self.played) <= LONGEST, "it never ends"
            if self.drop:
                self.out |= {one for pod in more.pods for one in pod.missing}
            self._leave()
            self._correct()

    def _one(self) -> PlayedRound | None:
        order = self.order(self.standing())
        coming = compute_next_round(self.stages, self.played, order, out=self.out, scoring=self.scoring)
        while coming is not None:
            assert not set(coming.field) & self.out
            assert len(coming.field) == len(set(coming.field))
            try:
                tables, byes = self._tables(self.stages[coming.stage], coming.field, coming.number)
                pods = tuple(self._ended(seats) for seats in tables)
                return PlayedRound(coming.stage, coming.field, pods, byes)
            except Impossible:
                coming = compute_next_round(
                    self.stages, self.played, order, out=self.out, scoring=self.scoring, since=coming.stage + 1
                )
        return None

    def _tables(
        self, stage: Stage, field: tuple[int, ...], number: int
    ) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
        if self.paired:
            results = Results(tuple(pod for one in self.played for pod in one.pods), tuple(
                Bye(i, entrant) for i, one in enumerate(self.played) for entrant in one.byes))  # fmt: skip
            past = build_past(results, scores={line.entrant: line.points for line in self.standing()})
            made = propose_round(stage, field, past, round=number, seed=SEED)
            return [pod.seats for pod in made.pods], made.byes
        if isinstance(stage, Knockout):
            step = plan_knockout(len(field), most=stage.most, least=stage.least, onward=stage.onward)[0]
            rest, playing = field[: step.byes], field[step.byes :]
            return _dealt(playing, divide_evenly(len(playing), step.tables)), rest
        whole, free = compute_table_sizes(len(field), most=stage.most, least=stage.least)
        turned = [*field[number:], *field[:number]] if isinstance(stage, Swiss) else list(field)
        return _dealt(turned[free:], whole), tuple(turned[:free])

    def _ended(self, seats: tuple[int, ...]) -> Result:
        places = compute_places([self.luck.randrange(5) for _ in seats]) if self.luck.random() < 0.9 else ()
        missing = frozenset(one for one in seats if self.luck.random() < 0.05)
        autopilot = frozenset(one for one in seats if self.luck.random() < 0.05)
        return Result(len(self.played), seats, places, missing=missing, autopilot=autopilot | missing)

    def _leave(self) -> None:
        self.out |= {one for one in self.everybody if self.luck.random() < 0.04}
        if not isinstance(self.stages[self.played[-1].stage], Knockout) and self.luck.random() < 0.2:
            self.everybody.append(len(self.everybody) + 1)
            self.out -= {one for one in self.out if self.luck.random() < 0.3}

    def _correct(self) -> None:
        last = self.played[-1]
        pods = tuple(self._ended(pod.seats) if self.luck.random() < 0.1 else pod for pod in last.pods)
        self.played[-1] = PlayedRound(last.stage, last.field, pods, last.byes)


def _dealt(field: Sequence[int], tables: Sequence[int]) -> list[tuple[int, ...]]:
    people = iter(field)
    return [tuple(next(people) for _ in range(table)) for table in tables]


def course(number: int, *, paired: bool) -> Course:
    """Return a tournament that can start."""
    luck = random.Random(number)
    while True:
        least = luck.randint(2, 4)
        most = luck.randint(least, 5)
        starts: list[Stage] = [
            Swiss(luck.randint(1, 5), most, least),
            Groups(luck.randint(1, 3), luck.randint(1, 3), most, least),
            Knockout(0, most, least, luck.randint(1, least)),
        ]
        start = luck.choice(starts)
        end = [Knockout(luck.randint(least, 8), most, least, luck.randint(1, least))] * luck.randint(0, 1)
        stages = (start, *([] if isinstance(start, Knockout) else end))
        entrants = luck.randint(3, 16 if paired else 40)
        if describe_stages_flaw(stages, entrants) is None:
            return Course(stages, entrants, luck, paired=paired)


def check(whole: Course) -> None:
    whole.play()
    lines = whole.ranking()
    assert Counter(line.entrant for line in lines) == dict.fromkeys(whole.everybody, 1)
    assert lines[0].place == 1
    assert all(a.place <= b.place <= i + 1 for i, (a, b) in enumerate(pairwise(lines), start=1))
    played = Counter(one.stage for one in whole.played)
    for number, stage in enumerate(whole.stages):
        if isinstance(stage, Swiss):
            assert played[number] <= stage.rounds
        if isinstance(stage, Groups):
            assert played[number] <= 1
    byes = Counter(one for turn in whole.played if isinstance(whole.stages[turn.stage], Swiss) for one in turn.byes)
    if whole.paired:
        assert all(times == 1 for times in byes.values())
    reached = [line.reached for line in lines if line.reached is not None]
    assert reached == sorted(reached, reverse=True)


@pytest.mark.parametrize("numbers", [range(100), pytest.param(range(100, MANY), marks=pytest.mark.slow)], ids=str)
def test_whatever_happens_everybody_is_ranked_once(numbers: range) -> None:
    for number in numbers:
        check(course(number, paired=False))


@pytest.mark.slow
def test_whatever_happens_to_rounds_that_were_really_paired_everybody_is_ranked_once() -> None:
    for number in range(6):
        check(course(number, paired=True))


def test_what_is_left_out_is_known() -> None:
    swiss, top = Swiss(2, 4, 3), Knockout(4, 4, 3, 1)
    one, final = PlayedRound(0, (1, 2, 3, 4)), PlayedRound(1, (1, 2, 3, 4))
    assert not is_stage_cut_short((swiss, top), [one], 0)
    assert is_stage_cut_short((swiss, top), [one], 1)
    assert not is_stage_cut_short((swiss, top), [one, one], 1)
    assert is_stage_cut_short((swiss, top), [one, one], 2)
    assert not is_stage_cut_short((swiss, top), [one, one, final], 2)
    assert is_stage_cut_short((swiss, top), [one, one, PlayedRound(1, tuple(range(8)))], 2)
    assert is_stage_cut_short((swiss, top), [], 1)
    assert not is_stage_cut_short((swiss, top), [], 0)


def test_groups_that_cannot_be_played_by_those_who_are_left_are_left_out() -> None:
    """Check five players at tables of four. Someone rests in each of six rounds, but only five byes are possible."""
    stages = (Groups(1, 6, 4, 4), Knockout(2, 2, 2, 1))
    coming = compute_next_round(stages, [], (1, 2, 3, 4, 5), out=(), scoring=Scoring())
    assert coming is not None
    assert (coming.stage, coming.field) == (1, (1, 2))
