"""The client, with the types and operations of the API. `generate.py` writes it, so don't edit it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, Unpack, cast

from slowfuse.connection import Connection


class Game(TypedDict):
    """A game that can be played here."""

    slug: str
    title: str
    pitch: str
    seats: list[int]
    """Possible numbers of players."""
    paces: dict[str, dict[str, int]]
    """Seconds allowed for each kind of question, by pace."""
    options: list[Option]
    rules: str
    """URL of the rules."""


class Option(TypedDict):
    """An option of a game."""

    name: str
    title: str
    default: object
    """Default value."""


class GameSchema(TypedDict):
    """The types of a game."""

    slug: str
    options: dict[str, object]
    """A JSON Schema."""
    state: dict[str, object]
    """A JSON Schema."""
    action: dict[str, object]
    """A JSON Schema."""
    order: dict[str, object]
    """A JSON Schema."""
    fact: dict[str, object]
    """A JSON Schema."""
    components: dict[str, object]
    """The schemas to which the others refer."""


class PrintedFace(TypedDict):
    """A face, and the cards that have it."""

    cards: list[int | str]
    """The cards, as states, answers and facts name them."""
    kind: str
    points: int | None
    """Null if the game prints none."""
    for_each_player: bool
    """Whether every player has these cards."""
    title: dict[str, str]
    """By language."""
    text: dict[str, str]
    """What it does, by language."""


class Match(TypedDict):
    """A public match, as everyone can see it."""

    code: str
    game: str
    status: str
    begun_at: str
    over_at: str | None
    seats: list[Sitter]
    """Players in seat order."""
    places: list[int] | None
    """Place of each seat, from 1.

    Null before the end or without a result.
    """
    scores: list[int]
    options: dict[str, object]
    pace: dict[str, int]
    rated: bool
    commitment: str
    """Fingerprint of the seed, published before the first move."""
    occasion: str
    """Event that the match belongs to, such as a tournament round.

    Can be empty.
    """
    occasion_url: str
    tournament: str | None
    """Code of the tournament, if it belongs to one."""
    url: str
    record_url: str
    """URL of the match record in this API."""


class MatchPage(TypedDict):
    """A page of a list."""

    items: list[Match]
    next: NotRequired[str | None]
    """Cursor of the next page.

    Null on the last page.
    """


class Sitter(TypedDict):
    """A player or bot in a match."""

    name: str
    person: bool
    """False for house bots and for deleted accounts."""
    bot: bool
    """Whether the player is a bot with an account."""


class Dump(TypedDict):
    """The records of all public matches that ended in a month."""

    month: str
    """Year and month, in UTC."""
    matches: int
    bytes: int
    sha256: str
    """Checksum of the file: 64 hex digits."""
    written_at: str
    """It is replaced if a player closes their account or a match is hidden."""
    url: str
    checksum_url: str


class TournamentLinePage(TypedDict):
    """A page of a list."""

    items: list[TournamentLine]
    next: NotRequired[str | None]
    """Cursor of the next page.

    Null on the last page.
    """


class TournamentLine(TypedDict):
    """A tournament in a list."""

    code: str
    name: str
    game: str
    status: str
    rated: bool
    bots_welcome: bool
    """Whether accounts of bots can enter."""
    least: int
    most: int
    starts_at: str
    started_at: str | None
    over_at: str | None
    url: str


class Entrant(TypedDict):
    """An entrant of a tournament."""

    number: int
    name: str
    bot: bool
    withdrawn: bool
    strength: NotRequired[float | None]
    """Rating at the start, if it was used for seeding."""
    members: NotRequired[list[str] | None]
    """Members of a team, in board order."""


class Tournament(TypedDict):
    """A tournament with its settings and entrants."""

    code: str
    name: str
    about: str
    prizes: NotRequired[str]
    status: str
    game: str
    options: dict[str, object]
    pace: dict[str, int]
    plan: dict[str, object]
    """Stages, points and tie-breaks."""
    rated: bool
    bots_welcome: bool
    """Whether accounts of bots can enter."""
    entrants_least: int
    entrants_most: int
    round_hours: int | None
    break_hours: int
    starts_at: str
    started_at: str | None
    over_at: str | None
    commitment: str
    seed: NotRequired[str | None]
    """Secret behind draws and pairings.

    Null until the tournament is over.
    """
    entrants: list[Entrant]
    url: str


class NewTournamentBody(TypedDict):
    """The settings of a tournament to create.

    What is left out is as on the form of the page.
    """

    game: str
    name: str
    starts_at: str
    """Seconds are dropped."""
    pattern: NotRequired[str]
    """Format: one of `evening`, `month`, `groups`, `knockout`, `double`, `duels`, `teams`, if it suits the game."""
    listed: NotRequired[bool]
    """If not, only players with the link find it, and its matches are unrated."""
    takes_part: NotRequired[bool]
    """Whether you play too.

    Team events need a captain’s registration.
    """
    entrants_least: NotRequired[int | None]
    """With fewer at the start, it is cancelled.

    Null for the usual number.
    """
    entrants_most: NotRequired[int]
    """Up to 32."""
    pace: NotRequired[str]
    """Name of one of the game’s paces.

    Empty for that of the format.
    """
    round_hours: NotRequired[int | None]
    """Null for those of the format."""
    points: NotRequired[str]
    """Name of a point table.

    Empty for that of the format.
    """
    check_in: NotRequired[bool]
    """Whether entrants must check in before the start."""
    bots_welcome: NotRequired[bool]
    """Whether accounts of bots can enter.

    Never if it is rated.
    """
    bot_strength: NotRequired[str]
    """How well house bots play: `spark`, `cinder` or `flint`."""
    about: NotRequired[str]
    """Description, in Markdown."""
    prizes: NotRequired[str]


class TournamentChanges(TypedDict):
    """The settings of a tournament to change.

    What is left out or null stays.
    """

    name: NotRequired[str | None]
    starts_at: NotRequired[str | None]
    """Seconds are dropped."""
    entrants_least: NotRequired[int | None]
    entrants_most: NotRequired[int | None]
    round_hours: NotRequired[int | None]
    check_in: NotRequired[bool | None]
    about: NotRequired[str | None]
    """Description, in Markdown."""
    prizes: NotRequired[str | None]


class StandingsLine(TypedDict):
    """A line of the standings."""

    place: int
    entrant: int
    name: str
    points: NotRequired[str | None]
    tables: NotRequired[int | None]
    ties: NotRequired[dict[str, str]]
    """Values of the tie-breaks that were needed, by name."""
    knockout_round: NotRequired[int | None]


class Correction(TypedDict):
    """A result corrected by an organiser."""

    reason: str
    at: str


class Result(TypedDict):
    """The result of a table."""

    places: list[int] | None
    points: list[str] | None
    scores: list[object] | None
    not_finished: list[int]
    not_come: list[int]


class Round(TypedDict):
    """A published round."""

    number: int
    stage: int
    published_at: str | None
    ends_at: str | None
    over_at: str | None
    field: list[int]
    byes: list[int]
    tables: list[Table]


class Table(TypedDict):
    """A table of a round."""

    number: int
    sheet: int
    seats: list[int]
    """Numbers of the entrants, in seat order."""
    substitutes: list[str | None]
    """Who sits in each seat instead of its entrant, in the latest match.

    Null if no one does.
    """
    matches: list[TableMatch]
    result: Result | None
    correction: NotRequired[Correction | None]


class TableMatch(TypedDict):
    """A match played at a table."""

    code: str
    over_at: str | None
    places: list[int] | None
    """As in the match: null before the end or without a result."""
    scores: list[int] | None
    lineup: NotRequired[list[str | None] | None]
    """For teams: the members who were meant to play, in seat order."""


class SeriesPage(TypedDict):
    """A page of a list."""

    items: list[Series]
    next: NotRequired[str | None]
    """Cursor of the next page.

    Null on the last page.
    """


class Series(TypedDict):
    """A series of recurring tournaments."""

    id: int
    name: str
    every: str
    """Either week or month."""
    active: bool
    url: str


class Season(TypedDict):
    """The table of a series for one year."""

    series: Series
    year: int | None
    """Null before the first tournament is over."""
    years: list[int]
    best: int
    """Number of each player's best tournaments that count.

    0 means all.
    """
    whole: bool
    """False while some tournaments are still being counted.

    Try again later.
    """
    tournaments: list[SeasonTournament]
    standings: list[SeasonLine]


class SeasonLine(TypedDict):
    """A player's line in the table of a season."""

    place: int
    name: str
    points: int
    brought: dict[str, int]
    """Points by tournament code."""
    counted: list[str]
    """Codes of the tournaments that count."""


