"""Lists of open tables, the reader's own and filtered ones that are waiting for players."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import Tie
from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby import preferences, table_form
from apps.lobby.models import Chair, Invitation, Table
from apps.matches.selectors import options, reliability, running
from apps.matches.selectors.wording import format_estimated_duration, format_longest_turn, pace_title
from apps.ratings.displayed_rating import Points
from apps.ratings.selectors.player import find_displayed_ratings

PAGE_SIZE: Final = 20
MAX_COUNTED_TABLES: Final = 200
"""Maximum tables that are counted exactly, because no one reads more."""

MAX_SEARCHED_CLUB_TABLES: Final = 100
"""Maximum tables of a club that are searched, both open ones the reader can see and started ones still being played."""

MAX_SEARCHED_FRIEND_TABLES: Final = 1_000
"""Maximum tables of friends that are searched."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
FREE_SEAT_CHOICES: Final = (1, 2, 3)


@dataclass(frozen=True)
class Wanted:
    """The filters of a search for tables. Empty ones don't matter."""

    game: str = ""
    pace: str = ""
    language: str = ""
    chairs: int = 1
    """Minimum number of free seats."""
    rated: bool | None = None
    percent: int | None = None
    """Minimum percentage of turns on time that the table requires."""
    friends: bool = False
    """Whether one of the reader's friends must sit there."""

    @property
    def active(self) -> int:
        """Return the number of active filters."""
        return sum(
            value != usual for value, usual in zip(self.fields().values(), Wanted().fields().values(), strict=True)
        )

    def fields(self) -> dict[str, str]:
        """Return the filters as the form sends them."""
        return {
            "game": self.game,
            "pace": self.pace,
            "language": self.language,
            "chairs": str(self.chairs),
            "rated": {None: "", True: "yes", False: "no"}[self.rated],
            "percent": "" if self.percent is None else str(self.percent),
            "friends": "on" if self.friends else "",
        }

    @property
    def query(self) -> str:
        """Return the filters as a query string, without defaults."""
        usual = Wanted().fields()
        return urlencode({name: value for name, value in self.fields().items() if value != usual[name]})


@dataclass(frozen=True)
class TableRow:
    """A table of a list in the reader's language, as plain values, so that equal rows are rendered once."""

    code: str
    path: str
    game: str
    title: str
    """The title of the game."""
    host: str
    face: str
    """The seed of the host's avatar."""
    bot: bool
    """Whether the host is a bot with an account."""
    rating: int | None
    """The host's rating in the game, or None if they have never been rated in it."""
    pace: str
    turn: str
    """The longest time for a turn, in words."""
    lasts: str
    """The approximate duration, in words."""
    terms: tuple[str, ...]
    """The settings that differ from the default, in words."""
    public: bool
    """Whether it's in any list."""
    taken: int
    seats: int
    fingerprint: str
    """A fingerprint of the seating."""
    rated: bool
    mine: bool
    joinable: bool
    """Whether the reader is logged in and meets the table's requirements."""
    by: str
    """The player who invited the reader, if any."""
    token: str

    @property
    def dots(self) -> tuple[bool, ...]:
        """Return for each seat whether it's taken, the taken ones first."""
        return tuple(number < self.taken for number in range(self.seats))


class InvitedTable(NamedTuple):
    """A table that concerns the reader, and the player who invited them, if any."""

    table: Table
    by: str
    token: str


@dataclass(frozen=True)
class Own:
    """Open tables that concern the reader, the newest first."""

    asked: list[TableRow]
    """Tables the reader is invited to, by players they can meet."""
    mine: list[TableRow]
    """Tables the reader has joined."""


@dataclass(frozen=True)
class Page(Own):
    """The tables on the lobby's page."""

    rows: list[TableRow]
    count: str
    """The total number of tables in words, empty if there are none and on later pages."""
    older: str
    """The URL of the next page, empty on the last."""

    @property
    def fingerprint(self) -> str:
        """Return a fingerprint. The page reloads only if it has changed."""
        listed = [[(row.code, row.fingerprint, row.by) for row in rows] for rows in (self.asked, self.mine, self.rows)]
        return f"{zlib.crc32(repr((listed, self.count)).encode()):08x}"


def parse_filters(asked: Mapping[str, str]) -> Wanted:
    """Read the filters from a query string, ignoring invalid values."""
    pick = lambda name, among: asked.get(name, "") if asked.get(name, "") in among else ""  # noqa: E731
    chairs, percent = asked.get("chairs", ""), asked.get("percent", "")
    return Wanted(
        game=pick("game", load_games()),
        pace=pick("pace", dict(list_paces())),
        language=pick("language", dict(settings.LANGUAGES)),
        chairs=int(chairs) if chairs in map(str, FREE_SEAT_CHOICES) else 1,
        rated={"yes": True, "no": False}.get(asked.get("rated", "")),
        percent=int(percent) if percent in map(str, preferences.ON_TIME_PERCENTAGES) else None,
        friends=asked.get("friends") == "on",
    )


