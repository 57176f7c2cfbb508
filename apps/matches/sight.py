"""The only way to look at a match: what one observer sees, as a frozen record that templates draw."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from django.db.models import F, QuerySet, TextField
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Struct

from apps.common.transactions import passing_locks
from apps.games import catalogue
from apps.kernel.events import Announced
from apps.kernel.game import Ask, Game, Outcome
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat, Setup
from apps.matches import audience, memories, pace, proposals, rest, rows, sleepers, tenures
from apps.matches.memories import Due as Due
from apps.matches.memories import Mind, Told
from apps.matches.memories import Unreadable as Unreadable
from apps.matches.models import NO_ORDERS, Match
from apps.matches.models import Seat as Chair
from apps.matches.rest import Span
from apps.matches.standing import said
from apps.matches.tenures import BOTS as BOTS

AFTERWARDS: Final = timedelta(days=1)
"""How long after its end the people of a match still talk there and meet again."""

Loaded: TypeAlias = tuple[Match, list[Chair]]
"""A match and its chairs with their players' names; the viewer's own with what they have ordered in advance."""

Dues: TypeAlias = Mapping[tuple[int, str], Due]
"""Until when open questions want an answer, by (seat, key)."""


class Person(Struct, frozen=True):
    """Who sits in a seat."""

    seat: Seat
    name: str
    bot: bool
    """The house's player sits here."""
    autopilot: bool
    """A person's seat that its bot answers for, until they return."""
    me: bool
    vacant: bool
    """Whether the table looks for somebody to take the seat over."""
    missing_at: datetime | None
    """From when it may, if a bot answers for the seat and it does not yet."""
    away_until: datetime | None
    """Until when its player is on vacation, if they are and the match waits for that."""
    ahead: Span | None
    """From when until when they will be on the vacation they have planned next, under the same conditions."""
    awaited: bool
    """Whether the seat is asked and, as far as the observer knows, has not replied."""


@dataclass(frozen=True)
class Question:
    """A question the observer may answer."""

    ask: Ask[Any]
    due_at: datetime | None
    """Until when the answer costs nothing: what mail, calendar and everybody else at the table are told, too."""
    lapses_at: datetime | None
    """When silence is taken as the answer: later, while there is a reserve."""
    reserve: int | None
    """Seconds that are left of the reserve for a late answer; None where none can be drawn on."""

    @property
    def about(self) -> str:
        return self.ask.about

    @property
    def key(self) -> str:
        return self.ask.key


class Proposed(Struct, frozen=True):
    """Something the table is asked to agree on."""

    what: str
    about: int
    """The days of a pause."""
    seat: Seat | None
    """For which somebody is wanted."""
    whose: str
    """Who sits there; empty if nobody is wanted."""
    by: str
    agreed: bool
    """Whether the observer has."""
    wait_for: tuple[str, ...]
    """Who has not yet."""


class Sentence(Struct, frozen=True):
    """One fact of the story, as its template needs it."""

    heard: int
    """The number of this fact among those the observer was told, from 1."""
    template: str
    """`fuse/story/laid.html` or `matches/story/autopilot.html`"""
    words: Mapping[str, Any]
    """What the fact says beside who: numbers, the faces of named cards."""
    who: str
    """Name of who sat in the event's seat then, if it has one."""
    mine: bool
    """Whether that was the observer."""
    names: tuple[str, ...]
    """Of everybody who sat there then, in seat order."""
    cause: str
    """`deal`, `seat`, `clock`, `order`, `bot`, `house`: what made the move; empty if somebody's sealed answer did."""


