"""The club around the demo's players.

It has members with ratings, finished and running matches of all games, chat, tournaments, ladders and leagues, a club
page, and open tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction

from apps.accounts import time_zones
from apps.clubs.models import Role
from apps.clubs.services import clubs
from apps.clubs.services.members import assign_role, join_club
from apps.clubs.services.messages import add_post
from apps.config.demo import cups, desk, lasting, puzzles, tables
from apps.config.demo.hosts import HOST_NAMES
from apps.config.demo.playing import look_at_the_end, play_out, start_demo_match
from apps.games import load_games
from apps.matches.selectors.digests import find_undigested_matches
from apps.matches.services.digests import digest_match
from apps.notices.models import Notice
from apps.ratings.services import ledger, statistics
from apps.talk.services import messages

MEMBER_NAMES: Final = [
    "Mira",
    "Tomek",
    "Jonas",
    "Aylin",
    "Léa",
    "Hugo",
    "Greta",
    "Nils",
    "Chloé",
    "Ravi",
    "Inès",
    "Okan",
]
FINISHED_MATCHES_BY_GAME: Final = {"fuse": 8, "bombe": 7, "frogs": 6, "kobolds": 2}
"""Numbers of finished matches the club has of each game, besides those with puzzles."""
WEEKS_OF_PLAY: Final = 6
CLUB_NAME: Final = "The Slow Burners"
CLUB_DESCRIPTION: Final = (
    "We play *in our own time*: a turn with the coffee, another one before bed. Blow up and you bring cake."
)
WELCOME_MESSAGE: Final = "Welcome, all of you. Who opens the first table?"
CHAT_MESSAGES: Final = (
    ("luck", ""),
    ("", "Who taught you to bid like that?"),
    ("boom", ""),
    ("", "I had that card in my hand the whole time."),
    ("close", ""),
    ("", "Same people next week?"),
    ("again", ""),
)
"""Chat messages after matches, as keys of phrases or as text."""
CLUB_AGE: Final = timedelta(days=60)
"""How long the players have been there, longer than since their first match."""
UNREAD_AGE: Final = timedelta(days=2)
"""Age from which their notifications are read."""


def create_missing_parts(known: Mapping[str, object], *, now: datetime) -> Iterator[dict[str, object]]:
    """Create the missing parts, and yield each one once it's stored.

    The parts overlap in time, so results are recorded once all of them exist, by the end of their matches.
    """
    luck = Random(4)  # noqa: S311 -- who sits where, never how cards are shuffled
    parts = (
        ("finished", _play_finished_matches),
        ("running", _start_running_matches),
        ("cups", _create_club_cups),
        ("clubs", _create_club),
        ("lasting", _create_club_events),
        ("tables", _open_club_tables),
        ("desk", _create_organisers_work),
        ("puzzles", _create_puzzles),
    )
    missing = [(part, make) for part, make in parts if part not in known]
    for part, make in missing:
        with transaction.atomic():  # An interrupted start leaves nothing half done.
            made = make(_create_members(luck), luck, now)
        yield {part: made}
    if missing:
        players = get_user_model().objects.filter(username__in=[*HOST_NAMES, *MEMBER_NAMES])
        players.filter(date_joined__gt=now - CLUB_AGE).update(date_joined=now - CLUB_AGE)
        for code in find_undigested_matches().values_list("code", flat=True):
            digest_match(code)  # The server normally does this after a match ends, or at night.
        ledger.record_results(now=now)
        old = Notice.objects.filter(player__in=players, read_at=None, created_at__lt=now - UNREAD_AGE)
        old.update(read_at=now)  # They have seen the bell in weeks of play.
        statistics.count_all(now=now)


def _create_members(luck: Random) -> list[int]:
    """Create the missing members, who can't log in, and return all of the club's players, shuffled."""
    players, zone = get_user_model().objects, time_zones.get_machine_zone()
    for name in MEMBER_NAMES:
        if not players.filter(username=name).exists():
            member = players.create(username=name, time_zone=zone)
            member.set_unusable_password()
            member.save()
    everybody = list(
        players.filter(username__in=[*HOST_NAMES, *MEMBER_NAMES]).order_by("pk").values_list("pk", flat=True)
    )
    luck.shuffle(everybody)
    return everybody


def _compute_slip_rates() -> dict[int, float]:
    """Return how often each player makes a random move, so that some are always stronger than others."""
    players = get_user_model().objects.filter(username__in=[*HOST_NAMES, *MEMBER_NAMES]).order_by("pk")
    return {pk: 0.03 * number for number, pk in enumerate(players.values_list("pk", flat=True))}


def _play_finished_matches(members: list[int], luck: Random, now: datetime) -> list[str]:
    slips, made = _compute_slip_rates(), []
    games = [game for game, count in FINISHED_MATCHES_BY_GAME.items() for _ in range(count) if game in load_games()]
    luck.shuffle(games)
    for number, game in enumerate(games):
        since = now - timedelta(weeks=WEEKS_OF_PLAY) * (1 - number / (len(games) + 4))
        sitting = luck.sample(members, luck.choice(_list_table_sizes(game)))
        code = start_demo_match(game, sitting, now=since, rated=True, options=_choose_options(game, luck))
        over_at = play_out(code, since=since, until=now - timedelta(hours=2), luck=luck, slips=slips)
        look_at_the_end(code)
        if number % 3 == 0:
            phrase, text = CHAT_MESSAGES[number // 3 % len(CHAT_MESSAGES)]
            messages.send_message(
                code=code, player=sitting[0], phrase=phrase, text=text, now=over_at + timedelta(minutes=9)
            )
        made.append(code)
    return made


def _start_running_matches(members: list[int], luck: Random, now: datetime) -> list[str]:
    """Start a match of each other game in which both hosts and two club members are mid-game.

    Two of the three wait for the first host, the other one for the second.
    """
    hosts = list(
        get_user_model().objects.filter(username__in=HOST_NAMES).order_by("username").values_list("pk", flat=True)
    )
    others = [member for member in members if member not in hosts]
    made = []
    for game, moves, asked in (("bombe", 17, 0), ("frogs", 9, 1), ("kobolds", 21, 0)):
        if game in load_games():
            since = now - timedelta(hours=10)
            left, right = luck.sample(others, 2)
            sitting = [hosts[0], left, hosts[1], right]
            code = start_demo_match(game, sitting, now=since)
            until, slips = now - timedelta(hours=1), _compute_slip_rates()
            play_out(code, since=since, until=until, luck=luck, slips=slips, moves=moves, asked=hosts[asked])
            made.append(code)
    return made


def _create_club_cups(_members: list[int], luck: Random, now: datetime) -> list[str]:
    return cups.create_cups(_compute_slip_rates(), luck, now=now)


def _create_club_events(members: list[int], luck: Random, now: datetime) -> list[str]:
    return lasting.create_lasting_events(members, _compute_slip_rates(), luck, now=now)


def _create_organisers_work(_members: list[int], luck: Random, now: datetime) -> list[str]:
    """Create what waits for the organiser. The hosts don't play there, so none of it changes what waits for them."""
    others = get_user_model().objects.filter(username__in=MEMBER_NAMES).values_list("pk", flat=True)
    return desk.create_organisers_work(list(others), _compute_slip_rates(), luck, now=now)


