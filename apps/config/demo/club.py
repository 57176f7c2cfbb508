"""The club around the demo's hosts: members with ratings, finished matches of all games, running ones, talk,
tournaments, what lasts, and the page of the club itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from apps.accounts import time_zones
from apps.clubs.models import Role
from apps.clubs.services import clubs
from apps.clubs.services import members as club_members
from apps.clubs.services import messages as club_messages
from apps.config.demo import cups, lasting
from apps.config.demo.hosts import PEOPLE as HOSTS
from apps.config.demo.playing import begin, look_at_the_end, play_out
from apps.games import catalogue
from apps.matches.selectors.digests import missing
from apps.matches.services.digests import digest_match
from apps.ratings.services import ledger, statistics
from apps.talk.services import messages

MEMBERS: Final = ["Mira", "Tomek", "Jonas", "Aylin", "Léa", "Hugo", "Greta", "Nils", "Chloé", "Ravi", "Inès", "Okan"]
FINISHED: Final = {"fuse": 10, "bombe": 9, "frogs": 8, "kobolds": 3}
"""Matches of each game that the club has behind it."""
WEEKS: Final = 6
CLUB: Final = "The Slow Burners"
ABOUT: Final = "We play *in our own time*: a turn with the coffee, another one before bed. Blow up and you bring cake."
WELCOME: Final = "Welcome, all of you. Who opens the first table?"
SAID: Final = (
    ("luck", ""),
    ("", "Who taught you to bid like that?"),
    ("boom", ""),
    ("", "I had that card in my hand the whole time."),
    ("close", ""),
    ("", "Same people next week?"),
    ("again", ""),
)
"""What is said after matches: phrases by key, or words."""


def furnish(known: Mapping[str, Any], *, now: datetime) -> Iterator[dict[str, Any]]:
    """Makes what is not known to be there, and says what it has made, part by part."""
    luck = Random(4)  # noqa: S311 -- who sits where, never how cards are shuffled
    for part, make in (
        ("finished", _finished),
        ("running", _running),
        ("cups", _cups),
        ("clubs", _clubs),
        ("lasting", _lasting),
    ):
        if part not in known:
            with transaction.atomic():  # An interrupted start leaves nothing behind that is half done.
                made = make(_members(luck), luck, now)
            yield {part: made}
            for code in missing().values_list("code", flat=True):
                digest_match(code)  # By itself the house does so after an end, or by night.
            ledger.sweep(now=now)
            statistics.count_all(now=now)


def _members(luck: Random) -> list[int]:
    """Nobody can log in as one of them; the hosts belong to the club, too."""
    players, zone = get_user_model().objects, time_zones.of_machine()
    for name in MEMBERS:
        if not players.filter(username=name).exists():
            member = players.create(username=name, time_zone=zone)
            member.set_unusable_password()
            member.save()
    everybody = list(players.filter(username__in=[*HOSTS, *MEMBERS]).order_by("pk").values_list("pk", flat=True))
    luck.shuffle(everybody)
    return everybody


def _slips() -> dict[int, float]:
    """How often each of them does just anything: so some are stronger than others, always the same."""
    players = get_user_model().objects.filter(username__in=[*HOSTS, *MEMBERS]).order_by("pk")
    return {pk: 0.03 * number for number, pk in enumerate(players.values_list("pk", flat=True))}


def _finished(members: list[int], luck: Random, now: datetime) -> list[str]:
    slips, made = _slips(), []
    games = [game for game, count in FINISHED.items() for _ in range(count) if game in catalogue()]
    luck.shuffle(games)
    for number, game in enumerate(games):
        since = now - timedelta(weeks=WEEKS) * (1 - number / (len(games) + 4))
        sitting = luck.sample(members, luck.choice(_tables(game)))
        code = begin(game, sitting, now=since, rated=True, options=_options(game, luck))
        over_at = play_out(code, since=since, until=now - timedelta(hours=2), luck=luck, slips=slips)
        look_at_the_end(code)
        if number % 3 == 0:
            phrase, text = SAID[number // 3 % len(SAID)]
            messages.say(code=code, player=sitting[0], phrase=phrase, text=text, now=over_at + timedelta(minutes=9))
        made.append(code)
    return made


def _running(members: list[int], luck: Random, now: datetime) -> list[str]:
    """A match of every other game that the hosts are in the middle of, with two of the club."""
    hosts = list(get_user_model().objects.filter(username__in=HOSTS).order_by("username").values_list("pk", flat=True))
    others = [member for member in members if member not in hosts]
    made = []
    for game, moves in (("bombe", 17), ("frogs", 9), ("kobolds", 21)):
        if game in catalogue():
            since = now - timedelta(hours=10)
            left, right = luck.sample(others, 2)
            sitting = [hosts[0], left, hosts[1], right]
            code = begin(game, sitting, now=since)
            play_out(code, since=since, until=now - timedelta(hours=1), luck=luck, slips=_slips(), moves=moves)
            made.append(code)
    return made


def _cups(_members: list[int], luck: Random, now: datetime) -> list[str]:
    return cups.hold(_slips(), luck, now=now)


def _lasting(members: list[int], luck: Random, now: datetime) -> list[str]:
    return lasting.hold(members, _slips(), luck, now=now)


def _clubs(members: list[int], _luck: Random, now: datetime) -> list[str]:
    """The club has a page of its own: a host owns it, the other one organises it, and everybody is in it."""
    players = get_user_model().objects.in_bulk(members)
    owner, organiser = sorted((each for each in players.values() if each.username in HOSTS), key=str)
    club = clubs.found(player=owner, name=CLUB, about=ABOUT, open_=True, now=now - timedelta(weeks=WEEKS))
    for number, member in enumerate(members, start=1):
        if member != owner.pk:
            joined = now - timedelta(weeks=WEEKS) + timedelta(days=number)
            club_members.join(code=club.code, player=players[member], now=joined)
    club_members.appoint(code=club.code, by=owner, name=organiser.username, role=Role.ORGANISER)
    club_messages.say(code=club.code, player=organiser, text=WELCOME, now=now - timedelta(days=2))
    return [club.code]


def _tables(game: str) -> list[int]:
    """How many may sit down together; people like tables of three and four."""
    return [seats for seats in (3, 4, 4, 5) if seats in catalogue()[game].meta.seats]


def _options(game: str, luck: Random) -> dict[str, Any]:
    """Short matches, as clubs play them on weekdays."""
    return dict(catalogue()[game].meta.quick_options) if luck.random() < 0.7 else {}
