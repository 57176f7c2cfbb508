"""What must be so after all that: nothing lost, nothing doubled, nothing stuck, every match right."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from io import StringIO

from django.core.management import CommandError, call_command
from django.db.models import Count
from django.utils import timezone

from apps.matches.models import Match, Move
from apps.notices.models import Delivery
from apps.tournaments.models import PodMatch
from tests.soak.load import Answered, Notes


def of_answers(notes: Notes) -> list[str]:
    """Every answer that the house said it took is in its log, and by its player no more often than it was given.

    What a bot that stands in had said already is not said again.
    """
    codes = {each.code for each in (*notes.taken, *notes.doubtful)}
    logged, own, at = set[Answered](), Counter[Answered](), dict[tuple[str, int | None, str], list[str]]()
    moves = Move.objects.filter(match__code__in=codes)
    for code, seat, key, action, cause in moves.values_list("match__code", "seat", "key", "action", "cause"):
        answered = Answered(code, seat, key, action)
        logged.add(answered)
        at.setdefault((code, seat, key), []).append(f"{cause}: {action}")
        own[answered] += cause == Move.Cause.SEAT
    lost = notes.taken.keys() - logged
    doubled = [each for each, times in own.items() if times > notes.taken[each] + notes.doubtful[each]]
    return [f"{what}: {each}, where the log says {at.get((each.code, each.seat, each.key))}"
            for what, some in (("lost", lost), ("doubled", doubled)) for each in some]  # fmt: skip


def of_logs() -> list[str]:
    """Moves are numbered without a gap, and every finished match verifies."""
    counted = Match.objects.annotate(written=Count("log")).values_list("code", "moves", "written")
    gaps = [f"{code} has {written} moves in its log, and should have {moves}" for code, moves, written in counted
            if written != moves]  # fmt: skip
    said = StringIO()
    try:
        call_command("verify", all=True, stdout=said)
    except CommandError as error:
        return [*gaps, str(error), *(line for line in said.getvalue().splitlines() if "WRONG" in line)]
    return gaps


def of_notices() -> list[str]:
    """Nobody is told the same twice over one channel."""
    told = Counter(
        (player, channel, target, notice)
        for player, channel, target, notices in Delivery.objects.exclude(state=Delivery.State.VOID).values_list(
            "player", "channel", "target", "notices"
        )
        for notice in notices
    )
    return [f"told {times} times: notice {each[3]}" for each, times in told.items() if times > 1]


def of_tournaments() -> list[str]:
    """What is owed was dealt."""
    owed = PodMatch.objects.filter(match=None).count()
    return [f"{owed} matches of tournaments were not dealt"] if owed else []


def overdue(seconds: float = 3) -> list[str]:
    """Matches that somebody should have settled by now."""
    late = Match.objects.filter(status=Match.Status.PLAYING, wake_at__lt=timezone.now() - timedelta(seconds=seconds))
    return [f"{code} waits since {wake_at:%H:%M:%S}" for code, wake_at in late.values_list("code", "wake_at")]
