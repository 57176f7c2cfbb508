"""A sweep that posts new notices and daily digests, and puts messages together, one per player and channel."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import OperationalError, connection, transaction

from apps.accounts.services import failed_logins
from apps.matches.engine import availability
from apps.matches.selectors import pending
from apps.matches.selectors.pending import Seated, Waiting
from apps.matches.store import presence
from apps.matches.store.availability import load_availability
from apps.notices import wording
from apps.notices.batching import Owed, Plan, Scene, plan_messages
from apps.notices.models import (
    GUESSING_KEY_PREFIX,
    INBOX_KINDS,
    QUESTION_KINDS,
    Channel,
    Delivery,
    Kind,
    Notice,
    Webhook,
    Wishes,
)
from apps.notices.selectors import addresses, inbox, preferences, questions
from apps.notices.selectors.browsers import find_notified_browsers
from apps.notices.services import outbox
from apps.notices.services.browsers import forget_logged_out
from apps.notices.services.outbox import Post

logger = logging.getLogger(__name__)

QUICK_CHECK_SPAN: Final = timedelta(minutes=15)
"""How far the quick check goes back."""
MAX_PLAYERS_PER_RUN: Final = 200
"""Maximum players whose messages are put together in one run."""
_LAST_SENT_FIELDS: Final = {Channel.MAIL: "mail_at", Channel.PUSH: "push_at", Channel.HOOK: "hook_at"}


def post_new_notices(*, now: datetime, all_of_it: bool = False) -> None:
    """Post notices about matches and accounts, either what is new or all of it.

    All of it includes what the quick check misses, e.g. after a pause or for a substitute. Posting twice has no effect,
    so the caller needn't remember where it stopped.
    """
    posts = [
        post
        for each in pending.find_open_questions(since=None if all_of_it else now - QUICK_CHECK_SPAN)
        for post in _build_question_posts(each, now)
    ]
    posts += [
        Post(each.player, Kind.HOUSE, f"{GUESSING_KEY_PREFIX}{each.since.isoformat()}", wording.word_guessing(each))
        for each in failed_logins.find_guessing_spells(
            since=now - (timedelta(days=1) if all_of_it else QUICK_CHECK_SPAN)
        )
    ]
    posts += _told_of(
        pending.find_ended_match_players(since=now - (timedelta(days=1) if all_of_it else QUICK_CHECK_SPAN)), Kind.OVER
    )
    if all_of_it:
        posts += _told_of(pending.find_absent_players(), Kind.HOUSE)
        posts += [
            Post(each.player, Kind.NUDGE, each.subject, wording.word_proposal(each), each.code)
            for each in pending.find_open_proposals()
        ]
    new = _filter_new_posts(posts)
    if new:
        outbox.post_all(new, now=now)


def _build_question_posts(each: Waiting, now: datetime) -> Iterable[Post]:
    """Yield the turn, a little later, and the last call."""
    if each.due_at <= now:
        return
    turn, call = wording.word_question(each, Kind.TURN), wording.word_question(each, Kind.CALL)
    yield Post(each.player, Kind.TURN, each.subject, turn, each.code, each.opened_at + pending.compute_grace(each))
    yield Post(each.player, Kind.CALL, each.subject, call, each.code, each.call_at)


def _told_of(seated: Iterable[Seated], kind: Kind) -> list[Post]:
    if kind == Kind.OVER:
        return [Post(each.player, kind, f"{each.code}:over", wording.word_end(each), each.code) for each in seated]
    since = {each: each.at.isoformat() if each.at else "" for each in seated}
    return [
        Post(each.player, kind, f"{each.code}:away:{at}", wording.word_absence(each), each.code)
        for each, at in since.items()
    ]


def _filter_new_posts(posts: Sequence[Post]) -> list[Post]:
    """Return those that are probably new. The database decides."""
    keys = list({post.key for post in posts})
    known: set[tuple[int, str, str]] = set()
    for start in range(0, len(keys), 500):
        found = Notice.objects.filter(key__in=keys[start : start + 500])
        known.update(found.values_list("player", "kind", "key"))
    return [post for post in posts if (post.player, str(post.kind), post.key) not in known]


def put_together(*, now: datetime, most: int = MAX_PLAYERS_PER_RUN) -> int:
    """Put together the messages of players who are owed something now, and return how many players were checked."""
    due = Notice.objects.filter(owed__gt=0, due_at__lte=now).order_by("player").values_list("player", flat=True)
    people = list(due.distinct()[:most])
    if not people:
        return 0
    Wishes.objects.bulk_create([Wishes(player_id=each) for each in people], ignore_conflicts=True)
    for player in people:
        try:
            _assemble_player_messages(player, now)
        except OperationalError:  # A lock or a missing database isn't their fault, and no reason to wait an hour.
            raise
        except Exception:  # One player's broken notices must not silence everyone's.
            logger.exception("Player %s: could not put together the messages", player)
            Notice.objects.filter(player=player, owed__gt=0, due_at__lte=now).update(due_at=now + timedelta(hours=1))
    return len(people)


def _assemble_player_messages(player: int, now: datetime) -> None:
    """Put together one player's messages, unless another worker is doing it."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        locked = Wishes.objects.select_for_update(no_key=True, skip_locked=skip, of=("self",)).select_related("player")
        row = locked.filter(pk=player).first()
        if row is None:
            return
        owed = [
            _build_owed_notice(each)
            for each in Notice.objects.filter(player=player, owed__gt=0).order_by("due_at", "pk")
        ]
        hooks = list(Webhook.objects.filter(player=player, off_at=None))
        browsers = [each.pk for each in find_notified_browsers(player=row.player, now=now)]
        scene = _build_scene(row, owed, hooks, browsers, now)
        _save_messages(row, owed, plan_messages(owed, scene, now), hooks, browsers, scene, now)


