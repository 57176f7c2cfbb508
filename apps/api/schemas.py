"""Schemas of the API's responses. Names and types are stable within version 1; new fields can be added.

Strings and objects with varying keys have an example. `examples` builds the example of each response from these.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from ninja import Field, Schema
from pydantic import AwareDatetime

from apps.api.field_types import AnyCode, KnownGame, Name
from apps.kernel.chance import compute_commitment
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.forms.hosting import DEFAULT_ENTRANTS, MAX_ENTRANTS
from apps.tournaments.presets import PATTERNS

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
Options: TypeAlias = Annotated[dict[str, object], Field(examples=[{"deals": 1, "short_fuse": False}])]
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
    default: object = Field(description="Default value.", examples=[1])


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


JsonSchema: TypeAlias = Annotated[
    dict[str, object], Field(description="A JSON Schema.", examples=[{"$ref": "#/components/Options"}])
]


class PrintedFace(Schema):
    """A face, and the cards that have it."""

    cards: list[int | str] = Field(description="The cards, as states, answers and facts name them.", examples=[[0, 1]])
    kind: str = Field(examples=["fuse"])
    points: int | None = Field(description="Null if the game prints none.", examples=[3])
    for_each_player: bool = Field(description="Whether every player has these cards.")
    title: dict[str, str] = Field(description="By language.", examples=[{"en": "Scissors", "de": "Schere"}])
    text: dict[str, str] = Field(description="What it does, by language.", examples=[{"en": "Puts out the fuse."}])


class GameSchema(Schema):
    """The types of a game."""

    slug: GameSlug
    options: JsonSchema
    state: JsonSchema
    action: JsonSchema
    order: JsonSchema
    fact: JsonSchema
    components: dict[str, object] = Field(
        description="The schemas to which the others refer.", examples=[{"Options": {"type": "object"}}]
    )


class Dump(Schema):
    """The records of all public matches that ended in a month."""

    month: str = Field(description="Year and month, in UTC.", examples=["2026-11"])
    matches: int
    bytes: int
    sha256: str = Field(description="Checksum of the file: 64 hex digits.", examples=["0" * 64])
    written_at: datetime = Field(description="It is replaced if a player closes their account or a match is hidden.")
    url: str = Field(examples=["https://fuse.example.org/api/dumps/slowfuse-2026-11-000000000000.jsonl.zst"])
    checksum_url: str = Field(
        examples=["https://fuse.example.org/api/dumps/slowfuse-2026-11-000000000000.jsonl.zst.sha256"]
    )


class Sitter(Schema):
    """A player or bot in a match."""

    name: Person
    person: bool = Field(description="False for house bots and for deleted accounts.", examples=[True])
    bot: bool = Field(description="Whether the player is a bot with an account.")


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
    bots_welcome: bool = Field(description="Whether accounts of bots can enter.")
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
    plan: dict[str, object] = Field(
        description="Stages, points and tie-breaks.",
        examples=[msgspec.to_builtins(Plan((Swiss(rounds=5, most=4, least=3),)))],
    )
    rated: bool
    bots_welcome: bool = Field(description="Whether accounts of bots can enter.")
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
    scores: list[object] | None = Field(examples=[[31, 24]])
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
    bot: bool = Field(description="Whether a program plays with this account.")
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
    """The reason why a request failed, as problem details (RFC 9457)."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(description="Name of the status.", examples=["Not Found"])
    status: int = Field(examples=[404])
    code: str = Field(description="Kind of refusal, for programs.", examples=["not_found"])
    detail: str = Field(description="A sentence for people.", examples=["We can’t find that game."])
    errors: list[dict[str, object]] | None = Field(
        None, description="For status 422: each wrong value, where it is and why."
    )


PROBLEMS: Final = dict.fromkeys((400, 404, 422, 429), Problem)
"""Refusals of every route: an invalid cursor, nothing found, an invalid value, or too many requests."""
PLAYER_PROBLEMS: Final = dict.fromkeys((400, 401, 403, 404, 409, 422, 429, 503), Problem)
"""Refusals of routes that need an access token: they can also be late, forbidden, or in the way of someone else."""