class SeasonTournament(TypedDict):
    """A tournament of a season."""

    code: str
    name: str
    starts_at: str
    started_at: str | None


class GameRecord(TypedDict):
    """A player's results in one game."""

    game: str
    rating: int | None
    give_or_take: int | None
    provisional: bool | None
    matches: int


class Player(TypedDict):
    """The public profile of a player."""

    name: str
    guest: bool
    bot: bool
    """Whether a program plays with this account."""
    since: str
    running: int
    finished: int
    answered_in_time: int | None
    """Percentage of turns played on time in the last 90 days.

    Null if there were too few.
    """
    games: list[GameRecord]
    url: str


class LeaderboardLine(TypedDict):
    """A line of a leaderboard."""

    rank: int
    name: str
    rating: int
    give_or_take: int
    matches: int
    active_at: str


class LeaderboardLinePage(TypedDict):
    """A page of a list."""

    items: list[LeaderboardLine]
    next: NotRequired[str | None]
    """Cursor of the next page.

    Null on the last page.
    """


class Account(TypedDict):
    """The player of an access token."""

    name: str
    bot: bool
    """Whether the account has become a bot."""
    scopes: list[str]
    """What the token allows."""
    url: str
    """URL of the profile."""


class OpenQuestion(TypedDict):
    """A question that waits for the player."""

    match: str
    game: str
    seat: int
    """Seat, counted from 0."""
    key: str
    """Key of the question."""
    asked_at: str
    deadline: str
    """When silence counts as the answer."""


