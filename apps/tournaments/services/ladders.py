"""Ladders: joining, leaving, challenging, and the effect of finished tables on places."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import OperationalError
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.matches.selectors import results
from apps.matches.selectors.results import MatchProgress
from apps.matches.services import play
from apps.notices.models import Kind
from apps.notices.services.outbox import Post, post_all
from apps.notices.wording import Words
from apps.tournaments.errors import LadderRefused
from apps.tournaments.models import Ladder, LadderMember, LadderSeat, LadderTable
from apps.tournaments.scoring.ladder import reorder_ladder
from apps.tournaments.scoring.points import Scoring, compute_counted_places
from apps.tournaments.scoring.results import Result
from apps.tournaments.selectors import ladders
from apps.tournaments.services import eligibility

logger = logging.getLogger(__name__)

CHALLENGED = gettext_noop("%(name)s has challenged you: %(ladder)s")
MOVED = gettext_noop("You’re now %(place)s: %(ladder)s")
_ABSENT_SCORING = Scoring(autopilot="last", missing="last")
"""Players who left their seat to a bot finish last."""


def count_finished_tables(*, now: datetime) -> None:
    """Count the tables that are over. If it is interrupted, the next run does the rest, and nothing twice."""
    waiting = LadderTable.objects.filter(counted_at=None, match__over_at__isnull=False)
    for pk in list(waiting.order_by("ladder").values_list("ladder", flat=True).distinct()):
        try:
            apply_ladder_results(pk=pk, now=now)
        except Busy:
            logger.info("Ladder %s: in use by another process, continuing on the next run", pk)
        except OperationalError:  # The database is down, which isn't the ladder's fault.
            raise
        except Exception:  # One broken ladder must not stop all others.
            logger.exception("Ladder %s: could not count its tables", pk)


def join_ladder(*, pk: int, player: Player, now: datetime, circle: str = "") -> LadderMember:
    """Join a ladder at the bottom. `circle` is the club that vouches for the player, if any.

    :raises LadderRefused: if it has ended, or they are already on it
    :raises AccountNeeded: if they have no account
    :raises Busy: if the ladder is locked by another change
    """
    with _lock_ladder(pk) as ladder:
        if player.guest:
            raise AccountNeeded(_("You need an account to join a ladder. Choose a name and a password first."))
        if player.bot:
            raise LadderRefused(eligibility.BOTS_REFUSED)
        if ladder.circle not in ("", circle):
            raise LadderRefused(_("Only members of the club can join."))
        if not ladder.active:
            raise LadderRefused(_("This ladder has ended."))
        if LadderMember.objects.filter(ladder=ladder, player=player).exists():
            raise LadderRefused(_("You’re already on this ladder."))
        lowest = LadderMember.objects.filter(ladder=ladder).aggregate(lowest=Max("place"))["lowest"] or 0
        return LadderMember.objects.create(ladder=ladder, player=player, place=lowest + 1, since=now)


def leave_ladder(*, pk: int, player: Player, now: datetime) -> None:  # noqa: ARG001 -- as all that a page may do
    """Leave a ladder. Everyone below moves up, and tables in play continue.

    :raises LadderRefused: if they aren't on it
    :raises Busy: if the ladder is locked by another change
    """
    with _lock_ladder(pk) as ladder:
        gone, _each = LadderMember.objects.filter(ladder=ladder, player=player).delete()
        if not gone:
            raise LadderRefused(_("You aren’t on this ladder."))


def challenge_players(*, pk: int, player: Player, whom: Collection[int], now: datetime) -> str:
    """Start a match with these players, without asking them, and return its code.

    :raises LadderRefused: if one of them can't be challenged, their number is wrong, or the challenger plays at enough
    tables
    :raises Busy: if the ladder is locked by another change
    """
    with _lock_ladder(pk) as ladder:
        _check_challenge(ladder, player, set(whom), now)
        people = secrets.SystemRandom().sample([player.pk, *sorted(set(whom))], len(set(whom)) + 1)
        code = _deal_ladder_match(ladder, people, now)
        table = LadderTable.objects.create(ladder=ladder, match_id=results.get_match_key(code), by=player, at=now)
        LadderSeat.objects.bulk_create(
            LadderSeat(table=table, index=index, player_id=each) for index, each in enumerate(people)
        )
        own = {"ladder": ladder.name, "name": player.username}
        _send_notices(
            ladder, dict.fromkeys(set(whom), own), CHALLENGED, key=f"challenge:{table.pk}", now=now, by=player
        )
        return code


def _deal_ladder_match(ladder: Ladder, people: Sequence[int], now: datetime) -> str:
    try:
        return play.start_match(
            game=ladder.game,
            setup=load_games()[ladder.game].setup(len(people), ladder.options),
            pace=ladder.pace,
            seats=[play.Sitter(player=each) for each in people],
            now=now,
            rated=ladder.rated,
            vacations=True,
            listed=not ladder.circle,
            occasion=(ladder.name, ladder.get_absolute_url()),
        )
    except Illegal as why:  # An upgrade can make the ladder's settings invalid.
        sentence = _("The game can no longer be played with this ladder’s settings. Please tell an administrator.")
        raise LadderRefused(sentence) from why


def apply_ladder_results(*, pk: int, now: datetime) -> int:
    """Apply the results of finished tables, in the order in which they ended, and return their number.

    :raises Busy: if the ladder is locked by another change
    """
    with _lock_ladder(pk) as ladder:
        waiting = LadderTable.objects.filter(ladder=ladder, counted_at=None, match__over_at__isnull=False)
        tables = list(waiting.order_by("match__over_at", "pk"))
        ended = results.load_match_progress(waiting.values("match"))
        for table in tables:
            _apply_table_result(ladder, table, ended[table.match_id], now)
        return len(tables)


def _apply_table_result(ladder: Ladder, table: LadderTable, ended: MatchProgress, now: datetime) -> None:
    seats = list(LadderSeat.objects.filter(table=table).order_by("index"))
    finishes = _compute_finishes(ended, [seat.player_id for seat in seats])
    before = ladders.load_ladder_order(ladder)
    stayed = set(ladders.find_ladder_members(ladder).filter(since__lte=table.at).values_list("player", flat=True))
    people = {seat.player_id: finishes[seat.index] for seat in seats if finishes and seat.player_id in stayed}
    after = reorder_ladder(before, people)
    for seat in seats:
        seat.finish = finishes[seat.index] if finishes else None
        if seat.player_id in stayed:
            seat.before, seat.after = before.index(seat.player_id) + 1, after.index(seat.player_id) + 1
    LadderSeat.objects.bulk_update(seats, ["finish", "before", "after"])
    table.counted_at = now
    table.save(update_fields=["counted_at"])
    _save_new_places(ladder, before, after)
    moved: dict[int, dict[str, str | int]] = {
        seat.player_id: {"ladder": ladder.name, "place": seat.after}
        for seat in seats
        if seat.player_id is not None and seat.after is not None and seat.after != seat.before
    }
    _send_notices(ladder, moved, MOVED, key=f"moved:{table.pk}", now=now)


def _compute_finishes(ended: MatchProgress, dealt: Sequence[int | None]) -> tuple[int, ...]:
    """Return the place of each seat; empty without a result. Players whose seat someone else finished come last."""
    if not ended.places:
        return ()
    gone = [absent or now != then for absent, now, then in zip(ended.absent, ended.players, dealt, strict=True)]
    away = frozenset(seat for seat, left in enumerate(gone) if left)
    return compute_counted_places(
        Result(round=0, seats=tuple(range(len(ended.places))), places=ended.places, autopilot=away), _ABSENT_SCORING
    )


def _save_new_places(ladder: Ladder, before: list[int], after: tuple[int, ...]) -> None:
    """Give every player who moved the place of the player who was there before."""
    held = dict(LadderMember.objects.filter(ladder=ladder).values_list("player", "place"))
    for was, comes in zip(before, after, strict=True):
        if was != comes:
            LadderMember.objects.filter(ladder=ladder, player=comes).update(place=held[was])


def _check_challenge(ladder: Ladder, player: Player, whom: set[int], now: datetime) -> None:
    if not ladder.active:
        raise LadderRefused(_("This ladder has ended."))
    standing, playing = ladders.load_ladder_order(ladder), ladders.tables_of(ladder)
    if player.pk not in standing:
        raise LadderRefused(_("Join the ladder first."))
    if playing[player.pk] >= ladder.at_once:
        raise LadderRefused(_("You’ve reached this ladder’s limit for simultaneous tables. Finish one of them first."))
    seats = ladders.list_table_sizes(ladder)
    if len(whom) + 1 not in seats:
        least, most = seats[0] - 1, seats[-1] - 1
        if least == most:
            exactly = ngettext("Challenge exactly %(n)d player.", "Challenge exactly %(n)d players.", most)
            raise LadderRefused(exactly % {"n": most})
        raise LadderRefused(_("Challenge %(least)d to %(most)d players.") % {"least": least, "most": most})
    may = ladders.open_to(ladder, player.pk, standing, playing, now=now)
    above = set(standing[: standing.index(player.pk)])
    if whom <= set(may) and not whom & above:
        raise LadderRefused(_("At least one of them must be above you on the ladder."))
    if not whom <= set(may) or not relations.can_all_meet({player.pk, *whom}):
        raise LadderRefused(_("One of these players can’t be challenged right now. Choose again."))


def _send_notices(
    ladder: Ladder,
    people: Mapping[int, Mapping[str, str | int]],
    title: str,
    *,
    key: str,
    now: datetime,
    by: Player | None = None,
) -> None:
    path, players = ladder.get_absolute_url(), {by.username: by.pk} if by else {}
    post_all(
        [
            Post(
                player=each,
                kind=Kind.TOURNAMENT,
                key=f"ladder:{ladder.pk}:{key}",
                words=Words(title=title, path=path, game=ladder.game, names=dict(own), players=players),
            )
            for each, own in people.items()
        ],
        now=now,
    )


@contextmanager
def _lock_ladder(pk: int) -> Iterator[Ladder]:
    """Lock a ladder until the body is done."""
    with atomic_or_busy():
        yield Ladder.objects.select_for_update(no_key=True).get(pk=pk)
