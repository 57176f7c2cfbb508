"""A tournament, read whole: who takes part, what was played, and what follows from it. The only reader of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import msgspec
from django.db.models import Prefetch

from apps.matches.selectors import results as matches
from apps.tournaments.formats.next_round import drawn
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.progression import Next, PlayedRound, following
from apps.tournaments.formats.ranking import Ranked, ranking
from apps.tournaments.formats.stages import Knockout, Stage, Swiss
from apps.tournaments.models import Correction, Entry, Pod, PodMatch, Round, Tournament
from apps.tournaments.pairing.history import Past, remember
from apps.tournaments.pairing.proposal import Proposal, restored
from apps.tournaments.scoring.figures import Figure, figures
from apps.tournaments.scoring.results import Bye, Entrant, Results
from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.standings import Standing, standings
from apps.tournaments.selectors.pods import PodState, pod_state
from apps.tournaments.selectors.teams import Member, Team, assembled, everybody


@dataclass(frozen=True)
class RoundState:
    """A round with its tables."""

    round: Round
    stage: Stage
    field: tuple[int, ...]
    proposal: Proposal
    pods: tuple[PodState, ...]

    @property
    def published(self) -> bool:
        return self.round.state != Round.State.PROPOSED

    @property
    def done(self) -> bool:
        """Whether every table has ended."""
        return self.published and all(table.result is not None for table in self.pods)

    @property
    def played(self) -> PlayedRound:
        ended = tuple(table.result for table in self.pods if table.result is not None)
        return PlayedRound(self.round.stage, self.field, ended, self.proposal.byes)


@dataclass(frozen=True)
class TournamentSnapshot:
    """Everything there is to know of a tournament but its secret."""

    tournament: Tournament
    plan: Plan
    entries: Mapping[int, Entry]
    """By number; those on the waiting list, too. Each has a `name`."""
    rounds: tuple[RoundState, ...]
    members: Mapping[int, Member] = field(default_factory=dict)
    """By key: everybody who is or was in a team."""

    @cached_property
    def teams(self) -> Mapping[int, Team]:
        """By number of the entrant: who is in it now, board by board."""
        return assembled(self.members.values())

    def people(self, number: int) -> tuple[int, ...]:
        """Who speaks and is spoken to for an entrant: all of a team, or the player; nobody for a bot."""
        if self.plan.team:
            return tuple(member.player for member in self.teams.get(number, ()) if member.player is not None)
        player = self.entries[number].player_id
        return () if player is None else (player,)

    @property
    def incomplete(self) -> frozenset[int]:
        """Teams that take part and are too few for all boards."""
        teams = (entry.number for entry in self.entries.values() if entry.state == Entry.State.IN and not entry.bot)
        return frozenset(number for number in teams if len(self.people(number)) < self.plan.team)

    @cached_property
    def seed(self) -> bytes:
        """The secret behind lots and pairings; only shown when the tournament is over."""
        return bytes(self.tournament.luck.seed)

    @cached_property
    def entrants(self) -> tuple[Entry, ...]:
        """Those who take part, or took part in a round or until the end."""
        numbers = {number for round_ in self.published for number in round_.field}
        if self.tournament.ended:  # Accounts that went later took part.
            numbers |= {entry.number for entry in self.entries.values() if entry.state == Entry.State.IN}
        return tuple(entry for entry in self.entries.values() if entry.plays or entry.number in numbers)

    @cached_property
    def out(self) -> frozenset[int]:
        """Who plays no more rounds."""
        return frozenset(entry.number for entry in self.entries.values() if not entry.plays)

    @cached_property
    def published(self) -> tuple[RoundState, ...]:
        return tuple(round_ for round_ in self.rounds if round_.published)

    @cached_property
    def proposed(self) -> RoundState | None:
        """The round that waits for being published."""
        return next((round_ for round_ in self.rounds if not round_.published), None)

    @cached_property
    def results(self) -> Results:
        """What counts for points: everything but a knockout."""
        rounds = [round_ for round_ in self.published if not isinstance(round_.stage, Knockout)]
        return Results(
            pods=tuple(pod for round_ in rounds for pod in round_.played.pods),
            byes=tuple(Bye(round_.round.number, entrant) for round_ in rounds for entrant in round_.proposal.byes),
        )

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """The table of points, as of this moment; nobody before the first round for points."""
        if not any(not isinstance(round_.stage, Knockout) for round_ in self.published):
            return ()
        people = [Entrant(entry.number, entry.number in self.out) for entry in self.entrants]
        return standings(people, self.results, scoring=self.plan.scoring, seed=self.seed, order=self.plan.ties)

    @cached_property
    def figures(self) -> Mapping[int, tuple[Figure, ...]]:
        """Every tie-break's number of everybody in the table of points."""
        return figures(self.standing, Sheet(self.results, self.plan.scoring, self.seed), self.plan.ties)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Everybody, the best first: by points, or, before anybody has any, as they were drawn or rated."""
        if self.standing:
            return tuple(line.entrant for line in self.standing)
        numbers = drawn([entry.number for entry in self.entrants], seed=self.seed)
        if self.plan.seeding == "lot":
            return numbers
        return tuple(sorted(numbers, key=lambda number: _strength(self.entries[number]), reverse=True))

    @cached_property
    def ranking(self) -> tuple[Ranked, ...]:
        """Who stands where in the whole."""
        knockout = [round_.played for round_ in self.published if isinstance(round_.stage, Knockout)]
        onward = next((stage.onward for stage in self.plan.stages if isinstance(stage, Knockout)), 1)
        return ranking(self.standing, self.order, knockout, onward=onward, scoring=self.plan.scoring, out=self.out)

    @property
    def next(self) -> Next | None:
        """The round that is to be paired when all that were published are over."""
        return self.following(0)

    def following(self, since: int) -> Next | None:
        """The same if no stage before this one can be paired."""
        played = [round_.played for round_ in self.published]
        return following(self.plan.stages, played, self.order, out=self.out, scoring=self.plan.scoring, since=since)

    @cached_property
    def next_stage(self) -> Stage | None:
        """What the next round belongs to that is not published, as far as was planned."""
        stages = self.plan.stages
        if self.proposed is not None:
            return self.proposed.stage
        if not self.published:
            return stages[0]
        last = self.published[-1]
        if isinstance(last.stage, Knockout) or (
            isinstance(last.stage, Swiss) and last.round.within + 1 < last.stage.rounds
        ):
            return last.stage
        return stages[last.round.stage + 1] if last.round.stage + 1 < len(stages) else None

    @property
    def round_for_all(self) -> bool:
        """Whether the next round is one for whoever takes part then."""
        return self.next_stage is not None and not isinstance(self.next_stage, Knockout)

    @cached_property
    def takes_latecomers(self) -> bool:
        """Whether somebody may still join by themselves after the beginning: before one of the first Swiss rounds, if
        that was agreed."""
        early = self.plan.late > 0 and len(self.published) <= self.plan.late
        first = isinstance(self.next_stage, Swiss) and self.next_stage is self.plan.stages[0]
        return self.tournament.live and early and first

    def past(self, blocks: Iterable[tuple[int, int]]) -> Past:
        """What pairing has to know of what was played for points; `blocks` are pairs of entrants."""
        scores = {line.entrant: line.points for line in self.standing}
        every = Results(tuple(pod for round_ in self.published for pod in round_.played.pods), self.results.byes)
        return remember(every, scores=scores, blocks=blocks)

    def round(self, number: int) -> RoundState | None:
        """The round of this number, from 0."""
        return next((round_ for round_ in self.rounds if round_.round.number == number), None)

    def of(self, player: int | None) -> Entry | None:
        """How a player takes part, alone or in a team."""
        number = self._numbers.get(player or 0)
        return None if number is None else self.entries[number]

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        """By player: the number of their entrant; whose team is no more finds what became of it."""
        captained = {entry.player_id: number for number, entry in self.entries.items() if entry.player_id is not None}
        return {**captained, **{player: number for number in self.entries for player in self.people(number)}}


def _strength(entry: Entry) -> float:
    """For seeding; whoever was never rated stands last."""
    return entry.strength if entry.strength is not None else float("-inf")


def read(tournament: Tournament) -> TournamentSnapshot:
    """A tournament that was just loaded, and everything about it."""
    plan = msgspec.convert(tournament.plan, Plan)
    entries = {entry.number: entry for entry in Entry.named(tournament)}
    corrections = Prefetch("corrections", Correction.objects.order_by("pk"))
    pod_matches = Prefetch("matches", PodMatch.objects.order_by("number"))
    pods = Prefetch("pods", Pod.objects.order_by("index").prefetch_related(corrections, pod_matches))
    rounds = tournament.rounds.order_by("number").prefetch_related(pods)
    dealt = PodMatch.objects.filter(pod__round__tournament=tournament, match__isnull=False).values("match")
    came = matches.came(dealt)
    members = everybody(tournament) if plan.team else {}
    states = []
    for round_ in rounds:
        stage = plan.stages[round_.stage]
        states.append(
            RoundState(
                round=round_,
                stage=stage,
                field=tuple(round_.field),
                proposal=restored(round_.proposal),
                pods=tuple(pod_state(pod, round_, stage, entries, members, plan, came) for pod in round_.pods.all()),
            )
        )
    return TournamentSnapshot(tournament, plan, entries, tuple(states), members)