class OwnMatch(TypedDict):
    """A running match of the player."""

    code: str
    game: str
    seat: int
    """Seat, counted from 0."""
    status: str
    """`playing` or `paused`."""
    begun_at: str


class GivenOrder(TypedDict):
    """A standing order of the player."""

    ticket: str
    order: dict[str, object]
    """A move planned in advance, with its kind in `order` and the fields of that kind."""


class Outcome(TypedDict):
    """How a match ended."""

    places: list[int]
    """Place of each seat, from 1.

    Empty without a result.
    """
    scores: list[int]
    why: str


class Proposal(TypedDict):
    """An open proposal at the table."""

    what: str
    about: int
    """Days of a pause, or the seat that needs a substitute."""
    by: str
    agreed: bool
    """Whether the player has agreed."""


class Question(TypedDict):
    """A question that the player can answer now."""

    key: str
    """Key of the question."""
    about: str
    """Kind of question."""
    deadline: str | None
    """When silence counts as the answer.

    Null if play is paused.
    """
    silence: dict[str, object] | None
    """What silence answers.

    Null if the seat can't know it.
    """
    waits: bool
    """Whether play waits for the answer."""
    duty: bool
    """Whether silence counts as a missed turn."""
    sealed: bool
    """Whether the answer is secret and can be changed until all have answered."""
    answered: bool
    """Whether it has been answered and can only be changed."""


class SeatView(TypedDict):
    """A match as the player in a seat sees it."""

    code: str
    game: str
    seat: int
    """Seat, counted from 0."""
    status: str
    """`playing`, `paused` or `over`."""
    setup: Setup
    pace: dict[str, int]
    rated: bool
    commitment: str
    heard: int
    """Number of facts the seat knows.

    It grows only if there is something new.
    """
    players: list[SeatedPlayer]
    """In seat order."""
    state: dict[str, object]
    """What the seat knows of the table.

    Each game has its own fields.
    """
    scores: list[int]
    """Each seat's score if the match ended now, as far as the seat knows."""
    questions: list[Question]
    answers: list[dict[str, object]]
    """What the player can answer now."""
    complete: bool
    """Whether `answers` lists all of them.

    If not, it's a sample.
    """
    orders: list[GivenOrder]
    time_bank: int
    """Seconds left in the time bank."""
    proposals: list[Proposal]
    outcome: Outcome | None
    """Null until the match is over."""
    url: str