def list_paces() -> list[tuple[str, str]]:
    """Return every pace of any game, in the order of the games, then custom times, as (name, title)."""
    names = dict.fromkeys(name for game in load_games().values() for name in game.meta.paces)
    return [(name, pace_title(name)) for name in (*names, table_form.CUSTOM)]


def load_lobby_page(wanted: Wanted, *, player: int | None, guest: bool = False, before: str = "") -> Page:
    """Return up to `PAGE_SIZE` tables waiting for players, the newest first.

    The first page also has the tables the reader has joined or is invited to.

    :param guest: whether the reader has no account, so that rated tables aren't for them
    """
    apart = relations.find_players_apart(player)
    own = _own_tables(player, apart) if player and not before else []
    found = _find_open_tables(wanted, player, apart)
    listed = list(_older_than(found, before)[: PAGE_SIZE + 1])
    more, listed = len(listed) > PAGE_SIZE, listed[:PAGE_SIZE]
    count = ""
    if listed and not before:
        count = _describe_count(found[: MAX_COUNTED_TABLES + 1].count() if more else len(listed))
    prefetch_related_objects([*(each.table for each in own), *listed], Table.with_people())
    older = urlencode({"before": _encode_cursor(listed[-1])}) if more else ""
    joinable = _select_joinable_tables(listed, player, guest=guest)
    ratings = find_displayed_ratings({table.host_id for table in listed})
    return Page(
        *_split_own_tables(own, player, apart),
        rows=[
            _build_table_row(
                table,
                player,
                rating=ratings.get((table.host_id, table.game)),
                joinable=table.pk in joinable,
            )
            for table in listed
        ],
        count=count,
        older="?" + "&".join(filter(None, (wanted.query, older))) if older else "",
    )


def is_invited(player: int) -> bool:
    """Check whether the player has invitations to tables, including those that `load_own_tables` leaves out."""
    return _find_invitations(player).exists()


def find_waiting_tables(wanted: Wanted, *, player: int, before: str, most: int) -> list[Table]:
    """Return up to `most` tables waiting for players that the lobby's page shows the player, with their seats."""
    found = _older_than(_find_open_tables(wanted, player, relations.find_players_apart(player)), before)
    return list(found.prefetch_related(Table.with_people())[:most])


def find_own_tables(player: int) -> tuple[list[InvitedTable], list[Table]]:
    """Return the tables the player is invited to, and those they have joined, as the lobby's page does."""
    apart = relations.find_players_apart(player)
    own = _own_tables(player, apart)
    prefetch_related_objects([each.table for each in own], Table.with_people())
    mine = [each.table for each in own if each.table.chair_of(player) is not None]
    return [each for each in own if each.table not in mine and not _has_blocked_player(each.table, apart)], mine


def _find_invitations(player: int) -> QuerySet[Invitation]:
    return Invitation.objects.filter(Q(to=player) | Q(to=None, meant=player), answered_at=None)


def load_own_tables(player: int) -> Own:
    """Return the reader's own part of the lobby, for other pages."""
    apart = relations.find_players_apart(player)
    found = _own_tables(player, apart)
    prefetch_related_objects([each.table for each in found], Table.with_people())
    return Own(*_split_own_tables(found, player, apart))


@dataclass(frozen=True)
class OfCircle:
    """A club's tables as a member sees them, the newest first."""

    open: tuple[TableRow, ...]
    begun: tuple[TableRow, ...]
    """Started tables whose match isn't over."""


def list_circle_tables(circle: str, *, player: int | None) -> OfCircle:
    """Return the tables that a club's page shows to a member."""
    apart = relations.find_players_apart(player)
    waiting = find_circle_tables(circle, apart=apart)
    begun = [
        table
        for table in _find_tables_of_circle(circle).exclude(started_at=None)[:MAX_SEARCHED_CLUB_TABLES]
        if not _has_blocked_player(table, apart)
    ]
    played = running.find_running_codes([table.match_code for table in begun])
    return OfCircle(
        open=tuple(_build_table_row(table, player) for table in waiting),
        begun=tuple(_build_table_row(table, player) for table in begun if table.match_code in played),
    )


def find_circle_tables(circle: str, *, apart: frozenset[int]) -> list[Table]:
    """Return the open tables of a club without players whom a member must not meet, the newest first."""
    found = _find_tables_of_circle(circle).filter(started_at=None)[:MAX_SEARCHED_CLUB_TABLES]
    return [table for table in found if not _has_blocked_player(table, apart)][:PAGE_SIZE]


def _find_tables_of_circle(circle: str) -> QuerySet[Table]:
    return Table.gathering().filter(circle=circle).order_by("-created_at", "-pk")


def build_joined_filter(player: int) -> Q:
    """Return a filter for open tables the player has joined."""
    return Q(pk__in=Chair.objects.filter(player=player, table__started_at=None).values("table"))