AnyJson: TypeAlias = dict[str, object]
Action: TypeAlias = Annotated[
    AnyJson,
    Field(description="An answer, with its kind in `type` and the fields of that kind.", examples=[{"type": "pass"}]),
]
StandingOrder: TypeAlias = Annotated[
    AnyJson,
    Field(
        description="A move planned in advance, with its kind in `order` and the fields of that kind.",
        examples=[{"order": "pass"}],
    ),
]
QuestionKey: TypeAlias = Annotated[str, Field(description="Key of the question.", examples=["turn:12"])]
SeatNumber: TypeAlias = Annotated[int, Field(description="Seat, counted from 0.", examples=[0])]


class Account(Schema):
    """The player of an access token."""

    name: Person
    bot: bool = Field(description="Whether the account has become a bot.")
    scopes: list[str] = Field(description="What the token allows.", examples=[["read", "play"]])
    url: Url = Field(description="URL of the profile.")


class OpenQuestion(Schema):
    """A question that waits for the player."""

    match: MatchCode
    game: GameSlug
    seat: SeatNumber
    key: QuestionKey
    asked_at: datetime
    deadline: datetime = Field(description="When silence counts as the answer.")


class OwnMatch(Schema):
    """A running match of the player."""

    code: MatchCode
    game: GameSlug
    seat: SeatNumber
    status: str = Field(description="`playing` or `paused`.", examples=["playing"])
    begun_at: datetime


class Setup(Schema):
    """The settings before the deal."""

    seats: int = Field(examples=[2])
    options: Options
    edition: int = Field(description="Edition of the rules.")


class SeatedPlayer(Schema):
    """The player or bot in a seat."""

    name: Person
    kind: str = Field(description="`person`, `bot`, or `autopilot` if a bot answers for a person.", examples=["person"])
    program: bool = Field(description="Whether the player is a bot with an account.")
    awaited: bool = Field(description="Whether an answer of this seat is expected, as far as the player knows.")


class Question(Schema):
    """A question that the player can answer now."""

    key: QuestionKey
    about: str = Field(description="Kind of question.", examples=["turn"])
    deadline: datetime | None = Field(description="When silence counts as the answer. Null if play is paused.")
    silence: Action | None = Field(description="What silence answers. Null if the seat can't know it.")
    waits: bool = Field(description="Whether play waits for the answer.")
    duty: bool = Field(description="Whether silence counts as a missed turn.")
    sealed: bool = Field(description="Whether the answer is secret and can be changed until all have answered.")
    answered: bool = Field(description="Whether it has been answered and can only be changed.")


class Proposal(Schema):
    """An open proposal at the table."""

    what: str = Field(examples=["pause"])
    about: int = Field(description="Days of a pause, or the seat that needs a substitute.", examples=[3])
    by: Person
    agreed: bool = Field(description="Whether the player has agreed.")


class GivenOrder(Schema):
    """A standing order of the player."""

    ticket: str = Field(examples=["o0123456789abcde"])
    order: StandingOrder


class Outcome(Schema):
    """How a match ended."""

    places: list[int] = Field(description="Place of each seat, from 1. Empty without a result.", examples=[[1, 2]])
    scores: list[int] = Field(examples=[[57, 41]])
    why: str = Field(examples=["pile"])


class SeatView(Schema):
    """A match as the player in a seat sees it."""

    code: MatchCode
    game: GameSlug
    seat: SeatNumber
    status: str = Field(description="`playing`, `paused` or `over`.", examples=["playing"])
    setup: Setup
    pace: Pace
    rated: bool
    commitment: Fingerprint
    heard: int = Field(description="Number of facts the seat knows. It grows only if there is something new.")
    players: list[SeatedPlayer] = Field(description="In seat order.")
    state: AnyJson = Field(
        description="What the seat knows of the table. Each game has its own fields.", examples=[{"seat": 0}]
    )
    scores: list[int] = Field(description="Each seat's score if the match ended now, as far as the seat knows.")
    questions: list[Question]
    answers: list[Action] = Field(description="What the player can answer now.")
    complete: bool = Field(description="Whether `answers` lists all of them. If not, it's a sample.")
    orders: list[GivenOrder]
    time_bank: int = Field(description="Seconds left in the time bank.")
    proposals: list[Proposal]
    outcome: Outcome | None = Field(description="Null until the match is over.")
    url: Url


