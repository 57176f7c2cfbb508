"""Queries for webhooks: permissions, recent events, and the contents of messages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.clubs.models import Club, Membership, Role
from apps.lobby.models import Table
from apps.matches.selectors import history, results
from apps.notices.wording import format_moment
from apps.tournaments.models import AuditEntry, Entry, LadderTable, Organiser, PodMatch, Round, Tournament
from apps.tournaments.permissions import Right, get_tournament_right
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.snapshot import load_snapshot
from apps.webhooks import payloads
from apps.webhooks.models import Event, Hook, HookMessage, Shape
from apps.webhooks.payloads import Chat

_EVENT_BY_ACT = {"published": Event.ROUND, "finished": Event.TOURNAMENT, "cancelled": Event.TOURNAMENT}
MAX_CHAT_NAMES = 3
"""Number of places that the sentence about the end of a tournament names."""


class Source(NamedTuple):
    """The tournament and the club that a message is about."""

    tournament: payloads.Place | None
    club: payloads.Place | None

    @property
    def place(self) -> payloads.Place:
        """Return the tournament, or else the club."""
        found = self.tournament or self.club
        if found is None:
            raise ValueError("a webhook of nothing")
        return found


class Happening(NamedTuple):
    """Something that happened in a tournament or a club."""

    at: datetime
    event: Event
    subject: str
    tournament: int | None
    club: str
    """The code of the club, empty if it's public."""


def can_manage_hooks(player: Player, of: Tournament | Club) -> bool:
    """Check whether a player can edit this tournament, or is an officer of this open club."""
    if not player.is_active:
        return False
    if isinstance(of, Club):
        officers = Membership.objects.filter(club=of, player=player, role__gte=Role.ORGANISER)
        return of.closed_at is None and officers.exists()
    if of.hosted and Organiser.objects.filter(tournament=of, player=player).exists():
        return True
    return player.is_staff and get_tournament_right(player, of) is Right.RUN


def find_hooks(of: Tournament | Club) -> list[Hook]:
    """Return the webhooks of a tournament or club, oldest first."""
    own = Hook.objects.filter(club=of) if isinstance(of, Club) else Hook.objects.filter(tournament=of)
    return list(own.select_related("owner", "club", "tournament").order_by("pk"))


def find_happenings(hooks: Iterable[Hook], *, since: datetime) -> list[Happening]:
    """Return everything that happened since then where these webhooks are, in order."""
    hooks = list(hooks)
    circles = {hook.club.code for hook in hooks if hook.club is not None}
    own = {hook.tournament_id for hook in hooks if hook.tournament_id is not None}
    cups = Tournament.objects.filter(Q(pk__in=own) | Q(circle__in=circles), started_at__isnull=False)
    known = dict(cups.filter(Q(over_at=None) | Q(over_at__gte=since)).values_list("pk", "circle"))
    cancelled = Tournament.objects.filter(Q(pk__in=own) | Q(circle__in=circles), started_at=None, over_at__gte=since)
    known |= dict(cancelled.values_list("pk", "circle"))
    found = [*_find_acts(known, since), *_find_tournament_matches(known, since), *_find_club_matches(circles, since)]
    ranks = {event: rank for rank, event in enumerate(Event)}
    return sorted(found, key=lambda each: (each.at, ranks[each.event], each.subject))


def _find_acts(tournaments: dict[int, str], since: datetime) -> Iterator[Happening]:
    rows = AuditEntry.objects.filter(tournament__in=tournaments, what__in=_EVENT_BY_ACT, at__gte=since)
    for pk, code, what, words, at in rows.values_list("tournament", "tournament__code", "what", "words", "at"):
        event = _EVENT_BY_ACT[what]
        subject = f"{code}:{words['round']}" if event == Event.ROUND else code
        yield Happening(at, event, subject, pk, tournaments[pk])


def _find_tournament_matches(tournaments: dict[int, str], since: datetime) -> Iterator[Happening]:
    rows = PodMatch.objects.filter(pod__round__tournament__in=tournaments)
    recent = rows.filter(Q(match__begun_at__gte=since) | Q(match__over_at__gte=since))
    times = recent.values_list("pod__round__tournament", "match__code", "match__begun_at", "match__over_at")
    for pk, code, begun_at, over_at in times:
        yield from _build_match_happenings(code, begun_at, over_at, since=since, tournament=pk, club=tournaments[pk])


