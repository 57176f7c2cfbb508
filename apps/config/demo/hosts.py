"""The two demo players you can log in as, with a running match and a finished one."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from apps.accounts import time_zones
from apps.config.demo.playing import play_out, start_demo_match
from apps.matches.selectors import match_view

HOST_NAMES: Final = ("ada", "ben")
GAME: Final = "fuse"
FINISHED_MATCH_AGE: Final = timedelta(days=2)
"""How long ago the finished match started."""
RUNNING_MATCH_AGE: Final = timedelta(hours=9)
"""How long ago the running match started."""
RUNNING_MATCH_ANSWERS: Final = 6
"""Number of players' answers in the running match, so that anyone who logs in has missed something."""


def create_hosts(known: dict[str, str]) -> dict[str, str]:
    """Create the missing players, and return names and passwords. The first player is also the administrator."""
    players = get_user_model().objects
    passwords = {}
    for name in HOST_NAMES:
        player = players.filter(username=name).first()
        passwords[name] = known.get(name) or secrets.token_hex(5)
        if player is None or name not in known:
            host = name == HOST_NAMES[0]
            player = player or players.create(
                username=name, time_zone=time_zones.get_machine_zone(), is_staff=host, is_superuser=host
            )
            player.set_password(passwords[name])
            player.save()
    return passwords


def create_host_matches(known: dict[str, str], *, now: datetime) -> dict[str, str]:
    """Create their two matches if they're missing, and return the codes."""
    begun = {}
    seats = list(
        get_user_model().objects.filter(username__in=HOST_NAMES).order_by("username").values_list("pk", flat=True)
    )
    for name, since in (("finished", now - FINISHED_MATCH_AGE), ("running", now - RUNNING_MATCH_AGE)):
        try:
            match_view.load_match(known[name])
            begun[name] = known[name]
        except (KeyError, ObjectDoesNotExist):
            with transaction.atomic():  # An interrupted start leaves no half-played match.
                begun[name] = start_demo_match(GAME, seats, bots=2, now=since, options={"short_fuse": True})
                luck = Random(7)  # noqa: S311 -- no shuffle
                if name == "finished":
                    play_out(begun[name], since=since, until=now, luck=luck)
                else:
                    answers = RUNNING_MATCH_ANSWERS
                    play_out(begun[name], since=since, until=now, luck=luck, moves=answers, asked=seats[0])
    return begun