class AnswerBody(Schema):
    """An answer to an open question."""

    key: QuestionKey
    action: Action


class OrderBody(Schema):
    """A standing order to add."""

    order: StandingOrder


class VoteBody(Schema):
    """A proposal, or consent to one that someone else has made."""

    what: Literal["pause", "resume", "live", "daily", "substitute", "claim", "end"] = Field(examples=["pause"])
    about: int = Field(0, description="Days of a pause, or the seat that needs a substitute.", examples=[3])
    agree: bool = Field(True, description="False declines the proposal, or withdraws your own.")


class ChatMessage(Schema):
    """A message in the chat of a match."""

    id: int = Field(examples=[17])
    author: Person = Field(description="Empty if the account was deleted.")
    mine: bool
    text: Text = Field(description="Empty if the message is hidden.")
    at: datetime


class ChatBody(Schema):
    """A message to send."""

    text: str = Field(max_length=1000, examples=["Good luck!"])


class Sent(Schema):
    """A message that was sent."""

    id: int = Field(examples=[17])


TableCode: TypeAlias = Annotated[str, Field(examples=["k7pm3wq9ab"])]
BotStrengthName: TypeAlias = Annotated[
    Literal["spark", "cinder", "flint"], Field(description="How well house bots play.", examples=["cinder"])
]


ClubCode: TypeAlias = Annotated[str, Field(examples=["n4wq7k2m"])]


class TablePlace(Schema):
    """A seat of a table."""

    kind: str = Field(description="`player`, `bot`, `reserved` or `free`.", examples=["player"])
    name: Person = Field(description="The player, or for whom it is reserved if you can know that. Can be empty.")


class LobbyTable(Schema):
    """A table before the match."""

    code: TableCode
    game: GameSlug
    host: Person
    seats: list[TablePlace]
    joined: bool = Field(description="Whether you are at the table.")
    match: MatchCode | None = Field(description="Code of the match. Null until it has started.")
    options: Options
    pace: Pace
    pace_name: str = Field(description="Name of the pace, or `custom`.", examples=["daily"])
    listed: bool
    club: ClubCode | None = Field(None, description="Code of the club whose members alone can join it.")
    rated: bool
    language: str = Field(description="Language of the table. Empty for any.", examples=[""])
    on_time_percent: int | None = Field(description="Required percentage of turns played on time.", examples=[90])
    newcomers: bool = Field(description="Whether players with too few turns to judge can join.")
    friends_only: bool
    bots_welcome: bool = Field(description="Whether accounts of bots can join.")
    starts_by_itself: bool = Field(description="Whether the match starts when a player takes the last seat.")
    bots_join_at: datetime | None = Field(description="When house bots take the free seats and the match starts.")
    bot_strength: BotStrengthName
    opened_at: datetime
    invited: list[Person] = Field(description="Whom players of the table have invited. Empty if you are not at it.")
    commitment: str = Field(
        description="Fingerprint of the secret to which players’ words are added. Empty if words aren’t taken.",
        examples=[compute_commitment(bytes(32))],
    )
    url: Url


class WordBody(Schema):
    """A word for the shuffle."""

    word: str = Field(max_length=1000, examples=["6f1c0b7e5d2a49f8"])


class TableInvitation(Schema):
    """An invitation to a table."""

    token: str = Field(description="Secret with which to answer it.", examples=["Rg9T2n0yq1h8b5d3f7k2mXcVzLpQw4sa"])
    by: Person
    table: LobbyTable


