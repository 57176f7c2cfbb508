"""Moves of a match. Every function opens its own transaction and holds one match locked at a time.

Only `seats` and `organiser` write matches as well: changes of players, and organisers' actions.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.utils.translation import gettext as _

from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.kernel import forms
from apps.kernel.chance import SEED_BYTES, compute_commitment, mix_seed
from apps.kernel.game import AnyAction, AnyOrder, Illegal
from apps.kernel.lesson import Lesson, Progress
from apps.kernel.table import AnySetup, Seat
from apps.matches.engine import deadlines, lessons, seating, standing_orders
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.origin import Origin, encode_origin
from apps.matches.engine.position import Position
from apps.matches.errors import Gone, Malformed, MatchRefused, NotSeated, Stuck
from apps.matches.models import Chair, Hint, Match, Outage, Seed
from apps.matches.selectors import match_view
from apps.matches.services import uptime
from apps.matches.services.session import change_match, change_seated
from apps.matches.store import repository
from apps.matches.store.seating import LoadedMatch

logger = logging.getLogger(__name__)

SET_ASIDE_TIME: Final = timedelta(hours=1)
"""How long a match that raised is left alone."""

WORKER_GRACE: Final = timedelta(seconds=2)
"""How long readers leave an expired question to the workers before they settle the match themselves."""

MAX_STANDING_ORDERS: Final = 20
"""The most standing orders a seat can have."""


@dataclass(frozen=True)
class Sitter:
    """The future player of a seat: a user by id, or a house bot."""

    player: int | None = None
    bot: bool = False
    number: int | None = None
    """The number under which a bot entered a tournament."""
    new: bool = False
    """Whether it's the player's first match of the game (`selectors.experience.new_to`)."""


@dataclass(frozen=True)
class Shuffle:
    """A secret whose commitment was shown in advance, and the words that players gave after that."""

    secret: bytes
    words: Sequence[str]
    """A word for each seat, empty where none was given."""


def start_match(
    *,
    game: str,
    setup: AnySetup,
    pace: Mapping[str, int],
    seats: Sequence[Sitter],
    now: datetime,
    listed: bool = True,
    rated: bool = False,
    vacations: bool = True,
    occasion: tuple[str, str] = ("", ""),
    opponents: str = Match.BotStrength.CINDER,
    bot_pause: int = 1,
    lesson: Lesson | None = None,
    origin: Origin | None = None,
    newcomer: Sitter | None = None,
    seed: bytes = b"",
    shuffle: Shuffle | None = None,
) -> str:
    """Deal a new match and return its code.

    Except in a sandbox, the pace must suit the game and its options.

    :param occasion: what the match is part of and the path of its page; its organiser decides on pauses and paces
    :param opponents: the strength of the bots
    :param bot_pause: the seconds that bots pretend to think
    :param lesson: a guided match with its own shuffle, whose bots don't wait
    :param origin: the start of a sandbox in place of a deal
    :param newcomer: a sitter among bots, seated so that the shuffle asks them nothing hard first
    :param seed: the seed of a match that the demo plays again. Any other gets its own
    :param shuffle: the parts to make the seed of, for a table that showed a commitment
    :raises Illegal: if seats, setup and pace don't fit the game
    """
    rules = load_games().get(game)
    if rules is None:
        raise Illegal(f"No game called “{game}”.")
    if len(seats) != setup.seats or setup.seats not in rules.meta.seats:
        raise Illegal(f"{len(seats)} players do not fit a table with {setup.seats} seats.")
    people = [sitter.player for sitter in seats if sitter.player is not None]
    if len(people) > len(set(people)):
        raise Illegal("A player cannot have two seats at one table.")
    seed = seed or _choose_seed(lesson, shuffle)
    if newcomer is not None:
        seats = seating.spare_newcomer(rules, setup, seed, seats, newcomer)
    with atomic_or_busy():
        # A sandbox keeps even options for live tables only, because no one waits there.
        agreed = dict(pace) if origin is not None else deadlines.check_pace(rules.meta, pace, setup.options)
        match = Match.objects.create(
            game=game,
            setup=msgspec.json.encode(setup).decode(),
            pace=agreed,
            listed=listed,
            rated=rated,
            vacations=vacations,
            occasion=occasion[0],
            occasion_path=occasion[1],
            begun_at=now,
            opponents=opponents,
            bot_pause=bot_pause,
            commitment=compute_commitment(seed),
            lesson=None if lesson is None else msgspec.to_builtins(Progress()),
            origin="" if origin is None else encode_origin(origin),
            outage=Outage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0,
        )
        Seed.objects.create(
            match=match,
            seed=seed,
            secret=None if shuffle is None else shuffle.secret,
            words=None if shuffle is None else list(shuffle.words),
        )
        chairs = [
            Chair(
                match=match,
                index=i,
                player_id=sitter.player,
                bot=sitter.player is None,
                bot_number=sitter.number if sitter.player is None else None,
                time_bank=0 if sitter.player is None else agreed.get(deadlines.TIME_BANK, 0),
                orders=_first_orders(rules.habits_at(setup, first=sitter.new), lesson, i),
            )
            for i, sitter in enumerate(seats)
        ]
        Chair.objects.bulk_create(chairs)
        run = repository.build_new_match(match, rules, setup, seed, chairs)
        if origin is None:
            run.deal()
        else:
            run.begin_as_imagined(origin.seat)
        if lesson is not None:
            run.settle_expired_questions()
        repository.write_matches([run])
    return match.code


def _choose_seed(lesson: Lesson | None, shuffle: Shuffle | None) -> bytes:
    """Return a lesson's own seed, the one that follows from a table's secret and words, or a new one."""
    if lesson is not None:
        return bytes.fromhex(lesson.seed)
    return secrets.token_bytes(SEED_BYTES) if shuffle is None else mix_seed(shuffle.secret, shuffle.words)


def _first_orders(usual: Sequence[AnyOrder], lesson: Lesson | None, seat: int) -> str:
    """Return a seat's first standing orders, encoded for its row."""
    return standing_orders.encode_orders(
        map(standing_orders.wrap_order, lessons.select_first_orders(lesson, seat, usual))
    )


