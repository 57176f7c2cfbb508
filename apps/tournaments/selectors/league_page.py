"""A league as its page shows it: the table of every division of a season, who goes up and down, and who waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.common import faces
from apps.matches.engine import tenures
from apps.tournaments.models import League, LeagueMember, Tournament
from apps.tournaments.selectors import cache, division_tables, leagues
from apps.tournaments.selectors.division_tables import Fate
from apps.tournaments.selectors.leagues import DivisionLine, Season
from apps.tournaments.wording.numbers import localized


@dataclass(frozen=True)
class DivisionRow:
    """Somebody in the table of a division."""

    place: int
    name: str
    face: str
    """What it is drawn from."""
    path: str
    """Of the page of what they played there."""
    points: str
    """Empty before the first round."""
    absent: bool
    fate: str
    """A value of `Fate`; empty if it is not known, and for those to whom none comes."""
    border: bool
    """Whether a line is drawn below: those end here who go up, or who stay."""
    me: bool


@dataclass(frozen=True)
class DivisionTable:
    """A division."""

    number: int
    tournament: Tournament
    rows: tuple[DivisionRow, ...]
    """Empty as long as nobody has read it."""


@dataclass(frozen=True)
class Waiting:
    """Somebody who has joined and plays from the next season on."""

    name: str
    face: str
    profile: bool
    """Whether the name leads to a profile: not of those whom the reader never meets."""
    since: datetime
    me: bool


@dataclass(frozen=True)
class LeaguePage:
    """A season of a league."""

    season: int
    """Whose tables these are; 0 before the first."""
    seasons: tuple[int, ...]
    """All that were begun, the latest first."""
    current: bool
    """Whether it is the latest: then fates are as it stands."""
    over: bool
    """Whether no division of it plays any more."""
    divisions: tuple[DivisionTable, ...]
    whole: bool
    """Whether all divisions have been read: of many, whoever looks first reads a few at a time."""
    fates: bool
    """Whether it is known what becomes, or would become, of anybody."""
    waiting: tuple[Waiting, ...]
    """For the season after the latest; only beside that."""
    next_at: datetime
    """When the season after this one is, or was, planned to begin."""
    due: bool
    """Whether that time has come: then it waits for a division that still plays, or for members."""
    lacking: int
    """How many must still join before it can."""
    member: bool
    mine: DivisionTable | None
    """The division in which the reader plays or played."""

    @property
    def next(self) -> int:
        """The number of the season after this one."""
        return self.season + 1


def page(
    league: League, *, season: int | None, reader: int | None, apart: Collection[int], now: datetime
) -> LeaguePage:
    """That season of it, or the latest, as it stands `now`. `apart` are those whom the reader never meets."""
    last = leagues.last_number(league)
    number = season if season is not None and 0 < season < last else last
    current = number == last
    tournaments = tuple(cache.marked(leagues.divisions(league, number)))
    shown, members = Season(number, tournaments), list(leagues.members(league))
    tables = division_tables.read(tournaments)
    roster = leagues.roster(league, number if current else number + 1)
    fates: Mapping[int, Fate] = {}
    if not current:
        fates = division_tables.became(tables, roster)
    elif None not in tables:
        fates = division_tables.expected(league, shown, [table or () for table in tables], members)
    waiting = [each for each in members if current and _waits(each, roster, shown.begun_at)]
    people = _people(tables, waiting)
    divisions = tuple(
        DivisionTable(place, each, _rows(each, table or (), people, fates, reader))
        for place, (each, table) in enumerate(zip(tournaments, tables, strict=True), start=1)
    )
    return LeaguePage(
        season=number,
        seasons=tuple(range(last, 0, -1)),
        current=current,
        over=shown.over,
        divisions=divisions,
        whole=None not in tables,
        fates=bool(fates),
        waiting=tuple(_waiting(each, people, reader, apart) for each in waiting if each.player_id in people),
        next_at=leagues.next_at(league, shown),
        due=leagues.next_at(league, shown) <= now,
        lacking=max(0, league.least - len(members)),
        member=any(each.player_id == reader for each in members),
        mine=next((each for each in divisions if any(row.me for row in each.rows)), None),
    )


def _waits(member: LeagueMember, roster: Mapping[int, int], begun_at: datetime | None) -> bool:
    """Whether they are in no division of the latest season, or have joined again since it began."""
    return member.player_id not in roster or begun_at is None or member.since > begun_at


def _people(tables: Sequence[Sequence[DivisionLine] | None], waiting: Sequence[LeagueMember]) -> Mapping[int, Any]:
    found = {line.player for table in tables for line in table or ()} | {each.player_id for each in waiting}
    return Player.objects.in_bulk([player for player in found if player is not None])


def _rows(
    tournament: Tournament, table: Sequence[DivisionLine], people: Mapping[int, Any], fates: Mapping[int, Fate],
    reader: int | None,
) -> tuple[DivisionRow, ...]:  # fmt: skip
    root = reverse("tournaments:page", args=[tournament.code])
    became = [None if line.player is None or line.late else fates.get(line.player) for line in table]
    borders = [_border(upper, lower) for upper, lower in pairwise([*became, None])]
    return tuple(
        DivisionRow(
            place=line.place,
            **_face(line, people, tournament.opponents),
            path=f"{root}of/{line.entrant}/",
            points=localized(Decimal(line.points)) if line.points else "",
            absent=line.absent,
            fate=fate.value if fate else "",
            border=border,
            me=line.player is not None and line.player == reader,
        )
        for line, fate, border in zip(table, became, borders, strict=True)
    )


def _border(upper: Fate | None, lower: Fate | None) -> bool:
    """Between two who stand one below the other."""
    if upper is None or lower is None or upper == lower:
        return False
    return upper == Fate.UP or lower == Fate.DOWN


def _face(line: DivisionLine, people: Mapping[int, Any], opponents: str) -> dict[str, str]:
    """What somebody is called, and what their face is drawn from."""
    person = people.get(line.player) if line.player is not None else None
    if person is not None:
        return {"name": person.username, "face": faces.shown(person.username, person.face)}
    name = tenures.numbered(line.entrant) if line.bot else _("someone who left")
    return {"name": name, "face": faces.shown(name, None, bot=opponents if line.bot else "")}


def _waiting(member: LeagueMember, people: Mapping[int, Any], reader: int | None, apart: Collection[int]) -> Waiting:
    person = people[member.player_id]
    return Waiting(
        name=person.username,
        face=faces.shown(person.username, person.face),
        profile=person.pk not in apart,
        since=member.since,
        me=person.pk == reader,
    )
