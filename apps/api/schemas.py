"""Schemas of the API's responses. Names and types are stable within version 1; new fields can be added.

Strings and objects with varying keys have an example. `examples` builds the example of each response from these.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

import msgspec
from ninja import Field, Schema

from apps.kernel.chance import compute_commitment
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss

Item = TypeVar("Item")
Text: TypeAlias = Annotated[str, Field(examples=[""])]
Person: TypeAlias = Annotated[str, Field(examples=["ada"])]
Url: TypeAlias = Annotated[str, Field(examples=["https://slowfuse.example/"])]
GameSlug: TypeAlias = Annotated[str, Field(examples=["fuse"])]
MatchCode: TypeAlias = Annotated[str, Field(examples=["k7pm3wq9"])]
TournamentCode: TypeAlias = Annotated[str, Field(examples=["u6mqkf7"])]
TournamentName: TypeAlias = Annotated[str, Field(examples=["Thursday Cup"])]
TournamentStatus: TypeAlias = Annotated[str, Field(examples=["over"])]
Fingerprint: TypeAlias = Annotated[str, Field(examples=[compute_commitment(bytes(32))])]
Pace: TypeAlias = Annotated[dict[str, int], Field(examples=[{"turn": 86400, "reserve": 86400, "refill": 7200}])]
Options: TypeAlias = Annotated[dict[str, Any], Field(examples=[{"deals": 1, "short_fuse": False}])]
Rating: TypeAlias = Annotated[int, Field(examples=[1523])]
Margin: TypeAlias = Annotated[int, Field(examples=[87])]
Year: TypeAlias = Annotated[int, Field(examples=[2026])]
Points: TypeAlias = Annotated[
    str, Field(examples=["7/2"], description="Exact value, as a fraction or a decimal number.")
]


class Page(Schema, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: str | None = Field(None, description="Cursor of the next page. Null on the last page.", examples=[None])


class Option(Schema):
    """An option of a game."""

    name: str = Field(examples=["deals"])
    title: str = Field(examples=["Deals"])
    default: Any = Field(description="Default value.", examples=[1])


class Game(Schema):
    """A game that can be played here."""

    slug: GameSlug
    title: str = Field(examples=["Fuse"])
    pitch: Text
    seats: list[int] = Field(description="Possible numbers of players.", examples=[[2, 3, 4, 5, 6]])
    paces: dict[str, Pace] = Field(
        description="Seconds allowed for each kind of question, by pace.",
        examples=[{"daily": {"turn": 86400, "reserve": 86400, "refill": 7200}}],
    )
    options: list[Option]
    rules: Url = Field(description="URL of the rules.")


class Sitter(Schema):
    """A player or bot in a match."""

    name: Person
    person: bool = Field(description="False for bots and for deleted accounts.", examples=[True])


class Match(Schema):
    """A public match, as everyone can see it."""

    code: MatchCode
    game: GameSlug
    status: str = Field(examples=["over"])
    begun_at: datetime
    over_at: datetime | None
    seats: list[Sitter] = Field(description="Players in seat order.")
    places: list[int] | None = Field(description="Place of each seat, from 1. Null before the end or without a result.")
    scores: list[int]
    options: Options
    pace: Pace
    rated: bool
    commitment: Fingerprint = Field(description="Fingerprint of the seed, published before the first move.")
    occasion: str = Field(
        description="Event that the match belongs to, such as a tournament round. Can be empty.",
        examples=["Thursday Cup: round 1"],
    )
    occasion_url: Url
    tournament: TournamentCode | None = Field(description="Code of the tournament, if it belongs to one.")
    url: Url
    record_url: Url = Field(description="URL of the match record in this API.")


class TournamentLine(Schema):
    """A tournament in a list."""

    code: TournamentCode
    name: TournamentName
    game: GameSlug
    status: TournamentStatus
    rated: bool
    least: int
    most: int
    starts_at: datetime
    started_at: datetime | None
    over_at: datetime | None
    url: Url


class Entrant(Schema):
    """An entrant of a tournament."""

    number: int
    name: Person
    bot: bool
    withdrawn: bool
    strength: float | None = Field(None, description="Rating at the start, if it was used for seeding.")
    members: list[Person] | None = Field(None, description="Members of a team, in board order.")


class Tournament(Schema):
    """A tournament with its settings and entrants."""

    code: TournamentCode
    name: TournamentName
    about: Text
    prizes: str = ""
    status: TournamentStatus
    game: GameSlug
    options: Options
    pace: Pace
    plan: dict[str, Any] = Field(
        description="Stages, points and tie-breaks.",
        examples=[msgspec.to_builtins(Plan((Swiss(rounds=5, most=4, least=3),)))],
    )
    rated: bool
    entrants_least: int
    entrants_most: int
    round_hours: int | None
    break_hours: int
    starts_at: datetime
    started_at: datetime | None
    over_at: datetime | None
    commitment: Fingerprint
    seed: str | None = Field(
        None,
        description="Secret behind draws and pairings. Null until the tournament is over.",
        examples=[bytes(32).hex()],
    )
    entrants: list[Entrant]
    url: Url


class StandingsLine(Schema):
    """A line of the standings."""

    place: int
    entrant: int
    name: Person
    points: Points | None = None
    tables: int | None = None
    ties: dict[str, str] = Field({}, description="Values of the tie-breaks that were needed, by name.")
    knockout_round: int | None = None


class Result(Schema):
    """The result of a table."""

    places: list[int] | None
    points: list[Points] | None
    scores: list[Any] | None = Field(examples=[[31, 24]])
    not_finished: list[int]
    not_come: list[int]


class TableMatch(Schema):
    """A match played at a table."""

    code: MatchCode
    over_at: datetime | None
    places: list[int] | None = Field(description="As in the match: null before the end or without a result.")
    scores: list[int] | None
    lineup: list[Person | None] | None = Field(
        None, description="For teams: the members who were meant to play, in seat order."
    )


class Correction(Schema):
    """A result corrected by an organiser."""

    reason: str = Field(examples=["Wrong score"])
    at: datetime


class Table(Schema):
    """A table of a round."""

    number: int
    sheet: int
    seats: list[int] = Field(description="Numbers of the entrants, in seat order.")
    substitutes: list[Person | None] = Field(
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
    name: TournamentName
    every: str = Field(description="Either week or month.", examples=["week"])
    active: bool
    url: Url


class SeasonTournament(Schema):
    """A tournament of a season."""

    code: TournamentCode
    name: TournamentName
    starts_at: datetime
    started_at: datetime | None


class SeasonLine(Schema):
    """A player's line in the table of a season."""

    place: int
    name: Person
    points: int
    brought: dict[str, int] = Field(description="Points by tournament code.", examples=[{"u6mqkf7": 1}])
    counted: list[TournamentCode] = Field(description="Codes of the tournaments that count.")