def answer_question(*, code: str, seat: Seat, key: str, action: AnyAction, now: datetime) -> match_view.MatchView:
    """Take a seat's action as the answer to an open question, after settling what has expired.

    The answer counts from its arrival, which is `now`, even if it waits for the lock. Another player's move never makes
    it late. If the log is already later, the answer counts from the last move, so that the log never runs backwards
    (see `repository.lock_match`). What had expired by then is closed.

    :raises Match.DoesNotExist: if there's no such match
    :raises Gone: if the question is closed
    :raises Paused: if the question is open, but the match is paused
    :raises Illegal: if the game doesn't offer the action
    :raises Busy: if the match is locked for too long
    """
    return match_view.build_match_view(
        change_match(code, lambda run: _answer_question(run, seat, key, action), seat, now=now)
    )


def answer_as_bot(*, code: str, seat: Seat, key: str, action: AnyAction, now: datetime) -> None:
    """Take a bot's action that was thought of elsewhere, after settling what has expired.

    :raises Match.DoesNotExist, Gone, Paused, Illegal, Busy: as in `answer_question`
    """
    change_match(code, lambda run: run.think(seat, key, action), seat, now=now)


def answer_as(
    *, code: str, player: int | None, key: str, words: Mapping[str, object], along: object = None, now: datetime
) -> match_view.MatchView:
    """Take the fields of a form as a player's answer to an open question.

    :param along: standing orders by kind that replace the seat's others of the same kind; they never appear in a replay
    :raises NotSeated: if the player doesn't sit at this table
    :raises Malformed: if the fields aren't an action of the game
    :raises Match.DoesNotExist, Gone, Paused, Illegal, Busy: as in `answer_question`
    """
    return match_view.build_match_view(
        change_match(code, lambda run: _answer_as(run, key, words, along), player=player, now=now)
    )


def settle_match(*, code: str, now: datetime) -> None:
    """Answer what has expired in one match."""
    change_match(code, lambda _run: None, now=now)  # Loading it settles it.


def settle_if_overdue(loaded: LoadedMatch, *, player: int | None, now: datetime) -> LoadedMatch:
    """Settle a match that was loaded for a player if no worker has done so in time, and return it as it is now."""
    uptime.beat_if_due(now=now)
    if not is_overdue(loaded.match, now):
        return loaded
    with suppress(Busy, Stuck):  # Another process has the match, or an organiser is needed.
        settle_match(code=loaded.match.code, now=now)
    return match_view.load_match(loaded.match.code, player=player)


def is_overdue(match: Match, now: datetime) -> bool:
    """Check whether the workers are late to settle the match."""
    return match.wake_at is not None and match.wake_at + WORKER_GRACE <= now