@dataclass(frozen=True)
class Sight:
    """A match as one observer sees it. Templates get this and nothing else."""

    code: str
    game: str
    title: str
    setup: Setup[Any]
    observer: Observer
    seat: Seat | None
    """The observer's chair, if they have one."""
    status: str
    """`playing`, `paused` or `over`"""
    heard: int
    """How many facts the observer was told: grows only when there is something new to see."""
    beside: str
    """A fingerprint of what they see that no fact tells; empty if there is nothing."""
    board: Any
    """The game's own record of the table."""
    people: tuple[Person, ...]
    due_at: datetime | None
    """The soonest deadline of a person who is awaited, as far as the observer knows."""
    bot_awaited: bool
    """Whether a bot alone is to play, which it does within seconds: the page looks more often."""
    questions: tuple[Question, ...]
    """What the observer may answer now (also what they answered and may still change)."""
    orders: tuple[Any, ...]
    """The observer's own standing orders."""
    story: tuple[Sentence, ...]
    """Newest first; only the latest facts."""
    outcome: Outcome | None
    commitment: str
    occasion: str
    """What the match is a part of; empty if it stands for itself."""
    occasion_path: str
    rated: bool
    """Whether its outcome counts for ratings."""
    vacations: bool
    """Whether players on vacation are waited for, if the pace is one at which anybody is."""
    pace: dict[str, int]
    proposals: tuple[Proposed, ...]
    """Only the people at the table are asked."""
    reserve: int
    """Seconds the observer's seat may still overrun its duties by; nobody else's business."""
    astir: bool
    """Whether it goes on, or was over so lately that its people still talk and meet again."""
    wake_at: datetime | None
    """When the house must look next; never shown, for it knows of sealed answers."""

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, in seat order: unlike `people`, the same whoever is awaited."""
        return tuple(person.name for person in self.people)

    @property
    def foot(self) -> str:
        """A fingerprint of what the foot of the page depends on, which is drawn less often than the table."""
        return f"{zlib.crc32(repr((self.seat, self.status == Match.Status.OVER, self.pace)).encode()):08x}"

    @property
    def resting(self) -> tuple[Person, ...]:
        """Who is on vacation while the match waits for them."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.away_until and not person.bot)

    @property
    def leaving(self) -> tuple[Person, ...]:
        """Who has planned a vacation for which the match will wait."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.ahead and not person.bot)

    @property
    def wanted(self) -> tuple[Person, ...]:
        """For whom an observer who does not sit here may step in."""
        if self.seat is not None or self.status != Match.Status.PLAYING:
            return ()
        return tuple(person for person in self.people if person.vacant)

    @property
    def missing(self) -> tuple[Person, ...]:
        """For whom an observer who sits here may agree, now or later, to look for somebody else."""
        if self.seat is None or self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.missing_at)

    @property
    def me(self) -> Person | None:
        """The observer at the table."""
        return None if self.seat is None else self.people[self.seat]


def look(*, code: str, player: int | None, observer: Observer | None = None, loaded: Loaded | None = None) -> Sight:
    """What a player (or, if named, another observer) sees of a match now (or when it was just `loaded` for them).

    :raises Match.DoesNotExist: if there is none
    :raises Unreadable: if its log cannot be read
    """
    match, chairs = loaded or load(code, player=player)
    who = observer if observer is not None else _observer(chairs, player)
    game, setup = rules(match)
    known = memories.recollect({match.pk: (game, setup, (who,))}, latest=memories.LATEST)[match.pk]
    if isinstance(known, Exception):
        raise Unreadable(code) from known
    if known.latest and known.latest[-1].n >= match.facts:
        # Somebody moved after the seats were read. Half of an old page that says it is new would never be replaced.
        return look(code=code, player=player, observer=observer)
    mind = known.minds[who]
    with passing_locks():  # Who writes may take their time: who reads does not wait for them.
        if stale := memories.refresh(match.pk, (mind,)):
            rows.run(memories.saving(stale))
    try:
        return of(match, chairs, known.due, mind, known.latest, orders=_orders(match, chairs, player))
    except Exception as error:
        raise Unreadable(code) from error  # Facts that can be read and make no sense.


def of(
    match: Match,
    chairs: Sequence[Chair],
    due: Dues,
    mind: Mind,
    latest: Sequence[Told],
    *,
    orders: Sequence[Any] = (),
    at: int | None = None,
) -> Sight:
    """What an observer sees of a match that is in hand; its people as they sat when fact `at` was told, or as now."""
    game, setup = rules(match)
    observer = mind.observer
    open_ = match.status != Match.Status.OVER
    asks = game.asks(mind.state) if open_ else ()
    mine = tuple(ask for ask in asks if ask.seat == observer) if match.status == Match.Status.PLAYING else ()
    outcome = msgspec.convert(match.outcome, Outcome | None)
    proposed = _proposed(match, chairs, observer)
    waits = match.vacations and pace.restful(match.pace)
    people = tuple(_person(match, chair, observer, asks, waits=waits, at=at) for chair in chairs)
    return Sight(
        code=match.code,
        game=match.game,
        title=title(match),
        setup=setup,
        observer=observer,
        seat=None if isinstance(observer, str) else observer,
        status=match.status,
        heard=mind.heard,
        beside=_beside(proposed),
        board=game.board(mind.state, observer),
        people=people,
        due_at=_deadline(chairs, asks, due, match),
        bot_awaited=match.status == Match.Status.PLAYING and _bot_alone(chairs, asks),
        questions=tuple(_question(match, chairs, due, ask) for ask in mine),
        orders=tuple(orders),
        story=_story(match, game, chairs, mind, latest),
        outcome=outcome,
        commitment=match.commitment,
        occasion=match.occasion,
        occasion_path=match.occasion_path,
        rated=match.rated,
        vacations=match.vacations,
        pace=match.pace,
        proposals=proposed,
        reserve=0 if isinstance(observer, str) else chairs[observer].reserve,
        astir=match.over_at is None or match.over_at + AFTERWARDS > timezone.now(),
        wake_at=match.wake_at,
    )


def observer_for(*, code: str, user_id: int | None) -> Observer:
    """As whom a player looks at a match.

    :raises Match.DoesNotExist: if there is none
    """
    return _observer(load(code)[1], user_id)


def heard(loaded: Loaded, *, player: int | None) -> int:
    """How many facts a player was told of a match: the cheap look for news."""
    match, chairs = loaded
    return memories.heard(match.pk, _observer(chairs, player))


def beside(loaded: Loaded, *, player: int | None) -> str:
    """The fingerprint of what a player sees of a match that no fact tells."""
    match, chairs = loaded
    return _beside(_proposed(match, chairs, _observer(chairs, player)))


def name(chair: Chair) -> str:
    """What everybody calls whoever sits in this seat; the chair was loaded with its player's name."""
    return tenures.now(chair).name