class SeatedPlayer(TypedDict):
    """The player or bot in a seat."""

    name: str
    kind: str
    """`person`, `bot`, or `autopilot` if a bot answers for a person."""
    program: bool
    """Whether the player is a bot with an account."""
    awaited: bool
    """Whether an answer of this seat is expected, as far as the player knows."""


class Setup(TypedDict):
    """The settings before the deal."""

    seats: int
    options: dict[str, object]
    edition: int
    """Edition of the rules."""


class AnswerBody(TypedDict):
    """An answer to an open question."""

    key: str
    """Key of the question."""
    action: dict[str, object]
    """An answer, with its kind in `type` and the fields of that kind."""


class OrderBody(TypedDict):
    """A standing order to add."""

    order: dict[str, object]
    """A move planned in advance, with its kind in `order` and the fields of that kind."""


class VoteBody(TypedDict):
    """A proposal, or consent to one that someone else has made."""

    what: Literal["pause", "resume", "live", "daily", "substitute", "claim", "end"]
    about: NotRequired[int]
    """Days of a pause, or the seat that needs a substitute."""
    agree: NotRequired[bool]
    """False declines the proposal, or withdraws your own."""


class ChatMessage(TypedDict):
    """A message in the chat of a match."""

    id: int
    author: str
    """Empty if the account was deleted."""
    mine: bool
    text: str
    """Empty if the message is hidden."""
    at: str


class Sent(TypedDict):
    """A message that was sent."""

    id: int


class ChatBody(TypedDict):
    """A message to send."""

    text: str


class LobbyTable(TypedDict):
    """A table before the match."""

    code: str
    game: str
    host: str
    seats: list[TablePlace]
    joined: bool
    """Whether you are at the table."""
    match: str | None
    """Code of the match.

    Null until it has started.
    """
    options: dict[str, object]
    pace: dict[str, int]
    pace_name: str
    """Name of the pace, or `custom`."""
    listed: bool
    club: NotRequired[str | None]
    """Code of the club whose members alone can join it."""
    rated: bool
    language: str
    """Language of the table.

    Empty for any.
    """
    on_time_percent: int | None
    """Required percentage of turns played on time."""
    newcomers: bool
    """Whether players with too few turns to judge can join."""
    friends_only: bool
    bots_welcome: bool
    """Whether accounts of bots can join."""
    starts_by_itself: bool
    """Whether the match starts when a player takes the last seat."""
    bots_join_at: str | None
    """When house bots take the free seats and the match starts."""
    bot_strength: Literal["spark", "cinder", "flint"]
    """How well house bots play."""
    opened_at: str
    invited: list[str]
    """Whom players of the table have invited.

    Empty if you are not at it.
    """
    commitment: str
    """Fingerprint of the secret to which players’ words are added.

    Empty if words aren’t taken.
    """
    url: str


class LobbyTablePage(TypedDict):
    """A page of a list."""

    items: list[LobbyTable]
    next: NotRequired[str | None]
    """Cursor of the next page.

    Null on the last page.
    """


class TablePlace(TypedDict):
    """A seat of a table."""

    kind: str
    """`player`, `bot`, `reserved` or `free`."""
    name: str
    """The player, or for whom it is reserved if you can know that.

    Can be empty.
    """


class TableBody(TypedDict):
    """The settings of a table to open.

    What is left out is as on the form of the page.
    """

    game: str
    seats: NotRequired[int | None]
    """Number of seats."""
    preset: NotRequired[str]
    """Name of one of the game’s sets of rules, instead of `options`."""
    options: NotRequired[dict[str, object]]
    """Options that differ from their defaults."""
    pace: NotRequired[str]
    """Name of one of the game’s paces, or `custom`."""
    times: NotRequired[dict[str, int]]
    """Seconds for each kind of question, for a custom pace."""
    listed: NotRequired[bool]
    """Whether everyone can find the table in the list."""
    club: NotRequired[str]
    """Code of a club you are in, so that only its members find the table."""
    rated: NotRequired[bool]
    language: NotRequired[str]
    """Language of the table.

    Empty for any.
    """
    on_time_percent: NotRequired[int | None]
    """Required percentage of turns played on time."""
    newcomers: NotRequired[bool]
    """Whether players with too few turns to judge can join."""
    friends_only: NotRequired[bool]
    bots_welcome: NotRequired[bool]
    """Whether accounts of bots can join.

    Never if it is rated.
    """
    starts_by_itself: NotRequired[bool]
    """Whether the match starts when a player takes the last seat."""
    bots_after_hours: NotRequired[int | None]
    """Hours after which house bots take the free seats."""
    bot_strength: NotRequired[str]
    """How well house bots play: `spark`, `cinder` or `flint`."""


