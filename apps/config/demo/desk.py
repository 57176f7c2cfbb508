"""Leave work for the demo's organiser: a round to publish, tables that are held up, a start without enough entrants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.clubs.services.messages import add_post
from apps.config.demo.cups import DAY, find_cup_matches, open_cup, run_cup_scheduler
from apps.config.demo.playing import look_at_the_end, play_out
from apps.talk.services import post_reports
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.services import lifecycle

TABLES: Final = (Swiss(rounds=3, most=3, least=3),)
ADVERTISEMENT: Final = "Cheap bomb insurance! Ask me how."
MOVES_BEFORE_HOLD_UP: Final = 6
"""Number of answers at a table before someone keeps it waiting."""


def create_organisers_work(
    members: Sequence[int], slips: Mapping[int, float], luck: Random, *, now: datetime
) -> list[str]:
    """Create three tournaments that need their organiser and a reported post, and return the tournaments' codes."""
    players = list(Player.objects.filter(pk__in=members).order_by("pk"))
    slow = open_cup("The Slow Lane", "fuse", TABLES, players[:6], starts_at=now - 4 * DAY, pace="relaxed", hours=48)
    for match in find_cup_matches(slow):
        play_out(match.code, since=slow.starts_at, until=now - 1.3 * DAY, luck=luck, slips=slips)
        look_at_the_end(match.code)
    second = now - 1.2 * DAY
    run_cup_scheduler(slow, second)
    for match in find_cup_matches(slow):
        if match.over_at is None:
            play_out(match.code, since=second, until=now, luck=luck, slips=slips, moves=MOVES_BEFORE_HOLD_UP)
    sparks = open_cup("Saturday Sparks", "frogs", TABLES, players[3:12], starts_at=now + DAY, by_itself=False)
    lifecycle.start_tournament(code=sparks.code, by=None, now=now - timedelta(hours=3))
    crowd = open_cup("Three’s a Crowd", "kobolds", TABLES, players[5:9], starts_at=now + 20 * DAY / 24)
    _report_post(*players[-2:], now=now - timedelta(hours=5))
    return [slow.code, sparks.code, crowd.code]


def _report_post(author: Player, reporter: Player, *, now: datetime) -> None:
    """Let a member advertise in the club's chat, and another one report it."""
    club = Club.objects.get()
    post = add_post(code=club.code, player=author, text=ADVERTISEMENT, now=now)
    post_reports.report_post(post=post, reporter=reporter.pk, reason="spam", about="", now=now)