def title(match: Match) -> str:
    """What the game is called in the reader's language; one that nobody here knows any more by its slug."""
    game = catalogue().get(match.game)
    return gettext(game.meta.title) if game is not None else match.game


def load(code: str, *, player: int | None = None) -> Loaded:
    """A match and its chairs with their players' names; of what was ordered in advance, the player's own only.

    :raises Match.DoesNotExist: if there is none
    """
    mine = "CASE WHEN matches_seat.player_id = %s THEN matches_seat.orders ELSE %s END"
    ordered = RawSQL(mine, [player, NO_ORDERS], TextField())  # noqa: S611 -- words of ours
    chairs: list[Chair] = list(_chairs().filter(match__code=code).annotate(ordered=ordered))
    if not chairs:
        raise Match.DoesNotExist
    now = timezone.now()
    for chair in chairs:
        spans = sleepers.spans(chair.vacations)  # type: ignore[attr-defined]
        chair.away_until, chair.ahead = rest.away(spans, now), rest.ahead(spans, now)  # type: ignore[attr-defined]
        chair.before = tenures.read(chair.formers)  # type: ignore[attr-defined]
    return chairs[0].match, chairs


@cache
def _chairs() -> QuerySet[Any]:
    """Of all matches; made once, since making it costs more than asking it."""
    return (
        Chair.objects.select_related("match")
        .annotate(vacations=RawSQL(sleepers.gathered("matches_seat.player_id"), []))  # noqa: S611 -- no words of others
        .annotate(formers=RawSQL(tenures.gathered("matches_seat.match_id", 'matches_seat."index"'), []))  # noqa: S611
        .annotate(name=F("player__username"))
        .order_by("index")
    )


def rules(match: Match) -> tuple[Game[Any, Any, Any], Setup[Any]]:
    """The game that is played and what was agreed before the deal.

    :raises Unreadable: if nobody here knows the game, or not this edition of it
    """
    try:
        game = catalogue()[match.game]
        return game, game.agreed(match.setup)
    except (KeyError, msgspec.DecodeError) as error:
        raise Unreadable(match.code) from error


def _observer(chairs: Sequence[Chair], player: int | None) -> Observer:
    return next((Seat(c.index) for c in chairs if player is not None and c.player_id == player), PUBLIC)


def _orders(match: Match, chairs: Sequence[Chair], player: int | None) -> tuple[Any, ...]:
    """What the player has ordered in advance, whoever else they look as."""
    seat = _observer(chairs, player)
    return () if isinstance(seat, str) else said(chairs[seat].ordered, catalogue()[match.game].order)  # type: ignore[attr-defined]


def _question(match: Match, chairs: Sequence[Chair], due: Dues, ask: Ask[Any]) -> Question:
    until, chair = _until(due, ask, match), chairs[ask.seat]
    if until is None:
        return Question(ask, None, None, None)
    # As the clock has it: a window that the house closes waits for nobody's reserve.
    late = ask.duty and match.pace.get(pace.RESERVE) and (HOUSE, ask.key) not in due and not _automatic(chair)
    return Question(ask, until.at, until.lapses_at, chair.reserve if late else None)