def _find_open_tables(wanted: Wanted, player: int | None, apart: frozenset[int]) -> QuerySet[Table]:
    """Return public tables with free seats that the player can see."""
    found = Table.objects.filter(started_at=None, public=True, vacant__gt=0, game__in=load_games())
    for name, value in (("game", wanted.game), ("pace_name", wanted.pace), ("rated", wanted.rated)):
        if value not in ("", None):
            found = found.filter(**{name: value})
    if wanted.language:
        found = found.filter(language__in=("", wanted.language))
    if wanted.chairs > 1:
        found = found.filter(vacant__gte=wanted.chairs)
    if wanted.percent:
        found = found.filter(least_share__gte=wanted.percent / 100)
    hosts = Tie.objects.filter(other=player, kind=Tie.Kind.FRIEND).values("owner")
    found = found.filter(Q(friends_only=False) | Q(host__in=hosts)) if player else found.filter(friends_only=False)
    if player is None:
        return found.none() if wanted.friends else found
    if wanted.friends:
        friends = Tie.objects.filter(owner=player, kind=Tie.Kind.FRIEND).values("other")
        theirs = Chair.objects.filter(player__in=friends, table__started_at=None).values_list("table", flat=True)
        found = found.filter(
            pk__in=list(theirs[:MAX_SEARCHED_FRIEND_TABLES])
        )  # A list, because planners misjudge a subquery here.
    if apart:
        there = Chair.objects.filter(Q(player__in=apart) | Q(kept_for__in=apart), table__started_at=None)
        found = found.exclude(pk__in=there.values("table"))
    return found.exclude(build_joined_filter(player))


def _own_tables(player: int, apart: frozenset[int]) -> list[InvitedTable]:
    """Return the tables the player has joined, and those they are invited to by players they can meet."""
    asked = _find_invitations(player).exclude(by__in=apart)
    first = asked.filter(table=OuterRef("pk")).order_by("pk")
    both = Chair.objects.filter(player=player, table__started_at=None).values("table").union(asked.values("table"))
    found = (
        Table.objects.filter(pk__in=both, started_at=None, game__in=load_games())
        .annotate(asked_by=Subquery(first.values("by__username")[:1]), token=Subquery(first.values("token")[:1]))
        .order_by("-created_at", "-pk")
    )
    return [InvitedTable(table, table.asked_by or "", table.token or "") for table in found]


def _split_own_tables(
    own: list[InvitedTable], player: int | None, apart: frozenset[int]
) -> tuple[list[TableRow], list[TableRow]]:
    """Return the invitations to tables without players they must not meet, and the tables they have joined."""
    mine = [each for each in own if each.table.chair_of(player) is not None]
    asked = [each for each in own if each not in mine and not _has_blocked_player(each.table, apart)]
    return [_build_table_row(each.table, player, each) for each in asked], [
        _build_table_row(each.table, player, each) for each in mine
    ]


def _select_joinable_tables(listed: list[Table], player: int | None, *, guest: bool) -> frozenset[int]:
    """Return those of these tables, which the reader can see, whose requirements they meet."""
    if player is None:
        return frozenset()
    strict = any(table.least_share is not None for table in listed)
    share = reliability.get_reliability_share(player) if strict else None
    return frozenset(
        table.pk
        for table in listed
        if not (guest and table.rated) and not preferences.describe_unmet_requirement(table, share=share, friend=True)
    )


def _has_blocked_player(table: Table, apart: frozenset[int]) -> bool:
    return any(chair.player_id in apart or chair.kept_for_id in apart for chair in table.sitting)


def _older_than(found: QuerySet[Table], before: str) -> QuerySet[Table]:
    found = found.order_by("-created_at", "-pk")
    moment, _dash, pk = before.partition("-")
    if not (moment.isascii() and moment.isdigit() and pk.isascii() and pk.isdigit() and len(before) <= 40):
        return found
    try:
        at = EPOCH + timedelta(microseconds=int(moment))
    except OverflowError:
        return found
    return found.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=min(int(pk), 2**62)))


def _encode_cursor(table: Table) -> str:
    return f"{(table.created_at - EPOCH) // timedelta(microseconds=1)}-{table.pk}"


def _describe_count(number: int) -> str:
    if number > MAX_COUNTED_TABLES:
        return _("More than %(count)d tables are waiting for players.") % {"count": MAX_COUNTED_TABLES}
    return ngettext("%(count)d table is waiting for players.", "%(count)d tables are waiting for players.", number) % {
        "count": number
    }


def _build_table_row(
    table: Table,
    player: int | None,
    own: InvitedTable | None = None,
    *,
    rating: Points | None = None,
    joinable: bool = False,
) -> TableRow:
    return TableRow(
        code=table.code,
        path=table.get_absolute_url(),
        game=table.game,
        title=table.title,
        host=table.host_name,
        face=table.host_face,
        bot=table.hosted_by_bot,
        rating=None if rating is None else rating.points,
        pace=pace_title(table.pace_name),
        turn=format_longest_turn(table.pace),
        lasts=format_estimated_duration(table.expected_seconds),
        terms=(
            *preferences.describe_requirements(table),
            *options.describe_unusual_options(table.rules, table.options),
        ),
        public=table.public or bool(table.circle),
        taken=table.taken,
        seats=table.seats,
        fingerprint=table.fingerprint,
        rated=table.rated,
        mine=table.chair_of(player) is not None,
        joinable=joinable,
        by="" if own is None else own.by,
        token="" if own is None else own.token,
    )
