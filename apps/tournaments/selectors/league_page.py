"""A league as its page shows it: the tables of a season's divisions, promotion and relegation, and new members."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.common import faces
from apps.matches.engine import tenures
from apps.tournaments.models import League, LeagueMember, Tournament
from apps.tournaments.selectors import cache, division_tables, leagues
from apps.tournaments.selectors.division_tables import Fate
from apps.tournaments.selectors.leagues import DivisionLine, Season
from apps.tournaments.wording.numbers import format_local_number


@dataclass(frozen=True)
class DivisionRow:
    """A player's row in the table of a division."""

    place: int
    name: str
    face: str
    """The value that the face is drawn from."""
    path: str
    """The path of the page with their results there."""
    points: str
    """Points; empty before the first round."""
    absent: bool
    fate: str
    """A value of `Fate`; empty if it isn't known, and for entrants who have none."""
    border: bool
    """Whether a line is drawn below, where those promoted or those who stay end."""
    me: bool
    program: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class DivisionTable:
    """A division."""

    number: int
    tournament: Tournament
    rows: tuple[DivisionRow, ...]
    """Its rows; empty until the division has been read."""


@dataclass(frozen=True)
class Waiting:
    """A member who plays from the next season on."""

    name: str
    face: str
    profile: bool
    """Whether the name links to a profile; not for players kept apart from the reader."""
    since: datetime
    me: bool
    program: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class LeaguePage:
    """A season of a league."""

    season: int
    """The number of the season shown; 0 before the first."""
    seasons: tuple[int, ...]
    """All seasons that have started, the latest first."""
    current: bool
    """Whether it is the latest season. If so, fates are provisional."""
    over: bool
    """Whether none of its divisions is in play."""
    divisions: tuple[DivisionTable, ...]
    whole: bool
    """Whether all divisions have been read. If there are many, the first readers read a few at a time."""
    fates: bool
    """Whether anyone's fate, final or provisional, is known."""
    waiting: tuple[Waiting, ...]
    """Members who wait for the season after the latest, which alone shows them."""
    next_at: datetime
    """The planned start of the season after this one."""
    due: bool
    """Whether that time has come. If so, the season waits for a division in play, or for members."""
    lacking: int
    """The number of members still needed to start it."""
    member: bool
    mine: DivisionTable | None
    """The division in which the reader plays or played."""

    @property
    def next(self) -> int:
        """Return the number of the season after this one."""
        return self.season + 1


def build_league_page(
    league: League, *, season: int | None, reader: int | None, apart: Collection[int], now: datetime
) -> LeaguePage:
    """Return this season, or the latest, as of `now`. `apart` are the players kept apart from the reader."""
    last = leagues.last_number(league)
    number = season if season is not None and 0 < season < last else last
    current = number == last
    tournaments = tuple(cache.annotate_marks(leagues.find_divisions(league, number)))
    shown, members = Season(number, tournaments), list(leagues.find_league_members(league))
    tables = division_tables.load_division_tables(tournaments)
    roster = leagues.load_season_roster(league, number if current else number + 1)
    fates: Mapping[int, Fate] = {}
    if not current:
        fates = division_tables.compute_actual_fates(tables, roster)
    elif None not in tables:
        fates = division_tables.compute_expected_fates(league, shown, [table or () for table in tables], members)
    waiting = [each for each in members if current and _is_waiting(each, roster, shown.begun_at)]
    people = _load_players(tables, waiting)
    divisions = tuple(
        DivisionTable(place, each, _build_division_rows(each, table or (), people, fates, reader))
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
        waiting=tuple(
            _build_waiting_member(each, people, reader, apart) for each in waiting if each.player_id in people
        ),
        next_at=leagues.next_at(league, shown),
        due=leagues.next_at(league, shown) <= now,
        lacking=max(0, league.least - len(members)),
        member=any(each.player_id == reader for each in members),
        mine=next((each for each in divisions if any(row.me for row in each.rows)), None),
    )


def _is_waiting(member: LeagueMember, roster: Mapping[int, int], begun_at: datetime | None) -> bool:
    """Check whether they are in no division of the latest season, or have joined again since it started."""
    return member.player_id not in roster or begun_at is None or member.since > begun_at


def _load_players(
    tables: Sequence[Sequence[DivisionLine] | None], waiting: Sequence[LeagueMember]
) -> Mapping[int, Player]:
    found = {line.player for table in tables for line in table or ()} | {each.player_id for each in waiting}
    return Player.objects.in_bulk([player for player in found if player is not None])


def _build_division_rows(
    tournament: Tournament, table: Sequence[DivisionLine], people: Mapping[int, Player], fates: Mapping[int, Fate],
    reader: int | None,
) -> tuple[DivisionRow, ...]:  # fmt: skip
    root = reverse("tournaments:page", args=[tournament.code])
    became = [None if line.player is None or line.late else fates.get(line.player) for line in table]
    borders = [_needs_border(upper, lower) for upper, lower in pairwise([*became, None])]
    return tuple(
        DivisionRow(
            place=line.place,
            **_build_player_face(line, people, tournament.opponents),
            program=line.player is not None and line.player in people and people[line.player].bot,
            path=f"{root}of/{line.entrant}/",
            points=format_local_number(Decimal(line.points)) if line.points else "",
            absent=line.absent,
            fate=fate.value if fate else "",
            border=border,
            me=line.player is not None and line.player == reader,
        )
        for line, fate, border in zip(table, became, borders, strict=True)
    )


def _needs_border(upper: Fate | None, lower: Fate | None) -> bool:
    """Check whether a border is drawn between two neighbours in the table."""
    if upper is None or lower is None or upper == lower:
        return False
    return upper == Fate.UP or lower == Fate.DOWN


def _build_player_face(line: DivisionLine, people: Mapping[int, Player], opponents: str) -> dict[str, str]:
    """Return a player's name and the value that their face is drawn from."""
    person = people.get(line.player) if line.player is not None else None
    if person is not None:
        return {"name": person.username, "face": faces.get_avatar_seed(person.username, person.face)}
    name = tenures.format_bot_name(line.entrant) if line.bot else _("someone who left")
    return {"name": name, "face": faces.get_avatar_seed(name, None, bot=opponents if line.bot else "")}


def _build_waiting_member(
    member: LeagueMember, people: Mapping[int, Player], reader: int | None, apart: Collection[int]
) -> Waiting:
    person = people[member.player_id]
    return Waiting(
        name=person.username,
        face=faces.get_avatar_seed(person.username, person.face),
        profile=person.pk not in apart,
        since=member.since,
        me=person.pk == reader,
        program=person.bot,
    )