def _until(due: Dues, ask: Ask[Any], match: Match) -> Due | None:
    return due.get((ask.seat, ask.key)) if match.status == Match.Status.PLAYING else None


def _deadline(chairs: Sequence[Chair], asks: Sequence[Ask[Any]], due: Dues, match: Match) -> datetime | None:
    """Until when people are awaited; whoever is played by a bot answers when it likes."""
    waited = (ask for ask in asks if not ask.answered and ask.seat >= 0 and not _automatic(chairs[ask.seat]))
    return min((until.at for ask in waited if (until := _until(due, ask, match)) is not None), default=None)


def _automatic(chair: Chair) -> bool:
    return chair.bot or chair.autopilot


def _bot_alone(chairs: Sequence[Chair], asks: Sequence[Ask[Any]]) -> bool:
    """In a window it is not: nobody sees when a bot has answered there, and looking often would find nothing."""
    return len(asks) == 1 and asks[0].seat >= 0 and _automatic(chairs[asks[0].seat])


def _person(
    match: Match, chair: Chair, observer: Observer, asks: Sequence[Ask[Any]], *, waits: bool, at: int | None
) -> Person:
    there = tenures.now(chair) if at is None else tenures.at(chair, at)
    return Person(
        seat=Seat(chair.index),
        name=there.name,
        bot=there.bot,
        autopilot=chair.autopilot and there == tenures.now(chair),
        me=chair.index == observer,
        vacant=chair.vacant,
        missing_at=proposals.missing_at(chair, match.pace),
        away_until=chair.away_until if waits else None,  # type: ignore[attr-defined]
        ahead=chair.ahead if waits else None,  # type: ignore[attr-defined]
        awaited=any(ask.seat == chair.index and not ask.answered for ask in asks),
    )


def _proposed(match: Match, chairs: Sequence[Chair], observer: Observer) -> tuple[Proposed, ...]:
    """What the table is asked to agree on, for one who sits there."""
    if isinstance(observer, str):
        return ()
    names = [name(chair) for chair in chairs]
    return tuple(
        Proposed(
            what=one.what,
            about=one.about,
            seat=Seat(one.about) if one.what == "substitute" else None,
            whose=names[one.about] if one.what == "substitute" else "",
            by=names[one.assents[0]],
            agreed=observer in one.assents,
            wait_for=tuple(names[seat] for seat in sorted(proposals.unheard(one, chairs))),
        )
        for one in proposals.read(match.proposals)
    )


def _beside(proposed: tuple[Proposed, ...]) -> str:
    return f"{zlib.crc32(repr(proposed).encode()):08x}" if proposed else ""


def _story(
    match: Match, game: Game[Any, Any, Any], chairs: Sequence[Chair], mind: Mind, latest: Sequence[Told]
) -> tuple[Sentence, ...]:
    """The latest facts the observer was told, newest first, counted as they heard them."""
    bit = audience.bit(mind.observer)
    told = [fact for fact in latest if not bit or fact.audience & bit][-memories.LATEST :]
    now, handed = tuple(map(name, chairs)), any(chair.before for chair in chairs)  # type: ignore[attr-defined]
    return tuple(
        _sentence(
            match.game,
            game,
            chairs,
            tenures.names(chairs, fact.n) if handed else now,
            mind,
            mind.heard - later,
            fact,
            plain=not bit or bool(fact.open_to & bit),
        )
        for later, fact in enumerate(reversed(told))
    )


def _sentence(
    slug: str,
    game: Game[Any, Any, Any],
    chairs: Sequence[Chair],
    names: tuple[str, ...],
    mind: Mind,
    heard: int,
    fact: Told,
    *,
    plain: bool,
) -> Sentence:
    event = fact.event
    seat = getattr(event, "seat", None)
    words: Mapping[str, Any]
    if isinstance(event, Announced):
        template, words = f"matches/story/{event.what}.html", {"seconds": event.seconds}
        if event.what == "resigned" and seat is not None:
            words = {"gone": tenures.at(chairs[seat], fact.n).gone, "bot": tenures.bot_of(seat)}
    else:
        template, words = f"{slug}/story/{event.__struct_config__.tag}.html", game.words(event)
    return Sentence(
        heard=heard,
        template=template,
        words=words,
        who=names[seat] if seat is not None else "",
        mine=seat is not None and seat == mind.observer and fact.n >= tenures.since(chairs[seat]),
        names=names,
        cause=fact.cause if plain else "",
    )