def settle_due(*, now: datetime, limit: int = 100) -> int:
    """Answer what has expired in up to `limit` matches that no other worker holds, and return how many were loaded.

    A match that raises is set aside for an hour. The others go on.
    """
    try:
        return _settle_batch(now, limit)
    except Busy:
        raise
    except Exception:
        logger.exception("Could not write a batch of matches, continuing one by one")
    due = Match.with_sandboxes.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)
    return sum(_settle_alone(pk, now) for pk in list(due[:limit]))


def add_standing_order(*, code: str, seat: Seat, order: AnyOrder, now: datetime, by: int | None = None) -> None:
    """Add a standing order. If it answers an open question, it does so at once.

    :raises MatchRefused: if the match is over, or the seat has too many
    :raises Malformed: if it isn't an order of the game, or not exactly of its type
    :raises NotSeated: if the player `by` doesn't sit there
    """
    change_seated(by, code, seat, now, lambda run: _add_standing_order(run, seat, order))


def withdraw_standing_order(*, code: str, seat: Seat, order: str, now: datetime, by: int | None = None) -> None:
    """Withdraw a standing order by its ticket. One that's already gone is no error.

    :raises NotSeated: if the player `by` doesn't sit there
    """
    change_seated(by, code, seat, now, lambda run: run.orders.withdraw(seat, order))


def _answer_question(
    run: MatchAggregate, seat: Seat, key: str, action: AnyAction, orders: Sequence[AnyOrder] = ()
) -> Position | Gone | Illegal:
    refused = run.answer(seat, key, action, orders)
    if refused is None and run.match.hinted:  # If the same question comes again, it needs a new hint.
        Hint.objects.filter(match=run.match, seat=seat).delete()
    return refused or run.position(seat)


def _answer_as(
    run: MatchAggregate, key: str, words: Mapping[str, object], along: object
) -> Position | NotSeated | Malformed | Gone | Illegal:
    if run.mine is None:
        return NotSeated()
    try:
        action = forms.parse_form_fields(words, run.game.action)
        orders = [
            forms.parse_form_fields({**fields, "order": kind}, run.game.order)
            for kind, fields in msgspec.convert(along or {}, dict[str, dict[str, object]]).items()
        ]
    except msgspec.ValidationError as error:
        return Malformed(str(error))
    return _answer_question(run, run.mine, key, action, orders)


def _add_standing_order(run: MatchAggregate, seat: Seat, order: AnyOrder) -> Malformed | MatchRefused | None:
    if order is None or standing_orders.decode_order(standing_orders.wrap_order(order), run.game.order) != order:
        return Malformed(f"{order!r} is not a standing order of {run.game.meta.title}.")
    if run.match.status == Match.Status.OVER:
        return MatchRefused(_("The match is over."))
    if len(run.orders.of(seat)) >= MAX_STANDING_ORDERS:
        return MatchRefused(
            _("You can have up to %(most)d standing orders. Withdraw one first.") % {"most": MAX_STANDING_ORDERS}
        )
    run.orders.leave(seat, order)
    run.ask()
    return None


def _settle_batch(now: datetime, limit: int, *, only: int | None = None) -> int:
    with atomic_or_busy():
        claimed = repository.lock_due_matches(now=now, limit=limit, only=only)
        sound = []
        for run in claimed:
            if isinstance(run, MatchAggregate):
                try:
                    run.settle_expired_questions()
                    sound.append(run)
                except Exception as error:  # noqa: BLE001 -- one broken match must not stop the clock of all the others
                    _set_aside(run.match.pk, error, now)
            else:
                match, why = run
                _set_aside(match.pk, why, now)
        repository.write_matches(sound)
        return len(claimed)


def _settle_alone(pk: int, now: datetime) -> int:
    """Settle a single match, and set it aside if even that can't be written."""
    try:
        return _settle_batch(now, 1, only=pk)
    except Busy:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever it is, it would come again with every sweep
        with atomic_or_busy():
            _set_aside(pk, error, now)
        return 1


def _set_aside(pk: int, error: Exception, now: datetime) -> None:
    logger.error("Match %s: set aside", pk, exc_info=error)
    trouble = type(error).__name__  # The error's text could reveal a sealed answer, so only the server logs it.
    playing = Match.with_sandboxes.filter(pk=pk, status=Match.Status.PLAYING)
    playing.update(wake_at=now + SET_ASIDE_TIME, trouble=trouble)