def _find_club_matches(circles: Collection[str], since: datetime) -> Iterator[Happening]:
    """Yield matches of club tables and ladders. Those of leagues are matches of tournaments."""
    if not circles:
        return
    tables = Table.objects.filter(circle__in=circles, started_at__isnull=False)
    times = results.find_match_times(tables.values("match_code"), since=since)
    circle_by_match = dict(
        tables.filter(match_code__in=[code for code, *_at in times]).values_list("match_code", "circle")
    )
    for code, begun_at, over_at in times:
        yield from _build_match_happenings(code, begun_at, over_at, since=since, club=circle_by_match[code])
    ladders = LadderTable.objects.filter(ladder__circle__in=circles)
    recent = ladders.filter(Q(match__begun_at__gte=since) | Q(match__over_at__gte=since))
    for circle, code, begun_at, over_at in recent.values_list(
        "ladder__circle", "match__code", "match__begun_at", "match__over_at"
    ):
        yield from _build_match_happenings(code, begun_at, over_at, since=since, club=circle)


def _build_match_happenings(
    code: str,
    begun_at: datetime,
    over_at: datetime | None,
    *,
    since: datetime,
    club: str,
    tournament: int | None = None,
) -> Iterator[Happening]:
    if begun_at >= since:
        yield Happening(begun_at, Event.STARTED, code, tournament, club)
    if over_at is not None and over_at >= since:
        yield Happening(over_at, Event.OVER, code, tournament, club)


def group_by_hook(hooks: Iterable[Hook], happenings: Iterable[Happening]) -> Iterator[tuple[Hook, Happening]]:
    """Yield the happenings that each webhook wants, in order."""
    by_place: dict[object, list[Hook]] = defaultdict(list)
    for hook in hooks:
        by_place[hook.club.code if hook.club is not None else hook.tournament_id].append(hook)
    for each in happenings:
        for hook in (*by_place[each.tournament], *(by_place[each.club] if each.club else ())):
            if each.at >= hook.since and each.event in hook.events:
                yield hook, each


def build_message(message: HookMessage) -> tuple[payloads.Message, Chat] | None:
    """Return what a message says in the active language and time zone, or None if there's nothing left to say."""
    club, cup = message.hook.club, message.tournament or message.hook.tournament
    source = Source(
        tournament=_build_place(cup.code, cup.name, cup.get_absolute_url()) if cup is not None else None,
        club=_build_place(club.code, club.name, club.get_absolute_url()) if club is not None else None,
    )
    match message.event:
        case Event.ROUND if cup is not None:
            return _build_round(message, cup, source)
        case Event.STARTED | Event.OVER:
            return _build_match(message, source)
        case Event.TOURNAMENT if cup is not None:
            return _build_end(message, cup, source)
        case Event.TEST:
            chat = Chat(_("Your webhook for %(name)s works."), {"name": source.place.name})
            data = payloads.Source(
                text=chat.format(Shape.JSON), url=source.place.url, tournament=source.tournament, club=source.club
            )
            return payloads.Test(message.at, data), chat
    return None


def _build_round(message: HookMessage, cup: Tournament, source: Source) -> tuple[payloads.Message, Chat] | None:
    number = int(message.subject.rpartition(":")[2])
    row = Round.objects.filter(tournament=cup, number=number - 1).exclude(state=Round.State.PROPOSED).first()
    if row is None or row.published_at is None:
        return None
    names = {entry.number: format_entrant_name(entry) for entry in Entry.named(cup)}
    tables = [
        payloads.Table(pod.index + 1, [names[entrant] for entrant in pod.seats]) for pod in row.pods.order_by("index")
    ]
    sentence = _("%(tournament)s: round %(round)s has been published. Tables: %(tables)s.")
    values = {"tournament": cup.name, "round": str(number), "tables": str(len(tables))}
    if row.ends_at is not None:
        sentence = _("%(tournament)s: round %(round)s has been published. Tables: %(tables)s. It ends on %(time)s.")
        values["time"] = format_moment(row.ends_at)
    chat = Chat(sentence, values)
    page = settings.SLOWFUSE_SITE + reverse("tournaments:round", args=[cup.code, number])
    byes = [names[entrant] for entrant in row.proposal.get("byes", ())]
    data = payloads.RoundData(
        text=chat.format(Shape.JSON), url=page, tournament=source.tournament, club=source.club,
        round=payloads.Round(number, page, row.published_at, row.ends_at, tables, byes),
    )  # fmt: skip
    return payloads.RoundPublished(message.at, data), chat


