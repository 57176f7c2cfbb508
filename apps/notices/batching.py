"""What is told now, over which channel, and what waits until when. Pure: is given the present."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from apps.matches.selectors.pending import Waiting
from apps.notices.models import OF_QUESTIONS, Channel, Kind
from apps.notices.selectors.preferences import Wish

BREATH: Final = timedelta(minutes=2)
"""Between two messages of a channel, whatever they say."""

LOOK_AGAIN: Final = timedelta(seconds=60)
"""How long the turn of somebody who has the match open waits until we look again."""

PAUSED: Final = timedelta(minutes=5)
"""How long the question of a paused match waits until we look again."""

AWAY: Final = timedelta(hours=1)
"""How long what a vacation holds back waits until we look again: people come back earlier than they planned."""

PATIENCE: Final = timedelta(minutes=30)
"""After that long without an answer, an open page is no person."""


@dataclass(frozen=True)
class Owed:
    """A notice that has not gone into all channels yet."""

    id: int
    kind: str
    key: str
    code: str
    created_at: datetime
    due_at: datetime
    channels: frozenset[Channel]


@dataclass(frozen=True)
class Scene:
    """What the house knows of somebody at the moment."""

    wish: Wish
    zone: ZoneInfo
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    """The questions that wait for them, by subject."""
    hooked: frozenset[str] = frozenset()
    """The kinds one of their webhooks wants."""
    reach: frozenset[Channel] = frozenset(Channel)
    """The channels that lead to them at all."""
    last: Mapping[Channel, datetime] = field(default_factory=dict)
    """When the last message of each channel was put together."""
    present: frozenset[str] = frozenset()
    """The matches they have open in front of them."""
    saw_end: frozenset[str] = frozenset()
    """The matches they saw end."""
    paused: frozenset[str] = frozenset()
    """The matches that stand still."""
    settled: frozenset[str] = frozenset()
    """The proposals, by subject, that need no answer of theirs any more."""
    asleep_until: datetime | None = None
    """The end of their quiet hours, in which they hear nothing."""
    away_until: datetime | None = None
    """The end of their vacation, on which they hear only what does not wait for them."""
    unrelenting: frozenset[str] = frozenset()
    """The matches whose clock runs on meanwhile."""


@dataclass(frozen=True)
class Plan:
    """What is to be done with all that is owed."""

    messages: dict[Channel, tuple[int, ...]]
    """The notices of each message."""
    left: dict[int, tuple[frozenset[Channel], datetime]]
    """For each notice: the channels that are still owed it, and when to look at it again."""


def plan(owed: Sequence[Owed], scene: Scene, now: datetime) -> Plan:
    """One message a channel with all that may be told over it now."""
    ready = {notice.id: at for notice in owed if (at := _ready_at(notice, scene, now)) is not None}
    decided = {channel: list(_decided(owed, ready, channel, scene, now)) for channel in Channel}
    told_now = {
        channel: _once(notice for notice, until in pairs if until is None) for channel, pairs in decided.items()
    }
    waits = {(notice.id, channel): until for channel, pairs in decided.items() for notice, until in pairs}
    return Plan(
        messages={channel: tuple(notice.id for notice in notices) for channel, notices in told_now.items() if notices},
        left={notice.id: _left(notice, waits, scene, now) for notice in owed},
    )


def _left(
    notice: Owed, waits: Mapping[tuple[int, Channel], datetime | None], scene: Scene, now: datetime
) -> tuple[frozenset[Channel], datetime]:
    """The channels that are still owed it, and when to look at it again."""
    until = {channel: at for channel in Channel if (at := waits.get((notice.id, channel))) is not None}
    if not until:
        return frozenset(), notice.due_at
    latest = [now + AWAY] if scene.away_until else []
    return frozenset(until), min([*until.values(), *latest])


def _decided(
    owed: Sequence[Owed], ready: Mapping[int, datetime], channel: Channel, scene: Scene, now: datetime
) -> Iterator[tuple[Owed, datetime | None]]:
    """What a channel is owed, and until when each waits; none for what is told now."""
    mine = [notice for notice in owed if notice.id in ready and _wanted(notice, channel, scene)]
    ripe = {notice.id for notice in mine if ready[notice.id] <= now}
    for part in _parts(mine, ripe, channel, scene):
        gate = _gate([notice for notice in part if notice.id in ripe], channel, scene, now)
        for notice in part:
            yield notice, _until(notice, ready[notice.id], gate, now)


def _until(notice: Owed, ready_at: datetime, gate: datetime | None, now: datetime) -> datetime | None:
    if gate is None:
        return ready_at
    if gate <= now and _joins(notice, ready_at, now):
        return None
    return max(ready_at, gate) if ready_at <= now else ready_at


def _ready_at(notice: Owed, scene: Scene, now: datetime) -> datetime | None:
    """When the notice may be told, its channel aside; none if it need not be told any more."""
    if notice.key in scene.settled:
        return None
    match notice.kind:
        case Kind.TURN | Kind.CALL if notice.key not in scene.waiting:
            return now + PAUSED if notice.code in scene.paused else None
        case Kind.OVER if notice.code in scene.saw_end:
            return None
        case Kind.OVER if notice.code in scene.present:
            # Their page may be about to show it, or they have just turned away.
            return max(notice.due_at, now + LOOK_AGAIN)
        case Kind.DIGEST if not scene.waiting:
            return None
    return max([_due_at(notice, scene, now), *_rests(notice, scene)])


def _due_at(notice: Owed, scene: Scene, now: datetime) -> datetime:
    """When it is due; a *your turn* waits while its match is looked at."""
    question = scene.waiting.get(notice.key)
    if notice.kind == Kind.CALL and question is not None:
        return question.call_at  # Deadlines move.
    looking = notice.kind == Kind.TURN and notice.code in scene.present
    if looking and question is not None and now < question.opened_at + PATIENCE:
        return max(notice.due_at, now + LOOK_AGAIN)
    return notice.due_at


def _rests(notice: Owed, scene: Scene) -> Iterable[datetime]:
    """Until when the notice leaves them in peace. No vacation holds back what does not wait for it: then silence would
    cost them the turns, and at last the seat. Rounds of a tournament end by the calendar, too.
    """
    if scene.asleep_until:
        yield scene.asleep_until
    if scene.away_until and notice.code not in scene.unrelenting and notice.kind != Kind.TOURNAMENT:
        yield scene.away_until


def _wanted(notice: Owed, channel: Channel, scene: Scene) -> bool:
    if channel not in notice.channels or channel not in scene.reach:
        return False
    return notice.kind in scene.hooked if channel == Channel.HOOK else scene.wish.wants(notice.kind, channel)


def _joins(notice: Owed, ready_at: datetime, now: datetime) -> bool:
    """Whether it goes with a message that is put together now: a turn that is only seconds old may as well."""
    return ready_at <= now or (notice.kind == Kind.TURN and ready_at < now + LOOK_AGAIN)


def _parts(mine: Sequence[Owed], ripe: Collection[int], channel: Channel, scene: Scene) -> Iterable[Sequence[Owed]]:
    """What waits for one gate each: no digest holds a last call back, for it may come after the deadline."""
    if not _daily(channel, scene):
        return (mine,)
    called = {each.key for each in mine if each.kind == Kind.CALL and each.id in ripe}
    urgent = {each.id for each in mine if each.kind in OF_QUESTIONS and each.key in called}
    return [each for each in mine if each.id in urgent], [each for each in mine if each.id not in urgent]


def _daily(channel: Channel, scene: Scene) -> bool:
    return channel == Channel.MAIL and scene.wish.digest is not None


def _gate(ripe: Sequence[Owed], channel: Channel, scene: Scene, now: datetime) -> datetime | None:
    """When the channel may speak again; none if there is nothing to say."""
    if not ripe:
        return None
    last = scene.last.get(channel)
    if _daily(channel, scene) and not any(each.kind == Kind.CALL for each in ripe):
        since = min(each.created_at for each in ripe)
        digest = scene.wish.digest_after(max(since, last or since), scene.zone)
        return max(digest, last + BREATH) if last else digest
    if last is None:
        return now
    pause = timedelta(minutes=scene.wish.pause)
    return last + (pause if all(each.kind == Kind.TURN for each in ripe) else min(pause, BREATH))


def _once(notices: Iterable[Owed]) -> list[Owed]:
    """A last call says that it is one's turn, too."""
    listed = list(notices)
    called = {each.key for each in listed if each.kind == Kind.CALL}
    return [each for each in listed if not (each.kind == Kind.TURN and each.key in called)]
