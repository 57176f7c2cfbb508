"""Batching of notices: what to send now, and what waits for a pause or the daily digest mail. Pure, without a clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from apps.matches.selectors.pending import Waiting
from apps.notices.models import QUESTION_KINDS, Channel, Kind
from apps.notices.selectors.preferences import Wish

MIN_MESSAGE_GAP: Final = timedelta(minutes=2)
"""Minimum time between two messages of a channel."""

OPEN_MATCH_RECHECK_INTERVAL: Final = timedelta(seconds=60)
"""How long a turn notice waits until the next check while its player has the match open."""

PAUSED_MATCH_RECHECK_INTERVAL: Final = timedelta(minutes=5)
"""How long the question of a paused match waits until the next check."""

VACATION_RECHECK_INTERVAL: Final = timedelta(hours=1)
"""How long notices held back by a vacation wait until the next check, because people return earlier than planned."""

MAX_PRESENCE: Final = timedelta(minutes=30)
"""The time after which an open page no longer counts as a player's presence."""


@dataclass(frozen=True)
class Owed:
    """A notice that hasn't been sent on all channels yet."""

    id: int
    kind: str
    key: str
    code: str
    created_at: datetime
    due_at: datetime
    channels: frozenset[Channel]


@dataclass(frozen=True)
class Scene:
    """The facts about a player that decide what to send now."""

    wish: Wish
    zone: ZoneInfo
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    """The questions waiting for them, by subject."""
    hooked: frozenset[str] = frozenset()
    """The kinds of notices that one of their webhooks wants."""
    reach: frozenset[Channel] = frozenset(Channel)
    """The channels that can reach them."""
    last: Mapping[Channel, datetime] = field(default_factory=dict)
    """When the last message of each channel was put together."""
    present: frozenset[str] = frozenset()
    """The matches they have open in front of them."""
    saw_end: frozenset[str] = frozenset()
    """The matches they saw end."""
    paused: frozenset[str] = frozenset()
    """The paused matches."""
    settled: frozenset[str] = frozenset()
    """The proposals, by subject, that no longer need their answer."""
    asleep_until: datetime | None = None
    """The end of their quiet hours, when they get no notifications."""
    away_until: datetime | None = None
    """The end of their vacation, when they get only notices of what doesn't pause for it."""
    unrelenting: frozenset[str] = frozenset()
    """The matches whose clock runs during their vacation."""


@dataclass(frozen=True)
class Plan:
    """The decision about everything that is owed."""

    messages: dict[Channel, tuple[int, ...]]
    """The notices of each message."""
    left: dict[int, tuple[frozenset[Channel], datetime]]
    """For each notice, the channels on which it's still owed, and when to check it again."""


def plan_messages(owed: Sequence[Owed], scene: Scene, now: datetime) -> Plan:
    """Plan one message per channel with everything that can be sent on it now."""
    ready = {notice.id: at for notice in owed if (at := _ready_at(notice, scene, now)) is not None}
    decided = {channel: list(_list_channel_waits(owed, ready, channel, scene, now)) for channel in Channel}
    told_now = {
        channel: _drop_repeated_turns(notice for notice, until in pairs if until is None)
        for channel, pairs in decided.items()
    }
    waits = {(notice.id, channel): until for channel, pairs in decided.items() for notice, until in pairs}
    return Plan(
        messages={channel: tuple(notice.id for notice in notices) for channel, notices in told_now.items() if notices},
        left={notice.id: _compute_still_owed(notice, waits, scene, now) for notice in owed},
    )


def _compute_still_owed(
    notice: Owed, waits: Mapping[tuple[int, Channel], datetime | None], scene: Scene, now: datetime
) -> tuple[frozenset[Channel], datetime]:
    """Return the channels on which the notice is still owed, and when to check it again."""
    until = {channel: at for channel in Channel if (at := waits.get((notice.id, channel))) is not None}
    if not until:
        return frozenset(), notice.due_at
    latest = [now + VACATION_RECHECK_INTERVAL] if scene.away_until else []
    return frozenset(until), min([*until.values(), *latest])


def _list_channel_waits(
    owed: Sequence[Owed], ready: Mapping[int, datetime], channel: Channel, scene: Scene, now: datetime
) -> Iterator[tuple[Owed, datetime | None]]:
    """Yield the notices owed on a channel, each with the time it waits for, None if it's sent now."""
    mine = [notice for notice in owed if notice.id in ready and _is_wanted(notice, channel, scene)]
    ripe = {notice.id for notice in mine if ready[notice.id] <= now}
    for part in _split_by_urgency(mine, ripe, channel, scene):
        gate = _compute_next_sending([notice for notice in part if notice.id in ripe], channel, scene, now)
        for notice in part:
            yield notice, _compute_wait_end(notice, ready[notice.id], gate, now)


