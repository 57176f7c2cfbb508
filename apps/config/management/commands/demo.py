"""`manage.py demo`: two people, a match in play and a finished one to look at."""

from __future__ import annotations

import json
import os
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from apps.accounts import time_zones
from apps.games import catalogue
from apps.kernel.chance import SEED_BYTES, mood
from apps.matches.engine.deadlines import presets
from apps.matches.selectors import match_view
from apps.matches.services import play
from apps.matches.services.play import Sitter
from apps.matches.store import snapshots

PEOPLE: Final = ("ada", "ben")
GAME: Final = "fuse"
PACE: Final = "daily"
AGO: Final = timedelta(days=2)
"""When the finished match began."""


class Command(BaseCommand):
    help = "Prepares the demo once and prints its people with their passwords."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.STRICT:
            raise CommandError("The demo's people have printed passwords; they have no place in a hosted house.")
        for name, password in prepare().items():
            self.stdout.write(f"{name}  {password}")


def prepare() -> dict[str, str]:
    """The demo's people with their passwords; made, with their matches, where they are not there yet."""
    path = settings.VAR / "demo.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    kept["people"] = _people(kept.get("people", {}))
    _keep(path, kept)
    kept["matches"] = _matches(kept.get("matches", {}))
    _keep(path, kept)
    people: dict[str, str] = kept["people"]
    return people


def _people(known: dict[str, str]) -> dict[str, str]:
    """Names and passwords. The first of them is also the host."""
    players = get_user_model().objects
    passwords = {}
    for name in PEOPLE:
        player = players.filter(username=name).first()
        passwords[name] = known.get(name) or secrets.token_hex(5)
        if player is None or name not in known:
            host = name == PEOPLE[0]
            player = player or players.create(
                username=name, time_zone=time_zones.of_machine(), is_staff=host, is_superuser=host
            )
            player.set_password(passwords[name])
            player.save()
    return passwords


def _matches(known: dict[str, str]) -> dict[str, str]:
    """Codes of the demo's matches."""
    now = timezone.now()
    begun = {}
    for name, since in (("finished", now - AGO), ("running", now)):
        try:
            match_view.load(known[name])
            begun[name] = known[name]
        except (KeyError, ObjectDoesNotExist):
            with transaction.atomic():  # An interrupted start leaves no half-played match behind.
                begun[name] = _begin(since)
                if name == "finished":
                    _play_out(begun[name], since)
    return begun


def _begin(now: datetime) -> str:
    rules = catalogue()[GAME]
    people = get_user_model().objects.filter(username__in=PEOPLE).order_by("username")
    seats = [Sitter(player=person.pk) for person in people] + [Sitter(bot=True)] * 2
    setup = rules.setup(len(seats), {"short_fuse": True})
    return play.begin(game=GAME, setup=setup, pace=presets(rules.meta)[PACE], seats=seats, now=now)


def _play_out(code: str, now: datetime) -> None:
    """To the end, every few minutes a turn; people do what the house's player would do in their place."""
    loaded = match_view.load(code)
    match = loaded.match
    game, setup = match_view.rules(match)
    people = [(each.seat, each.chair.player_id) for each in loaded.seats if not each.chair.bot]
    while True:
        now += timedelta(minutes=4)
        play.settle(code=code, now=now)
        for seat, player in people:
            seen = match_view.look(code=code, player=player)
            if seen.status == "over":
                return
            for question in seen.questions:
                known = snapshots.recollect({match.pk: (game, setup, (seat,))})[match.pk]
                if isinstance(known, Exception):
                    raise known
                action = game.bot(known.projections[seat].state, seat, mood(secrets.token_bytes(SEED_BYTES), 0))
                play.answer(code=code, seat=seat, key=question.key, action=action, now=now)
                now += timedelta(minutes=7)


def _keep(path: Path, what: dict[str, Any]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(what, file)
