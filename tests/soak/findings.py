"""Checks after a soak: nothing is lost, doubled or stuck, and every match is right."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from io import StringIO
from itertools import groupby
from operator import attrgetter

import msgspec
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.utils import timezone

from apps.matches.models import Match, Move
from apps.matches.selectors import match_view
from apps.matches.store.log import read_log
from apps.notices.models import Channel, Delivery
from apps.tournaments.models import PodMatch, Tournament
from tests.soak.load import Answered, Notes
from tests.soak.post import Post


def of_answers(notes: Notes) -> list[str]:
    """Check that every accepted answer is in the log, and that none is there more often than its player gave it.

    Answers that were already in force aren't logged again: a substitute bot gave them, or silence meant the same.
    """
    codes = {each.code for each in (*notes.taken, *notes.doubtful)}
    logged, own, at = set[Answered](), Counter[Answered](), dict[tuple[str, int | None, str], list[str]]()
    moves = Move.objects.filter(match__code__in=codes)
    for code, seat, key, action, cause in moves.values_list("match__code", "seat", "key", "action", "cause"):
        answered = Answered(code, seat, key, action)
        logged.add(answered)
        at.setdefault((code, seat, key), []).append(f"{cause}: {action}")
        own[answered] += cause == Move.Cause.SEAT
    lost = [each for each in notes.taken.keys() - logged if not _stood(each)]
    doubled = [each for each, times in own.items() if times > notes.taken[each] + notes.doubtful[each]]
    return [f"{what}: {each}, where the log says {at.get((each.code, each.seat, each.key))}"
            for what, some in (("lost", lost), ("doubled", doubled)) for each in some]  # fmt: skip


def _stood(answered: Answered) -> bool:
    """Return whether this was already the answer in other words. Silence of a frog throws two dice three times."""
    match = Match.objects.get(code=answered.code)
    game, setup = match_view.get_match_rules(match)
    log, state = read_log(match), game.blank(setup)
    for _number, facts in groupby(log.facts, key=attrgetter("move")):
        state = game.learn(state, [game.fact.decode(fact.event) for fact in facts])
        for ask in game.asks(state):
            same = (ask.seat, ask.key, ask.answered) == (answered.seat, answered.key, True)
            if same and msgspec.json.encode(ask.default).decode() == answered.action:
                return True
    return False


def of_logs() -> list[str]:
    """Check that moves are numbered without a gap, and that every finished match verifies."""
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
    """Check that no one is notified of the same thing twice over one channel."""
    told = Counter(
        (player, channel, target, notice)
        for player, channel, target, notices in Delivery.objects.exclude(state=Delivery.State.VOID).values_list(
            "player", "channel", "target", "notices"
        )
        for notice in notices
    )
    return [f"told {times} times: notice {each[3]}" for each, times in told.items() if times > 1]


def of_mails(post: Post) -> list[str]:
    """Check that sent e-mails arrived at the right address, and that none arrived more often than it was handed over.

    An e-mail is handed over again if a kill or a hang-up prevented anyone from noting its acceptance. It then has the
    same id.
    """
    mails = Delivery.objects.filter(channel=Channel.MAIL).select_related("player")
    arrived, at = Counter(ticket for ticket, _to in post.arrived), dict(post.arrived)
    said = []
    for mail in mails:
        times = arrived.pop(mail.ticket, 0)
        if mail.state == Delivery.State.SENT and not times:
            said.append(f"mail {mail.ticket} is called sent and never arrived")
        if times > mail.tries:
            said.append(f"mail {mail.ticket} arrived {times} times, and was tried {mail.tries} times")
        if times and at[mail.ticket] != mail.player.email:
            said.append(f"mail {mail.ticket} went to {at[mail.ticket]} instead of {mail.player.email}")
    again = sum(times - 1 for times in Counter(ticket for ticket, _to in post.arrived).values())
    print(
        f"  {len(post.arrived)} mails taken, {again} of them once more: the mail server was silent {post.silent} times"
    )
    print(f"  and hung up on {post.rude}; mails by state: {dict(Counter(mail.state for mail in mails))}")
    return [*said, *(f"mail {ticket} arrived, and nobody wrote it" for ticket in arrived)]


def of_tournaments() -> list[str]:
    """Check that due tournaments have started and that owed matches were dealt."""
    late = Tournament.objects.filter(status=Tournament.Status.OPEN, starts_at__lt=timezone.now() - timedelta(minutes=1))
    owed = PodMatch.objects.filter(match=None).count()
    print(f"  tournaments: {dict(Counter(Tournament.objects.values_list('status', flat=True)))}")
    return [*(f"{name} has not begun" for name in late.values_list("name", flat=True)),
            *([f"{owed} matches of tournaments were not dealt"] if owed else [])]  # fmt: skip


def early(seconds: float = 3) -> list[str]:
    """Return questions that silence answered before their deadline; such a move has that future time."""
    to_come = Move.objects.filter(at__gt=timezone.now() + timedelta(seconds=seconds))
    return [f"{code} was settled before {at:%H:%M:%S}: {key}" for code, at, key in
            to_come.values_list("match__code", "at", "key")]  # fmt: skip


def overdue(seconds: float = 3) -> list[str]:
    """Return matches that should have been settled already."""
    late = Match.objects.filter(status=Match.Status.PLAYING, wake_at__lt=timezone.now() - timedelta(seconds=seconds))
    return [f"{code} waits since {wake_at:%H:%M:%S}" for code, wake_at in late.values_list("code", "wake_at")]