def _compute_wait_end(notice: Owed, ready_at: datetime, gate: datetime | None, now: datetime) -> datetime | None:
    if gate is None:
        return ready_at
    if gate <= now and _can_join_message(notice, ready_at, now):
        return None
    return max(ready_at, gate) if ready_at <= now else ready_at


def _ready_at(notice: Owed, scene: Scene, now: datetime) -> datetime | None:
    """Return when the notice can be sent on any channel, or None if it's no longer needed."""
    if notice.key in scene.settled:
        return None
    match notice.kind:
        case Kind.TURN | Kind.CALL if notice.key not in scene.waiting:
            return now + PAUSED_MATCH_RECHECK_INTERVAL if notice.code in scene.paused else None
        case Kind.OVER if notice.code in scene.saw_end:
            return None
        case Kind.OVER if notice.code in scene.present:
            # Their page may be about to show it, or they have just turned away.
            return max(notice.due_at, now + OPEN_MATCH_RECHECK_INTERVAL)
        case Kind.DIGEST if not scene.waiting:
            return None
    return max([_due_at(notice, scene, now), *_list_rest_ends(notice, scene)])


def _due_at(notice: Owed, scene: Scene, now: datetime) -> datetime:
    """Return when it's due. A turn notice waits while its match is open in front of the player."""
    question = scene.waiting.get(notice.key)
    if notice.kind == Kind.CALL and question is not None:
        return question.call_at  # Deadlines move.
    looking = notice.kind == Kind.TURN and notice.code in scene.present
    if looking and question is not None and now < question.opened_at + MAX_PRESENCE:
        return max(notice.due_at, now + OPEN_MATCH_RECHECK_INTERVAL)
    return notice.due_at


def _list_rest_ends(notice: Owed, scene: Scene) -> Iterable[datetime]:
    """Yield the ends of the times when the notice must wait.

    A vacation doesn't hold back what doesn't pause for it, because silence would cost the player turns and in the end
    the seat. Rounds of a tournament end by the calendar, too.
    """
    if scene.asleep_until:
        yield scene.asleep_until
    if scene.away_until and notice.code not in scene.unrelenting and notice.kind != Kind.TOURNAMENT:
        yield scene.away_until


def _is_wanted(notice: Owed, channel: Channel, scene: Scene) -> bool:
    if channel not in notice.channels or channel not in scene.reach:
        return False
    return notice.kind in scene.hooked if channel == Channel.HOOK else scene.wish.wants(notice.kind, channel)


def _can_join_message(notice: Owed, ready_at: datetime, now: datetime) -> bool:
    """Check whether it joins a message that is put together now. A turn that starts within a minute joins, too."""
    return ready_at <= now or (notice.kind == Kind.TURN and ready_at < now + OPEN_MATCH_RECHECK_INTERVAL)


def _split_by_urgency(
    mine: Sequence[Owed], ripe: Collection[int], channel: Channel, scene: Scene
) -> Iterable[Sequence[Owed]]:
    """Yield the groups of notices that wait together. A digest must not delay a last call past its deadline."""
    if not _has_daily_digest(channel, scene):
        return (mine,)
    called = {each.key for each in mine if each.kind == Kind.CALL and each.id in ripe}
    urgent = {each.id for each in mine if each.kind in QUESTION_KINDS and each.key in called}
    return [each for each in mine if each.id in urgent], [each for each in mine if each.id not in urgent]


def _has_daily_digest(channel: Channel, scene: Scene) -> bool:
    return channel == Channel.MAIL and scene.wish.digest is not None


def _compute_next_sending(ripe: Sequence[Owed], channel: Channel, scene: Scene, now: datetime) -> datetime | None:
    """Return when the channel can send again, or None if there is nothing to send."""
    if not ripe:
        return None
    last = scene.last.get(channel)
    if _has_daily_digest(channel, scene) and not any(each.kind == Kind.CALL for each in ripe):
        since = min(each.created_at for each in ripe)
        digest = scene.wish.digest_after(max(since, last or since), scene.zone)
        return max(digest, last + MIN_MESSAGE_GAP) if last else digest
    if last is None:
        return now
    pause = timedelta(minutes=scene.wish.pause)
    return last + (pause if all(each.kind == Kind.TURN for each in ripe) else min(pause, MIN_MESSAGE_GAP))


def _drop_repeated_turns(notices: Iterable[Owed]) -> list[Owed]:
    """Return the notices without turns that have a last call, which says the same."""
    listed = list(notices)
    called = {each.key for each in listed if each.kind == Kind.CALL}
    return [each for each in listed if not (each.kind == Kind.TURN and each.key in called)]
