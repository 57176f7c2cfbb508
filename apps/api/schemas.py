"""What the interface answers with. Names and shapes here stay as they are for all of version 1; fields may be added."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from ninja import Field, Schema

Item = TypeVar("Item")


class Page(Schema, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    next: str | None = Field(None, description="The cursor of the next page; none on the last.")


class Option(Schema):
    """Something a table agrees on."""

    name: str
    title: str
    default: Any = Field(description="What is usual.")


class Game(Schema):
    """A game of the house."""

    slug: str = Field(examples=["fuse"])
    title: str = Field(examples=["Fuse"])
    pitch: str
    seats: list[int] = Field(description="How many may play.", examples=[[2, 3, 4, 5, 6]])
    paces: dict[str, dict[str, int]] = Field(description="Seconds for each kind of question, by pace.")
    options: list[Option]
    rules: str = Field(description="Address of the rules.")


class Sitter(Schema):
    """Who sits at a match."""

    name: str
    person: bool = Field(description="False for bots and for whoever has left.")


class Match(Schema):
    """A listed match, as everybody may know it."""

    code: str = Field(examples=["k7pm3wq9"])
    game: str = Field(examples=["fuse"])
    status: str = Field(examples=["over"])
    begun_at: datetime
    over_at: datetime | None
    seats: list[Sitter] = Field(description="In seat order.")
    places: list[int] | None = Field(description="Of each seat, from 1; none before the end or without a result.")
    scores: list[int]
    options: dict[str, Any]
    pace: dict[str, int]
    rated: bool
    commitment: str = Field(description="Fingerprint of the seed, from before the first move.")
    occasion: str = Field(description="What it is a part of, such as a tournament's round; may be empty.")
    occasion_url: str
    url: str
    record_url: str = Field(description="Everything that happened, in this interface.")


class TournamentLine(Schema):
    """A tournament in the list."""

    code: str = Field(examples=["u6mqkf7"])
    name: str
    game: str
    status: str = Field(examples=["running"])
    rated: bool
    least: int
    most: int
    starts_at: datetime
    started_at: datetime | None
    over_at: datetime | None
    url: str


class Entrant(Schema):
    """Somebody who takes part."""

    number: int
    name: str
    bot: bool
    withdrawn: bool
    strength: float | None = Field(None, description="Their rating at the beginning, where it seeds.")
    members: list[str] | None = Field(None, description="Of a team: who is in it, the first board first.")


class Tournament(Schema):
    """What was agreed, and who takes part."""

    code: str
    name: str
    about: str
    prizes: str = ""
    status: str
    game: str
    options: dict[str, Any]
    pace: dict[str, int]
    plan: dict[str, Any] = Field(description="Stages, points and tie-breaks.")
    rated: bool
    entrants_least: int
    entrants_most: int
    round_hours: int | None
    break_hours: int
    starts_at: datetime
    started_at: datetime | None
    over_at: datetime | None
    commitment: str
    seed: str | None = Field(None, description="Behind lots and pairings; once it is over.")
    entrants: list[Entrant]
    url: str


class StandingsLine(Schema):
    """Somebody's place."""

    place: int
    entrant: int
    name: str
    points: str | None = Field(None, description="Exact, as a fraction or a decimal number.")
    tables: int | None = None
    ties: dict[str, str] = Field({}, description="Tie-breaks that were needed, by name.")
    knockout_round: int | None = None


class Result(Schema):
    """Of a table."""

    places: list[int] | None
    points: list[str] | None
    scores: list[Any] | None
    not_finished: list[int]
    not_come: list[int]


class TableMatch(Schema):
    """A match of a table."""

    code: str
    over_at: datetime | None
    places: list[int] | None
    scores: list[int] | None
    lineup: list[str | None] | None = Field(None, description="Of teams: who was meant to play, in seat order.")


class Correction(Schema):
    """What an organiser said the result is."""

    reason: str
    at: datetime


class Table(Schema):
    """A table of a round."""

    number: int
    sheet: int
    seats: list[int] = Field(description="Numbers of entrants, in seat order.")
    matches: list[TableMatch]
    result: Result | None
    correction: Correction | None = None


class Round(Schema):
    """A published round."""

    number: int
    stage: int
    published_at: datetime | None
    ends_at: datetime | None
    over_at: datetime | None
    field: list[int]
    byes: list[int]
    tables: list[Table]


class Series(Schema):
    """Tournaments that come again and again."""

    id: int
    name: str
    every: str = Field(description="week or month.")
    active: bool
    url: str


class SeasonTournament(Schema):
    """One of a season's."""

    code: str
    name: str
    starts_at: datetime


class SeasonLine(Schema):
    """What somebody's tournaments of a season add up to."""

    place: int
    name: str
    points: int
    brought: dict[str, int] = Field(description="Points by the code of the tournament.")
    counted: list[str] = Field(description="Codes of those whose points are in the sum.")


class Season(Schema):
    """A series' table of a year."""

    series: Series
    year: int | None = Field(description="None before the first tournament is over.")
    years: list[int]
    best: int = Field(description="So many of everybody's tournaments count; 0: all.")
    whole: bool = Field(description="False while some of its tournaments are still being counted: ask again.")
    tournaments: list[SeasonTournament]
    standings: list[SeasonLine]


class GameRecord(Schema):
    """How somebody fares at a game."""

    game: str
    rating: int | None
    give_or_take: int | None
    provisional: bool | None
    matches: int


class Player(Schema):
    """What everybody may know of somebody."""

    name: str
    guest: bool
    since: datetime
    running: int
    finished: int
    answered_in_time: int | None = Field(description="Percent of the last 90 days; none if there were too few turns.")
    games: list[GameRecord]
    url: str


class LeaderboardLine(Schema):
    """A line of a leaderboard."""

    rank: int
    name: str
    rating: int
    give_or_take: int
    matches: int
    active_at: datetime


class Problem(Schema):
    """Why there is no answer."""

    detail: Any


PROBLEMS: Final = dict.fromkeys((400, 404, 422, 429), Problem)
"""Of every answer: what was sent is no cursor, there is no such thing, it is of the wrong kind, that was too often."""
