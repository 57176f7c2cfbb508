"""What the interface answers with. Names and shapes here stay as they are for all of version 1; fields may be added."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from ninja import Field, Schema

Item = TypeVar("Item")


class Page(Schema, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: str | None = Field(None, description="Cursor of the next page. Null on the last page.")


class Option(Schema):
    """An option of a game."""

    name: str
    title: str
    default: Any = Field(description="Default value.")


class Game(Schema):
    """A game that can be played here."""

    slug: str = Field(examples=["fuse"])
    title: str = Field(examples=["Fuse"])
    pitch: str
    seats: list[int] = Field(description="Possible numbers of players.", examples=[[2, 3, 4, 5, 6]])
    paces: dict[str, dict[str, int]] = Field(description="Seconds allowed for each kind of question, by pace.")
    options: list[Option]
    rules: str = Field(description="URL of the rules.")


class Sitter(Schema):
    """A player or bot in a match."""

    name: str
    person: bool = Field(description="False for bots and for deleted accounts.")


class Match(Schema):
    """A public match, as everyone can see it."""

    code: str = Field(examples=["k7pm3wq9"])
    game: str = Field(examples=["fuse"])
    status: str = Field(examples=["over"])
    begun_at: datetime
    over_at: datetime | None
    seats: list[Sitter] = Field(description="Players in seat order.")
    places: list[int] | None = Field(description="Place of each seat, from 1. Null before the end or without a result.")
    scores: list[int]
    options: dict[str, Any]
    pace: dict[str, int]
    rated: bool
    commitment: str = Field(description="Fingerprint of the seed, published before the first move.")
    occasion: str = Field(description="Event that the match belongs to, such as a tournament round. Can be empty.")
    occasion_url: str
    tournament: str | None = Field(description="Code of the tournament, if it belongs to one.", examples=["u6mqkf7"])
    url: str
    record_url: str = Field(description="URL of the match record in this API.")


class TournamentLine(Schema):
    """A tournament in a list."""

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
    """An entrant of a tournament."""

    number: int
    name: str
    bot: bool
    withdrawn: bool
    strength: float | None = Field(None, description="Rating at the start, if it was used for seeding.")
    members: list[str] | None = Field(None, description="Members of a team, in board order.")


class Tournament(Schema):
    """A tournament with its settings and entrants."""

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
    seed: str | None = Field(None, description="Secret behind draws and pairings. Null until the tournament is over.")
    entrants: list[Entrant]
    url: str


class StandingsLine(Schema):
    """A line of the standings."""

    place: int
    entrant: int
    name: str
    points: str | None = Field(None, description="Exact value, as a fraction or a decimal number.")
    tables: int | None = None
    ties: dict[str, str] = Field({}, description="Values of the tie-breaks that were needed, by name.")
    knockout_round: int | None = None


class Result(Schema):
    """The result of a table."""

    places: list[int] | None
    points: list[str] | None
    scores: list[Any] | None
    not_finished: list[int]
    not_come: list[int]


class TableMatch(Schema):
    """A match played at a table."""

    code: str
    over_at: datetime | None
    places: list[int] | None = Field(description="As in the match: null before the end or without a result.")
    scores: list[int] | None
    lineup: list[str | None] | None = Field(
        None, description="For teams: the members who were meant to play, in seat order."
    )


class Correction(Schema):
    """A result corrected by an organiser."""

    reason: str
    at: datetime


class Table(Schema):
    """A table of a round."""

    number: int
    sheet: int
    seats: list[int] = Field(description="Numbers of the entrants, in seat order.")
    substitutes: list[str | None] = Field(
        description="Who sits in each seat instead of its entrant, in the latest match. Null if no one does."
    )
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
    """A series of recurring tournaments."""

    id: int
    name: str
    every: str = Field(description="Either week or month.")
    active: bool
    url: str


class SeasonTournament(Schema):
    """A tournament of a season."""

    code: str
    name: str
    starts_at: datetime


class SeasonLine(Schema):
    """A player's line in the table of a season."""

    place: int
    name: str
    points: int
    brought: dict[str, int] = Field(description="Points by tournament code.")
    counted: list[str] = Field(description="Codes of the tournaments that count.")


class Season(Schema):
    """The table of a series for one year."""

    series: Series
    year: int | None = Field(description="Null before the first tournament is over.")
    years: list[int]
    best: int = Field(description="Number of each player's best tournaments that count. 0 means all.")
    whole: bool = Field(description="False while some tournaments are still being counted. Try again later.")
    tournaments: list[SeasonTournament]
    standings: list[SeasonLine]


class GameRecord(Schema):
    """A player's results in one game."""

    game: str
    rating: int | None
    give_or_take: int | None
    provisional: bool | None
    matches: int


class Player(Schema):
    """The public profile of a player."""

    name: str
    guest: bool
    since: datetime
    running: int
    finished: int
    answered_in_time: int | None = Field(
        description="Percentage of turns played on time in the last 90 days. Null if there were too few."
    )
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
    """The reason why a request failed."""

    detail: str = Field(description="A sentence for people.", examples=["We can’t find that game."])
    errors: list[dict[str, Any]] | None = Field(
        None, description="For status 422: each wrong value, where it is and why."
    )


PROBLEMS: Final = dict.fromkeys((400, 404, 422, 429), Problem)
"""Of every answer: what was sent is no cursor, there is no such thing, it is of the wrong kind, that was too often."""