def _create_club(members: list[int], _luck: Random, now: datetime) -> list[str]:
    """Create the club with its page. One host owns it, the other is an organiser, and everyone is a member."""
    players = get_user_model().objects.in_bulk(members)
    owner, organiser = sorted((each for each in players.values() if each.username in HOST_NAMES), key=str)
    club = clubs.create_club(
        player=owner, name=CLUB_NAME, about=CLUB_DESCRIPTION, open_=True, now=now - timedelta(weeks=WEEKS_OF_PLAY)
    )
    for number, member in enumerate(members, start=1):
        if member != owner.pk:
            joined = now - timedelta(weeks=WEEKS_OF_PLAY) + timedelta(days=number)
            join_club(code=club.code, player=players[member], now=joined)
    assign_role(code=club.code, by=owner, name=organiser.username, role=Role.ORGANISER)
    add_post(code=club.code, player=organiser, text=WELCOME_MESSAGE, now=now - timedelta(days=2))
    return [club.code]


def _open_club_tables(_members: list[int], _luck: Random, now: datetime) -> list[str]:
    return tables.open_club_tables(now=now)


def _create_puzzles(members: list[int], luck: Random, now: datetime) -> list[str]:
    """Create puzzles that the hosts haven't answered."""
    others = get_user_model().objects.filter(username__in=MEMBER_NAMES).order_by("pk").values_list("pk", flat=True)
    return puzzles.create_puzzles(members, list(others), luck, now=now)


def _list_table_sizes(game: str) -> list[int]:
    """Return the possible table sizes, of which four players is the most likely."""
    return [seats for seats in (3, 4, 4, 5) if seats in load_games()[game].meta.seats]


def _choose_options(game: str, luck: Random) -> dict[str, object]:
    """Return the options of a short match for most tables, as clubs play on weekdays."""
    return dict(load_games()[game].meta.quick_options) if luck.random() < 0.7 else {}