class TableBody(Schema):
    """The settings of a table to open. What is left out is as on the form of the page."""

    game: KnownGame = Field(examples=["fuse"])
    seats: int | None = Field(None, description="Number of seats.", examples=[3])
    preset: str = Field("", description="Name of one of the game’s sets of rules, instead of `options`.")
    options: dict[str, object] = Field({}, description="Options that differ from their defaults.")
    pace: str = Field("", description="Name of one of the game’s paces, or `custom`.")
    times: dict[str, int] = Field({}, description="Seconds for each kind of question, for a custom pace.")
    listed: bool = Field(True, description="Whether everyone can find the table in the list.")
    club: AnyCode = Field("", description="Code of a club you are in, so that only its members find the table.")
    rated: bool = False
    language: str = Field("", description="Language of the table. Empty for any.")
    on_time_percent: int | None = Field(
        None, description="Required percentage of turns played on time.", examples=[None]
    )
    newcomers: bool = Field(True, description="Whether players with too few turns to judge can join.")
    friends_only: bool = False
    bots_welcome: bool = Field(True, description="Whether accounts of bots can join. Never if it is rated.")
    starts_by_itself: bool = Field(True, description="Whether the match starts when a player takes the last seat.")
    bots_after_hours: int | None = Field(
        None, description="Hours after which house bots take the free seats.", examples=[None]
    )
    bot_strength: str = Field("cinder", description="How well house bots play: `spark`, `cinder` or `flint`.")


class QuickMatchBody(Schema):
    """The wishes for a quick match."""

    game: KnownGame = Field(examples=["fuse"])
    pace: str = Field(description="Name of one of the game’s paces.", examples=["daily"])
    rated: bool = False


class InviteBody(Schema):
    """The player to invite."""

    name: Name = Field(examples=["ben"])


class NewTournamentBody(Schema):
    """The settings of a tournament to create. What is left out is as on the form of the page."""

    game: KnownGame = Field(examples=["fuse"])
    name: str = Field(examples=["Thursday Cup"])
    starts_at: AwareDatetime = Field(description="Seconds are dropped.")
    pattern: str = Field(
        "", description="Format: one of " + ", ".join(f"`{name}`" for name in PATTERNS) + ", if it suits the game."
    )
    listed: bool = Field(True, description="If not, only players with the link find it, and its matches are unrated.")
    takes_part: bool = Field(True, description="Whether you play too. Team events need a captain’s registration.")
    entrants_least: int | None = Field(
        None, description="With fewer at the start, it is cancelled. Null for the usual number.", examples=[6]
    )
    entrants_most: int = Field(DEFAULT_ENTRANTS, description=f"Up to {MAX_ENTRANTS}.")
    pace: str = Field("", description="Name of one of the game’s paces. Empty for that of the format.")
    round_hours: int | None = Field(None, description="Null for those of the format.", examples=[24])
    points: str = Field("", description="Name of a point table. Empty for that of the format.")
    check_in: bool = Field(False, description="Whether entrants must check in before the start.")
    bots_welcome: bool = Field(False, description="Whether accounts of bots can enter. Never if it is rated.")
    bot_strength: str = Field("cinder", description="How well house bots play: `spark`, `cinder` or `flint`.")
    about: str = Field("", description="Description, in Markdown.")
    prizes: str = ""


class TournamentChanges(Schema):
    """The settings of a tournament to change. What is left out or null stays."""

    name: str | None = Field(None, examples=["Thursday Cup"])
    starts_at: AwareDatetime | None = Field(None, description="Seconds are dropped.")
    entrants_least: int | None = Field(None, examples=[6])
    entrants_most: int | None = Field(None, examples=[16])
    round_hours: int | None = Field(None, examples=[24])
    check_in: bool | None = None
    about: str | None = Field(None, description="Description, in Markdown.", examples=[""])
    prizes: str | None = Field(None, examples=[""])


class RegistrationBody(Schema):
    """How to enter a tournament."""

    team: str = Field("", max_length=100, description="For team events: the name of the team that you captain.")


class OwnEntry(Schema):
    """Your entry in a tournament."""

    tournament: TournamentCode
    number: int
    state: Literal["in", "waiting", "out"] = Field(
        description="`in`, `waiting` for a place, or `out` after withdrawing.", examples=["in"]
    )
    check_in_opens_at: datetime | None = Field(description="Null if no one has to check in.")
    checked_in: bool = Field(description="Whether you need not check in, or have done so.")
    url: Url