def _build_match(message: HookMessage, source: Source) -> tuple[payloads.Message, Chat] | None:
    match = history.find_matches([message.subject]).first()
    over = message.event == Event.OVER
    if match is None or (over and match.over_at is None):
        return None
    row, outcome = history.build_history_row(match), (match.outcome or {}) if over else {}
    places, scores = list(outcome.get("places", ())), list(outcome.get("scores", ()))
    url = settings.SLOWFUSE_SITE + reverse("matches:page", args=[row.code])
    seats = [payloads.Sitter(name, person=person, bot=bot) for name, person, _face, bot in row.people]
    values = {"event": row.occasion or source.place.name, "game": row.title, "people": ", ".join(row.names)}
    if not over:
        sentence = _("%(event)s: a match of %(game)s has started. %(people)s")
    elif places:
        sentence = _("%(event)s: a match of %(game)s is over. %(people)s")
        values["people"] = _list_places(places, row.names, scores)
    else:
        sentence = _("%(event)s: a match of %(game)s has ended without a result. %(people)s")
    chat = Chat(sentence, values)
    told = payloads.Match(
        row.code, row.game, url, seats, row.begun_at, row.over_at if over else None,
        places or None, scores or None, row.occasion,
    )  # fmt: skip
    data = payloads.MatchData(
        text=chat.format(Shape.JSON), url=url, tournament=source.tournament, club=source.club, match=told
    )
    return (payloads.MatchOver if over else payloads.MatchStarted)(message.at, data), chat


def _list_places(places: list[int], names: Iterable[str], scores: list[int]) -> str:
    """Return the players in the order of their places, with their scores if there are any."""
    points = [f" ({score})" for score in scores] or [""] * len(places)
    lines = sorted(zip(places, names, points, strict=True), key=lambda line: line[0])
    return ", ".join(f"{place}. {name}{score}" for place, name, score in lines)


def _build_end(message: HookMessage, cup: Tournament, source: Source) -> tuple[payloads.Message, Chat] | None:
    if not cup.ended:
        return None
    over, standings = cup.status == Tournament.Status.OVER, []
    if over:
        snapshot = load_snapshot(cup)
        standings = [
            payloads.Line(line.place, format_entrant_name(snapshot.entries[line.entrant])) for line in snapshot.ranking
        ]
    best = ", ".join(f"{line.place}. {line.name}" for line in standings[:MAX_CHAT_NAMES])
    sentence = _("%(tournament)s is over. %(people)s") if over else _("Cancelled: %(tournament)s")
    chat = Chat(sentence, {"tournament": cup.name, "people": best})
    data = payloads.TournamentData(
        text=chat.format(Shape.JSON), url=source.place.url, tournament=source.tournament, club=source.club,
        status=str(cup.status), standings=standings,
    )  # fmt: skip
    return payloads.TournamentOver(message.at, data), chat


def _build_place(code: str, name: str, path: str) -> payloads.Place:
    return payloads.Place(code, name, settings.SLOWFUSE_SITE + path)


class QueueState(NamedTuple):
    """How far sending is behind."""

    waiting: int
    due_since: datetime | None


def load_queue_state(*, now: datetime) -> QueueState:
    """Return the number of waiting messages, and since when the oldest due one could have been tried."""
    state = HookMessage.objects.filter(state=HookMessage.State.WAITING).aggregate(
        waiting=Count("pk"), since=Min("next_at", filter=Q(next_at__lte=now))
    )
    return QueueState(state["waiting"], state["since"])