class Season(Schema):
    """The table of a series for one year."""

    series: Series
    year: Year | None = Field(description="Null before the first tournament is over.")
    years: list[Year]
    best: int = Field(description="Number of each player's best tournaments that count. 0 means all.")
    whole: bool = Field(description="False while some tournaments are still being counted. Try again later.")
    tournaments: list[SeasonTournament]
    standings: list[SeasonLine]


class GameRecord(Schema):
    """A player's results in one game."""

    game: GameSlug
    rating: Rating | None
    give_or_take: Margin | None
    provisional: bool | None
    matches: int


class Player(Schema):
    """The public profile of a player."""

    name: Person
    guest: bool
    since: datetime
    running: int
    finished: int
    answered_in_time: int | None = Field(
        description="Percentage of turns played on time in the last 90 days. Null if there were too few."
    )
    games: list[GameRecord]
    url: Url


class LeaderboardLine(Schema):
    """A line of a leaderboard."""

    rank: int
    name: Person
    rating: Rating
    give_or_take: Margin
    matches: int
    active_at: datetime


class Problem(Schema):
    """The reason why a request failed."""

    detail: str = Field(description="A sentence for people.", examples=["We can’t find that game."])
    errors: list[dict[str, Any]] | None = Field(
        None, description="For status 422: each wrong value, where it is and why."
    )


PROBLEMS: Final = dict.fromkeys((400, 404, 422, 429), Problem)
"""Refusals of every route: an invalid cursor, nothing found, an invalid value, or too many requests."""
