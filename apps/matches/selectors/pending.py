"""Pending matters that players are notified of: questions, ended matches, bots that play for them.

All are notified of their own questions only, and of nothing that is in a hand or sealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F

from apps.common import clocks
from apps.kernel.game import AGREED
from apps.matches.engine import deadlines, proposals, tenures
from apps.matches.models import Chair, Match, Question
from apps.matches.selectors import seating

LAST_CALL_SHARE: Final = 0.8
"""The share of the time after which a player gets a last reminder."""


MAX_NOTICE_GRACE: Final = timedelta(minutes=1)
"""How long a question waits before its notification, if it leaves the time for that."""


PROPOSAL_PREFIX: Final = "proposal:"
"""The prefix of every proposal's subject."""


@dataclass(frozen=True)
class Waiting:
    """A question a player hasn't answered yet."""

    player: int
    code: str
    game: str
    people: tuple[str, ...]
    """The others at the table, in seat order."""
    key: str
    opened_at: datetime
    due_at: datetime
    """Until when an answer uses no time bank."""
    lapses_at: datetime
    """When silence counts as the answer: what notifications show, like the page of the match."""
    moved_at: datetime | None = None
    """When that last moved, if it did."""

    @property
    def subject(self) -> str:
        """Return an identifier of the question among all matches."""
        return f"{self.code}:{self.key}"

    @property
    def call_at(self) -> datetime:
        """Return when most of the time will have passed."""
        return self.opened_at + LAST_CALL_SHARE * (self.due_at - self.opened_at)


@dataclass(frozen=True)
class Seated:
    """A player at a table that is over, or at which a bot plays for them."""

    player: int
    code: str
    game: str
    people: tuple[str, ...]
    at: datetime | None
    """When it ended, or since when the bot has played."""
    place: int | None = None
    """The place, with 1 as the best; None if no one won."""
    seats: int = 0
    agreed: bool = False
    """Whether the players agreed to end it."""
    players: tuple[tuple[str, int], ...] = ()
    """The ids of the players among `people`, each with their name."""


@dataclass(frozen=True)
class Proposed:
    """A proposal that a player at the table hasn't agreed to yet."""

    player: int
    code: str
    game: str
    by: str
    what: str
    about: int
    """The days of a pause."""
    whose: str
    """The player to be replaced, if it's about a substitute."""
    made_at: datetime | None
    players: tuple[tuple[str, int], ...] = ()
    """The ids of the players it names, each with their name."""

    @property
    def subject(self) -> str:
        """Return an identifier of the proposal among all matches. Made again on the same day, it is the same one."""
        day = self.made_at.date().isoformat() if self.made_at else ""
        return f"{PROPOSAL_PREFIX}{self.code}:{self.what}:{self.about}:{day}"


class _Named(NamedTuple):
    """The name of a player or bot at a table, and the id of a player."""

    name: str
    player: int | None


def find_open_questions(*, since: datetime | None = None, players: Collection[int] | None = None) -> list[Waiting]:
    """Return players' open questions, the soonest deadline first.

    Questions that bots answer aren't included, and neither are paused matches.

    :param since: only questions opened after this
    :param players: only these players' questions
    """
    chair = "match__seats"
    found = Question.objects.filter(
        **{f"{chair}__index": F("seat"), f"{chair}__player__isnull": False, f"{chair}__bot": False},
        **{f"{chair}__autopilot": False} | ({} if players is None else {f"{chair}__player__in": players}),
        match__status=Match.Status.PLAYING,
        match__origin="",
        answered=False,
    )
    if since is not None:
        found = found.filter(opened_at__gt=since)
    rows = found.order_by("lapses_at", "pk").values_list(
        f"{chair}__player",
        f"{chair}__index",
        "match__code",
        "match__game",
        "key",
        "opened_at",
        "due_at",
        "lapses_at",
        "moved_at",
    )
    listed = list(rows)
    names = _load_table_names({code for _player, _seat, code, *_rest in listed})
    return [
        Waiting(player, code, game, _list_other_names(names[code], seat), *asked)
        for player, seat, code, game, *asked in listed
    ]


def find_waiting_matches(player: int) -> dict[str, Waiting]:
    """Return the matches that wait for a player, by code, each with its soonest question."""
    return {each.code: each for each in reversed(find_open_questions(players=[player]))}


def find_next_question(player: int, *, beside: str) -> Waiting | None:
    """Return the player's open question with the soonest deadline that isn't in the match `beside`."""
    return next((each for each in find_open_questions(players=[player]) if each.code != beside), None)


def find_paused_codes(codes: Collection[str]) -> frozenset[str]:
    """Return which of these matches are paused, so that their questions wait for no one yet."""
    found = Match.objects.filter(code__in=list(codes), status=Match.Status.PAUSED)
    return frozenset(found.values_list("code", flat=True)) if codes else frozenset()