def _build_owed_notice(notice: Notice) -> Owed:
    channels = frozenset(channel for channel in Channel if notice.owed & channel)
    return Owed(notice.pk, notice.kind, notice.key, notice.code, notice.created_at, notice.due_at, channels)


def _build_scene(
    row: Wishes, owed: Sequence[Owed], hooks: Sequence[Webhook], browsers: Sequence[int], now: datetime
) -> Scene:
    """Return the facts about a player. If no channel reaches them, their matches aren't queried."""
    resting = load_availability(row.pk)
    person = Scene(
        wish=preferences.decode_wish(row),
        zone=row.player.zone,
        hooked=frozenset(kind for hook in hooks for kind in hook.kinds),
        reach=frozenset(_list_reachable_channels(row, hooks, browsers)),
        last={channel: at for channel, name in _LAST_SENT_FIELDS.items() if (at := getattr(row, name)) is not None},
        asleep_until=availability.find_wake_up(resting.quiet, now),
        away_until=availability.find_vacation_end(resting.vacations, now),
    )
    return _with_matches(person, row.pk, owed) if person.reach else person


def _list_reachable_channels(row: Wishes, hooks: Sequence[Webhook], browsers: Sequence[int]) -> Iterable[Channel]:
    """Yield the channels that reach the player."""
    if hooks:
        yield Channel.HOOK
    if browsers:
        yield Channel.PUSH
    if addresses.find_mail_address(row.player) and not row.trouble:
        yield Channel.MAIL


def _with_matches(scene: Scene, player: int, owed: Sequence[Owed]) -> Scene:
    """Add the facts about the matches that the player's notices are about."""
    waiting = questions.find_waiting_questions(player, [notice.kind for notice in owed])
    closed = {notice.code for notice in owed if notice.kind in QUESTION_KINDS and notice.key not in waiting}
    ended = {notice.code for notice in owed if notice.kind == Kind.OVER}
    codes = {notice.code for notice in owed if notice.code}
    return replace(
        scene,
        waiting=waiting,
        paused=pending.find_paused_codes(closed),
        settled=pending.find_settled_proposals([notice.key for notice in owed], player),
        present=presence.filter_viewed_matches(player=player, codes=codes),
        saw_end=presence.saw_end(player=player, codes=ended),
        unrelenting=pending.find_codes_ignoring_vacations(codes) if scene.away_until else frozenset(),
    )


def _save_messages(
    row: Wishes, owed: Sequence[Owed], made: Plan, hooks: Sequence[Webhook], browsers: Sequence[int],
    scene: Scene, now: datetime,
) -> None:  # fmt: skip
    """Store the messages, what is still owed and the time of each channel's last message, all in one transaction."""
    kinds = {each.id: each.kind for each in owed}
    deliveries = []
    for channel, ids in made.messages.items():
        for target, chosen in _list_targets(channel, ids, kinds, hooks, browsers):
            deliveries.append(
                Delivery(player_id=row.pk, channel=channel, target=target, notices=chosen, next_at=now, created_at=now)
            )
        setattr(row, _LAST_SENT_FIELDS[channel], now)
    Delivery.objects.bulk_create(deliveries)
    if made.messages:
        row.save(update_fields=[_LAST_SENT_FIELDS[channel] for channel in made.messages])
    changed = [Notice(pk=id_, owed=sum(channels), due_at=at) for id_, (channels, at) in made.left.items()]
    Notice.objects.bulk_update(changed, ["owed", "due_at"], batch_size=300)
    if scene.wish.digest is not None and scene.waiting:
        _post_next_digest(row, scene, now)


def _list_targets(
    channel: Channel, ids: Sequence[int], kinds: dict[int, str], hooks: Sequence[Webhook], browsers: Sequence[int]
) -> list[tuple[int, list[int]]]:
    """Return the targets of a channel's message, each with its notices."""
    match channel:
        case Channel.MAIL:
            return [(0, list(ids))]
        case Channel.PUSH:
            return [(browser, list(ids)) for browser in browsers]
        case Channel.HOOK:
            of_hooks = [(hook.pk, [id_ for id_ in ids if kinds[id_] in hook.kinds]) for hook in hooks]
            return [(hook, chosen) for hook, chosen in of_hooks if chosen]


def _post_next_digest(row: Wishes, scene: Scene, now: datetime) -> None:
    """Post the next digest while something is waiting, even if nothing new happens until then."""
    at = scene.wish.digest_after(now, scene.zone)
    key = f"{at.astimezone(scene.zone):%Y-%m-%d}"
    words_ = wording.Words(title=wording.DIGEST, path=wording.get_own_matches_path())
    outbox.post_all([Post(row.pk, Kind.DIGEST, key, words_, due_at=at)], now=now)


def delete_old_notices(*, now: datetime) -> None:
    """Delete old notices and messages.

    A notice is kept longer than any question is open, because it records that it was sent. The latest ones of each
    inbox are always kept.
    """
    Delivery.objects.filter(created_at__lt=now - timedelta(days=30)).exclude(state=Delivery.State.WAITING).delete()
    old = Notice.objects.filter(created_at__lt=now - timedelta(days=settings.NOTICES_KEPT_DAYS))
    old.exclude(kind__in=INBOX_KINDS).delete()
    old.filter(pk__in=inbox.find_unlisted_notices().values("pk")).delete()
    forget_logged_out(now=now)