class WordBody(TypedDict):
    """A word for the shuffle."""

    word: str


class InviteBody(TypedDict):
    """The player to invite."""

    name: str


class QuickMatchBody(TypedDict):
    """The wishes for a quick match."""

    game: str
    pace: str
    """Name of one of the game’s paces."""
    rated: NotRequired[bool]


class TableInvitation(TypedDict):
    """An invitation to a table."""

    token: str
    """Secret with which to answer it."""
    by: str
    table: LobbyTable


class OwnEntry(TypedDict):
    """Your entry in a tournament."""

    tournament: str
    number: int
    state: Literal["in", "waiting", "out"]
    """`in`, `waiting` for a place, or `out` after withdrawing."""
    check_in_opens_at: str | None
    """Null if no one has to check in."""
    checked_in: bool
    """Whether you need not check in, or have done so."""
    url: str


class RegistrationBody(TypedDict):
    """How to enter a tournament."""

    team: NotRequired[str]
    """For team events: the name of the team that you captain."""


class Client(Connection):
    """The API of a site, for one player. Methods are named like its operations."""

    def list_games(self) -> list[Game]:
        """Return all games."""
        return cast("list[Game]", self._call("GET", "/games/", repeatable=True))

    def get_game(self, slug: str) -> Game:
        """Return one game."""
        return cast("Game", self._call("GET", "/games/{slug}/", path={"slug": slug}, repeatable=True))

    def get_game_schema(self, slug: str) -> GameSchema:
        """Return the types of a game as JSON Schemas, with `$ref` to `components`: the options of a table, what a seat knows (`state`), answers, standing orders, and the facts in match records."""
        return cast("GameSchema", self._call("GET", "/games/{slug}/schema/", path={"slug": slug}, repeatable=True))

    def get_game_cards(self, slug: str) -> list[PrintedFace]:
        """Return the printed faces of a game's cards, with title and text in all languages.

        `cards` has the names by which states, answers and facts refer to the cards with that face, so its length is
        the number of copies.
        """
        return cast(
            "list[PrintedFace]", self._call("GET", "/games/{slug}/cards/", path={"slug": slug}, repeatable=True)
        )

    def list_matches(
        self,
        *,
        game: str = "",
        player: str = "",
        status: Literal["", "playing", "paused", "over"] = "",
        tournament: str = "",
        cursor: str = "",
    ) -> MatchPage:
        """Return public matches, newest first.

        Filter by game, player, tournament code or status. Status 404 means that the player or the tournament does
        not exist.
        """
        return cast(
            "MatchPage",
            self._call(
                "GET",
                "/matches/",
                query={"game": game, "player": player, "status": status, "tournament": tournament, "cursor": cursor},
                repeatable=True,
            ),
        )

    def get_match(self, code: str) -> Match:
        """Return one listed match.

        Players see their unlisted ones from their seat.
        """
        return cast("Match", self._call("GET", "/matches/{code}/", path={"code": code}, repeatable=True))

    def get_match_record(self, code: str) -> str:
        """Return the record of a listed match as JSON Lines.

        A running match shows only what is public; a finished match shows everything, including the seed.
        """
        return cast("str", self._call("GET", "/matches/{code}/record/", path={"code": code}, repeatable=True))

    def list_dumps(self) -> list[Dump]:
        """Return the monthly dumps, newest first.

        Each is a file with the records of all public matches that ended in a month (UTC), one after the other as
        JSON Lines, compressed with Zstandard.
        """
        return cast("list[Dump]", self._call("GET", "/dumps/", repeatable=True))

    def list_tournaments(
        self,
        *,
        game: str = "",
        status: Literal["", "announced", "open", "closed", "running", "paused", "over", "cancelled"] = "",
        cursor: str = "",
    ) -> TournamentLinePage:
        """Return public tournaments, newest first.

        Filter by game or status.
        """
        return cast(
            "TournamentLinePage",
            self._call(
                "GET", "/tournaments/", query={"game": game, "status": status, "cursor": cursor}, repeatable=True
            ),
        )

    def create_tournament(self, **body: Unpack[NewTournamentBody]) -> Tournament:
        """Create a small tournament, whose registration is open at once and which runs by itself.

        Scope: tournaments.
        """
        return cast("Tournament", self._call("POST", "/tournaments/", body=body, keyed=True))

    def change_tournament(self, code: str, **body: Unpack[TournamentChanges]) -> Tournament:
        """Change the settings of a tournament you organise before it starts.

        Scope: tournaments.
        """
        return cast("Tournament", self._call("PATCH", "/tournaments/{code}/", path={"code": code}, body=body))

    def get_tournament(self, code: str) -> Tournament:
        """Return one tournament with its settings and entrants."""
        return cast("Tournament", self._call("GET", "/tournaments/{code}/", path={"code": code}, repeatable=True))

    def start_tournament(self, code: str) -> Tournament:
        """Start a tournament you organise before its time.

        Scope: tournaments.
        """
        return cast("Tournament", self._call("POST", "/tournaments/{code}/start/", path={"code": code}))

    def cancel_tournament(self, code: str) -> Tournament:
        """Cancel a tournament you organise.

        Everyone who entered is notified. Scope: tournaments.
        """
        return cast("Tournament", self._call("POST", "/tournaments/{code}/cancel/", path={"code": code}))

    def get_standings(self, code: str) -> list[StandingsLine]:
        """Return the standings, best first.

        The list is empty before the first round.
        """
        return cast(
            "list[StandingsLine]",
            self._call("GET", "/tournaments/{code}/standings/", path={"code": code}, repeatable=True),
        )

    def list_rounds(self, code: str) -> list[Round]:
        """Return all published rounds with their tables."""
        return cast(
            "list[Round]", self._call("GET", "/tournaments/{code}/rounds/", path={"code": code}, repeatable=True)
        )

    def get_round(self, code: str, number: int) -> Round:
        """Return one published round, counted from 1."""
        return cast(
            "Round",
            self._call(
                "GET", "/tournaments/{code}/rounds/{number}/", path={"code": code, "number": number}, repeatable=True
            ),
        )

    def list_series(self, *, cursor: str = "") -> SeriesPage:
        """Return all series with a public tournament, newest first."""
        return cast("SeriesPage", self._call("GET", "/series/", query={"cursor": cursor}, repeatable=True))

    def get_season(self, id: int, *, year: int | None = None) -> Season:
        """Return the table of one series for the given year, or for the latest one.

        Status 404 means that there is no such series, or that no tournament of it was over in that year.
        """
        return cast(
            "Season", self._call("GET", "/series/{id}/", path={"id": id}, query={"year": year}, repeatable=True)
        )

    def get_player(self, name: str) -> Player:
        """Return the public profile of one player, as shown to visitors who are not logged in."""
        return cast("Player", self._call("GET", "/players/{name}/", path={"name": name}, repeatable=True))

    def get_leaderboard(self, game: str, *, cursor: str = "", bots: bool = False) -> LeaderboardLinePage:
        """Return everyone with an established rating, best first.

        Bots have a leaderboard of their own.
        """
        return cast(
            "LeaderboardLinePage",
            self._call(
                "GET",
                "/leaderboards/{game}/",
                path={"game": game},
                query={"cursor": cursor, "bots": bots},
                repeatable=True,
            ),
        )

    def get_me(self) -> Account:
        """Return whom the token is for and what it allows.

        Scope: read.
        """
        return cast("Account", self._call("GET", "/me/", repeatable=True))

    def list_my_questions(self) -> list[OpenQuestion]:
        """Return the questions that wait for you, up to 100, the soonest deadline first.

        Scope: read.
        """
        return cast("list[OpenQuestion]", self._call("GET", "/me/questions/", repeatable=True))

    def list_my_matches(self) -> list[OwnMatch]:
        """Return your running matches, the latest first.

        Scope: read.
        """
        return cast("list[OwnMatch]", self._call("GET", "/me/matches/", repeatable=True))

    def get_seat(self, code: str) -> SeatView:
        """Return a match as your seat sees it: the state, open questions, possible answers and deadlines.

        Scope: read.
        """
        return cast("SeatView", self._call("GET", "/matches/{code}/seat/", path={"code": code}, repeatable=True))

    def answer_question(self, code: str, **body: Unpack[AnswerBody]) -> SeatView:
        """Answer an open question.

        The same answer to the same question can be sent again, and changes nothing. Another one is refused with
        409, unless the question is sealed and still open. Some answers leave their question open, as `questions`
        shows. Scope: play.
        """
        return cast(
            "SeatView", self._call("POST", "/matches/{code}/answers/", path={"code": code}, body=body, repeatable=True)
        )

    def add_standing_order(self, code: str, **body: Unpack[OrderBody]) -> SeatView:
        """Add a standing order.

        If it answers an open question, it does so at once. Scope: play.
        """
        return cast("SeatView", self._call("POST", "/matches/{code}/orders/", path={"code": code}, body=body))

    def withdraw_standing_order(self, code: str, ticket: str) -> SeatView:
        """Withdraw a standing order by its ticket.

        One that's already gone is no error. Scope: play.
        """
        return cast(
            "SeatView",
            self._call(
                "DELETE", "/matches/{code}/orders/{ticket}/", path={"code": code, "ticket": ticket}, repeatable=True
            ),
        )

    def vote_on_proposal(self, code: str, **body: Unpack[VoteBody]) -> SeatView:
        """Propose something, agree to a proposal, or decline it.

        It takes effect once everyone agrees. Scope: play.
        """
        return cast("SeatView", self._call("POST", "/matches/{code}/proposals/", path={"code": code}, body=body))

    def quit_match(self, code: str) -> None:
        """Quit the match for good.

        A bot plays on for you. Scope: play.
        """
        self._call("POST", "/matches/{code}/quit/", path={"code": code})

    def return_to_match(self, code: str) -> SeatView:
        """Take your seat back from the bot that has answered for you since you missed turns.

        Scope: play.
        """
        return cast("SeatView", self._call("POST", "/matches/{code}/return/", path={"code": code}))

    def list_chat_messages(self, code: str) -> list[ChatMessage]:
        """Return the latest messages of a match's chat, oldest first.

        Muted players' messages are left out. Scope: read.
        """
        return cast(
            "list[ChatMessage]", self._call("GET", "/matches/{code}/chat/", path={"code": code}, repeatable=True)
        )

    def send_chat_message(self, code: str, **body: Unpack[ChatBody]) -> Sent:
        """Send a message to the chat of your match.

        Scope: play.
        """
        return cast("Sent", self._call("POST", "/matches/{code}/chat/", path={"code": code}, body=body))

    def list_tables(self, *, game: str = "", pace: str = "", cursor: str = "") -> LobbyTablePage:
        """Return listed tables that wait for players, newest first, without your own.

        Filter by game or pace. Scope: read.
        """
        return cast(
            "LobbyTablePage",
            self._call("GET", "/tables/", query={"game": game, "pace": pace, "cursor": cursor}, repeatable=True),
        )

    def open_table(self, **body: Unpack[TableBody]) -> LobbyTable:
        """Open a table and take its first seat.

        If it is for a club, only its members can find and join it. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/", body=body, keyed=True))

    def get_table(self, code: str) -> LobbyTable:
        """Return a table.

        Once it has started, it tells the code of its match. Scope: read.
        """
        return cast("LobbyTable", self._call("GET", "/tables/{code}/", path={"code": code}, repeatable=True))

    def close_table(self, code: str) -> None:
        """Close the table that you host.

        Scope: tables.
        """
        self._call("DELETE", "/tables/{code}/", path={"code": code}, repeatable=True)

    def join_table(self, code: str) -> LobbyTable:
        """Join a table.

        If it starts by itself, the last player to join starts the match. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/{code}/join/", path={"code": code}))

    def list_club_tables(self, code: str) -> list[LobbyTable]:
        """Return the open tables of a club you are in, up to 20, the newest first.

        Scope: read.
        """
        return cast(
            "list[LobbyTable]", self._call("GET", "/clubs/{code}/tables/", path={"code": code}, repeatable=True)
        )

    def join_club_table(self, code: str, table: str) -> LobbyTable:
        """Join a table of a club you are in.

        Scope: tables.
        """
        return cast(
            "LobbyTable", self._call("POST", "/clubs/{code}/tables/{table}/join/", path={"code": code, "table": table})
        )

    def give_word(self, code: str, **body: Unpack[WordBody]) -> LobbyTable:
        """Add a word of yours to the shuffle of a table where you sit, in place of an earlier one.

        It stays secret until the match is over. An empty word removes it. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/{code}/word/", path={"code": code}, body=body))

    def leave_table(self, code: str) -> None:
        """Leave a table.

        The next player becomes the host, and with the last player it is closed. Scope: tables.
        """
        self._call("POST", "/tables/{code}/leave/", path={"code": code})

    def invite_to_table(self, code: str, **body: Unpack[InviteBody]) -> LobbyTable:
        """Invite a player by name to a table where you sit.

        If no one of this name can be invited, you are not told. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/{code}/invite/", path={"code": code}, body=body))

    def fill_with_bots(self, code: str) -> LobbyTable:
        """Seat house bots in all free seats of the table that you host.

        Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/{code}/bots/", path={"code": code}))

    def start_table(self, code: str) -> LobbyTable:
        """Start the match of the table that you host.

        Asking again changes nothing. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/tables/{code}/start/", path={"code": code}))

    def join_quick_match(self, **body: Unpack[QuickMatchBody]) -> LobbyTable:
        """Join a table of someone who looks for the same, or open one.

        Asking again returns the same table until it starts. Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/quick-match/", body=body, keyed=True))

    def play_rematch(self, code: str) -> LobbyTable:
        """Open the rematch of a match that you played, or join it if it's open.

        Scope: tables.
        """
        return cast("LobbyTable", self._call("POST", "/matches/{code}/rematch/", path={"code": code}))

    def list_my_tables(self) -> list[LobbyTable]:
        """Return the open tables where you sit, the newest first.

        Scope: read.
        """
        return cast("list[LobbyTable]", self._call("GET", "/me/tables/", repeatable=True))

    def list_my_invitations(self) -> list[TableInvitation]:
        """Return the open invitations to tables, the newest table first.

        Scope: read.
        """
        return cast("list[TableInvitation]", self._call("GET", "/me/invitations/", repeatable=True))

    def accept_invitation(self, invitation: str) -> LobbyTable:
        """Accept an invitation and join its table.

        Scope: tables.
        """
        return cast(
            "LobbyTable", self._call("POST", "/me/invitations/{invitation}/accept/", path={"invitation": invitation})
        )

    def decline_invitation(self, invitation: str) -> None:
        """Decline an invitation.

        Scope: tables.
        """
        self._call("POST", "/me/invitations/{invitation}/decline/", path={"invitation": invitation})

    def get_my_entry(self, code: str) -> OwnEntry:
        """Return your entry in a tournament, or status 404 if you never entered.

        Scope: read.
        """
        return cast("OwnEntry", self._call("GET", "/tournaments/{code}/entry/", path={"code": code}, repeatable=True))

    def register(self, code: str, **body: Unpack[RegistrationBody]) -> OwnEntry:
        """Register for a tournament, or for its waiting list if it is full.

        Scope: tournaments.
        """
        return cast("OwnEntry", self._call("POST", "/tournaments/{code}/register/", path={"code": code}, body=body))

    def withdraw(self, code: str) -> OwnEntry:
        """Withdraw from a tournament.

        After its start, a bot takes over in your unfinished matches. Scope: tournaments.
        """
        return cast("OwnEntry", self._call("POST", "/tournaments/{code}/withdraw/", path={"code": code}))

    def return_to_tournament(self, code: str) -> OwnEntry:
        """Come back to a running tournament that you left.

        Scope: tournaments.
        """
        return cast("OwnEntry", self._call("POST", "/tournaments/{code}/return/", path={"code": code}))

    def check_in(self, code: str) -> OwnEntry:
        """Check in before the start.

        Asking again changes nothing. Scope: tournaments.
        """
        return cast("OwnEntry", self._call("POST", "/tournaments/{code}/check-in/", path={"code": code}))