def find_codes_ignoring_vacations(codes: Collection[str]) -> frozenset[str]:
    """Return which of these matches don't wait for players on vacation."""
    found = Match.objects.filter(code__in=list(codes)).values_list("code", "vacations", "pace") if codes else ()
    return frozenset(code for code, waits, pace_ in found if not (waits and deadlines.is_restful(pace_)))


def find_open_proposals(*, codes: Collection[str] | None = None) -> list[Proposed]:
    """Return the open proposals of these or all matches, for each active player who hasn't agreed yet."""
    open_ = Match.objects.exclude(status=Match.Status.OVER).exclude(proposals=[])
    matches = {match.pk: match for match in (open_ if codes is None else open_.filter(code__in=list(codes)))}
    chairs: defaultdict[int, list[Chair]] = defaultdict(list)
    for chair in seating.find_shown_seats().filter(match__in=matches):
        chairs[chair.match_id].append(chair)
    return [
        Proposed(
            player=table[seat].player_id or 0,
            code=matches[pk].code,
            game=matches[pk].game,
            by=seating.get_sitter_name(table[proposal.assents[0]]),
            what=proposal.what,
            about=proposal.about,
            whose=seating.get_sitter_name(table[proposal.about]) if proposal.what == "substitute" else "",
            made_at=proposal.made_at,
            players=_list_named_players(_of_chair(table[index]) for index in _list_named_seats(proposal)),
        )
        for pk, table in chairs.items()
        for proposal in proposals.list_open_proposals(matches[pk].proposals, clocks.now())
        for seat in sorted(proposals.list_unheard_voters(proposal, table))
    ]


def find_settled_proposals(subjects: Iterable[str], player: int) -> frozenset[str]:
    """Return which of these subjects are proposals the player needn't answer, or no longer."""
    made = {subject for subject in subjects if subject.startswith(PROPOSAL_PREFIX)}
    codes = {subject.split(":")[1] for subject in made}
    open_ = {each.subject for each in find_open_proposals(codes=codes) if each.player == player} if codes else set()
    return frozenset(made - open_)


def find_ended_match_players(*, since: datetime) -> list[Seated]:
    """Return the players of matches that ended after `since`."""
    matches = {match.code: match for match in Match.objects.filter(status=Match.Status.OVER, over_at__gt=since)}
    return _build_seated_players(matches, Chair.objects.filter(match__code__in=matches, player__isnull=False))


def find_absent_players() -> list[Seated]:
    """Return the players for whom a bot plays until they return."""
    away = Chair.objects.filter(
        match__status=Match.Status.PLAYING, match__origin="", autopilot=True, player__isnull=False
    )
    chairs = list(away.select_related("match"))
    return _build_seated_players({chair.match.code: chair.match for chair in chairs}, chairs)


def _build_seated_players(matches: dict[str, Match], chairs: Iterable[Chair]) -> list[Seated]:
    names, codes = _load_table_names(matches), {match.pk: code for code, match in matches.items()}
    found = []
    for chair in chairs:
        match = matches[codes[chair.match_id]]
        places = (match.outcome or {}).get("places") or ()
        found.append(
            Seated(
                player=chair.player_id or 0,
                code=match.code,
                game=match.game,
                people=_list_other_names(names[match.code], chair.index),
                players=_list_named_players(names[match.code].values()),
                at=match.over_at or chair.absent_at,
                place=places[chair.index] if chair.index < len(places) else None,
                seats=len(names[match.code]),
                agreed=(match.outcome or {}).get("why") == AGREED.why,
            )
        )
    return found


def _load_table_names(codes: Collection[str]) -> dict[str, dict[int, _Named]]:
    """Return everyone's name, by match and seat."""
    found: defaultdict[str, dict[int, _Named]] = defaultdict(dict)
    chairs = Chair.objects.filter(match__code__in=list(codes)).order_by("index")
    columns = ("match__code", "index", "player", "player__username", "bot", "bot_number")
    for code, seat, player, username, bot, number in chairs.values_list(*columns):
        found[code][seat] = _Named(tenures.build_sitter(seat, username, bot=bot, number=number).name, player)
    return found


def _list_named_seats(proposal: proposals.Proposal) -> tuple[int, ...]:
    """Return the seats of the players a proposal names."""
    return (proposal.assents[0], proposal.about) if proposal.what == "substitute" else (proposal.assents[0],)


def _of_chair(chair: Chair) -> _Named:
    return _Named(seating.get_sitter_name(chair), chair.player_id)


def _list_other_names(names: dict[int, _Named], seat: int) -> tuple[str, ...]:
    return tuple(named.name for index, named in names.items() if index != seat)


def _list_named_players(named: Iterable[_Named]) -> tuple[tuple[str, int], ...]:
    return tuple((each.name, each.player) for each in named if each.player is not None)


def compute_grace(waiting: Waiting) -> timedelta:
    """Return how long a player has to answer before they are notified.

    A player who answers at once needn't be. Other matches' questions within that time come with the same notification.
    """
    return min(MAX_NOTICE_GRACE, 0.2 * (waiting.due_at - waiting.opened_at))
