"""The course of a soak: people play, things break, things calm down, everything is checked."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from allauth.account.models import EmailAddress
from django.db import connections
from django.utils import timezone

from apps.accounts.models import Player
from apps.tournaments.formats.stages import Stage
from apps.tournaments.services import entries
from tests.factories.tournaments import CUT, GROUPS, KNOCKOUT, NOON, SWISS, tournament
from tests.soak import apart, findings, house, versions
from tests.soak.faults import FAKETIME, Faults
from tests.soak.load import AWAY, Crowd
from tests.soak.machines import Ground, until, well
from tests.soak.memory import Scales
from tests.soak.post import post_office

PEOPLE: Final = 12
OPEN: Final = 120.0
"""The number of seconds within which all processes must serve, on a busy machine."""
SETTLED: Final = 30.0
"""The number of seconds within which all due matches must be settled once it is calm."""
PLANS: Final[tuple[tuple[Stage, ...], ...]] = ((SWISS,), (GROUPS, CUT), (KNOCKOUT,))
EVERY: Final = 60.0
"""The number of seconds between the starts of two tournaments."""


def soak(folder: Path, database: str, ground: Ground, seconds: float) -> list[str]:
    """Return the problems that were found, and print the statistics."""
    players = [_player(n) for n in range(PEOPLE)]
    _tournaments(players, seconds)
    machines = ground.machines
    with post_office(ground.address) as post:
        env = os.environ | {
            "SLOWFUSE_DATABASE_URL": database, "SLOWFUSE_DATABASE_POOL": "4",
            "SLOWFUSE_MAIL_URL": f"smtp://{ground.address}:{post.port}",
        }  # fmt: skip
        with house.running(env, folder, machines) as running:
            until(lambda: well(machines), "the house does not open", OPEN)
            crowd = Crowd(players, machines, seed=1)
            try:
                faults = Faults(running, ground.broker, seed=2)
                time.sleep(max(0.2 * seconds, 0.6 * seconds - apart.TAKES * (len(machines) - 1)))
                faults.stop()
                until(lambda: well(machines), "the house does not come back", OPEN)
                failed = apart.cut_off(running)
                until(lambda: well(machines), "the house does not come back after one machine was cut off", OPEN)
                time.sleep(max(10, 0.1 * seconds))  # Until all of them have loaded what they need.
                scales = Scales(running)
                time.sleep(0.3 * seconds)
                grown = scales.grown()
                failed += _renewed(running, crowd)
            finally:
                crowd.go_home()
            connections.close_all()  # This process's connections were cut, too.
            stuck = _settled()
            failed += apart.unheard(machines)
    wrong = [
        *crowd.notes.errors, *sorted(faults.early), *stuck, *grown, *failed, *findings.of_answers(crowd.notes),
        *findings.of_logs(), *findings.of_notices(), *findings.of_mails(post), *findings.of_tournaments(),
    ]  # fmt: skip
    notes = crowd.notes
    print(f"  {notes.taken.total()} answers taken, {notes.doubtful.total()} cut off; {notes.news} lines of news")
    print(f"  requests by status: {dict(sorted(notes.statuses.items()))}")
    print(f"  not answered: {dict(notes.lost)}")
    print("  faults:", ", ".join(f"{times} × {what}" for what, times in sorted(faults.done.items())))
    if FAKETIME is None:
        print("  NOT TRIED: wrong clocks, for which Debian's package faketime is not installed")
    return wrong


def _player(number: int) -> Player:
    player = Player.objects.create_user(f"soak{number}", email=f"soak{number}@example.org")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _tournaments(players: list[Player], seconds: float) -> None:
    """Create tournaments that run by themselves, the first starting in a moment."""
    for number in range(1 + int(0.6 * seconds / EVERY)):
        starts_at = timezone.now() + timedelta(seconds=5 + number * EVERY)
        made = tournament(*PLANS[number % len(PLANS)], name=f"Soak {number}", starts_at=starts_at, least=4)
        for player in players:
            entries.register_player(code=made.code, player=player, now=NOON - timedelta(days=1))


def _renewed(running: house.House, crowd: Crowd) -> list[str]:
    """Return failures while going back to the version before and forward again, which must answer all requests.

    The old code runs on the new tables, on one machine while another one stays as it was.
    """
    if not versions.before_is_here():
        print("  NOT TRIED: the version before, which the history here does not reach")
        return []
    notes, failed = crowd.notes, []
    notes.fresh = True
    for name, lay_out in (("back", versions.lay_out_before), ("forward", versions.lay_out_this)):
        before, bad = notes.statuses.total(), notes.lost.total() + notes.statuses[AWAY]
        lay_out(running.code)
        running.renew(running.machines[0], pause=1.0)
        bad = notes.lost.total() + notes.statuses[AWAY] - bad
        print(f"  {notes.statuses.total() - before} requests answered on the way {name}, {bad} not")
        failed += [f"{bad} requests failed on the way {name}"] if bad else []
    return failed


def _settled() -> list[str]:
    until = time.monotonic() + SETTLED
    while (late := findings.overdue()) and time.monotonic() < until:
        time.sleep(0.5)
    return late
