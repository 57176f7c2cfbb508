"""A site with something of everything, so that every page has content, and the addresses of all pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import groupby, product
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.db.models import BooleanField, Field, Model, SlugField
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.clubs.models import Club
from apps.clubs.services import clubs
from apps.clubs.services import invitations as club_invitations
from apps.clubs.services import messages as club_messages
from apps.clubs.services import requests as club_requests
from apps.games import load_games
from apps.lobby.models import Chair, Invitation, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import invitations, suppressed_addresses
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.services import organiser, play
from apps.notices.channels import webhook
from apps.notices.models import Kind, Webhook
from apps.notices.net import safe_http
from apps.notices.selectors.addresses import build_unsubscribe_url
from apps.puzzles.models import Puzzle
from apps.talk.models import ChatBan, Message, Mute, Post, Report
from apps.talk.services import messages, post_reports
from apps.tournaments.admin.actions import DEEDS
from apps.tournaments.models import Arena, ArenaPlayer, Ladder, League, Organiser, PodMatch, Series, Tournament
from apps.tournaments.services import entries, leagues, matches, scheduler, teams
from apps.tournaments.services import series as repetition
from apps.tournaments.services import talk as tournament_talk
from tests.conftest import person
from tests.factories.clubs import club
from tests.factories.clubs import organiser as organiser_of_club
from tests.factories.ladders import challenge, ladder, on
from tests.factories.leagues import ROUND, SEASON, league, played_by_bots
from tests.factories.lobby import lobby_table
from tests.factories.puzzles import puzzle
from tests.factories.teams import EVE, team_cup
from tests.factories.tournaments import KNOCKOUT, NOON, SWISS, begun, bots, played, tournament

NAME = "ada ada"
"""The name of tournaments and groups here: words in no language."""
TEAM = "ada ben"


def furnish(ada: Player, ben: Player, cleo: Player, dora: Player) -> None:
    """Create matches, tables, tournaments, clubs, chat, and what organisers see of them.

    Ada has only an address. Ben has keys of every kind and all rights. Cleo is banned from chat and can view everything
    in the admin. Dora is a guest.
    """
    now = timezone.now()
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    Player.objects.filter(pk=ben.pk).update(is_staff=True, is_superuser=True)
    Player.objects.filter(pk=dora.pk).update(guest=True, password="!")
    totp.TOTP.activate(ben, totp.generate_totp_secret())
    RecoveryCodes.activate(ben)
    _matches(ada, ben, now)
    _company(ada, ben, cleo, now)
    _tables(ada, ben, now)
    _tournaments(ada)
    _clubs(ada, ben, cleo, now)
    group = Group.objects.create(name=NAME)
    group.user_set.add(cleo)
    group.permissions.add(*Permission.objects.filter(codename__startswith="view_"))
    Player.objects.filter(pk=cleo.pk).update(is_staff=True)
    LogEntry.objects.all().delete()  # It keeps the actor's language.


def _matches(ada: Player, ben: Player, now: datetime) -> None:
    seats = [play.Sitter(player=ada.pk), play.Sitter(player=ben.pk), play.Sitter(bot=True)]
    for slug in (*load_games(), "fuse", "fuse", "fuse"):
        game = load_games()[slug]
        play.start_match(game=slug, setup=game.setup(3), pace=game.meta.paces["weekly"], seats=seats, now=now)
    *_running, paused, ended, broken = Match.objects.order_by("pk")
    organiser.pause_match(code=paused.code, now=now)
    organiser.end_match(code=ended.code, now=now)
    Match.objects.filter(pk=broken.pk).update(trouble="Traceback", wake_at=None)
    short = load_games()["fuse"].setup(3, {"short_fuse": True, "specials": True})
    pace, bots = load_games()["fuse"].meta.paces["daily"], [play.Sitter(bot=True)] * 3
    over = play.start_match(game="fuse", setup=short, pace=pace, seats=bots, now=now)
    for second in range(1, 300):
        play.settle_match(code=over, now=now + timedelta(seconds=2 * second))
        if match_view.load_match_view(code=over, player=None).outcome:
            puzzle(Match.objects.get(code=over), on=now.date())
            return
    raise AssertionError("the bots do not come to an end")


def _company(ada: Player, ben: Player, cleo: Player, now: datetime) -> None:
    match = Match.objects.filter(status=Match.Status.PLAYING, trouble="").first()
    assert match is not None
    messages.send_message(code=match.code, player=ben.pk, text="ben ben ben", now=now)
    messages.send_message(code=match.code, player=ada.pk, phrase="hello", now=now)
    said = Message.objects.earliest("pk")
    report = Report.objects.create(message=said, reporter=cleo, reason=Report.Reason.SPAM, at=now)
    ChatBan.objects.create(player=cleo, since=now, until=now + timedelta(days=1), by=ada, report=report)
    Mute.objects.create(owner=ada, other=cleo, since=now)
    relations.add_friend(owner=ada, other=ben, now=now)
    usual = {"player": ada, "url": "https://ada.example/", "secret": "ada", "kinds": Kind.values, "created_at": now}
    for trouble in ("HTTP 500", webhook.OUR_FAULT, safe_http.HOST_NOT_PUBLIC, safe_http.NO_ANSWER_IN_TIME):
        Webhook.objects.create(**usual, trouble=trouble)


def _tables(ada: Player, ben: Player, now: datetime) -> None:
    rated = Wishes(rated=True, language="fr", least_share=0.9, friends_only=True)
    kept = Chair.objects.filter(table=lobby_table(ada, wishes=rated, options={"deals": 2}), player=None)
    kept.update(kept_for=ben, kept_until=now + timedelta(days=1))
    invitations.ask_by_name(code=lobby_table(ben).code, by=ben, name="ada", now=now)


def _teams(ada: Player) -> Tournament:
    """Return an open tournament of teams, one of them incomplete, after creating another one that is running."""
    for cup in (team_cup(name=NAME, vacations=True), team_cup(name=NAME, fixed=True, round_hours=999_999)):
        entry = entries.register_player(code=cup.code, player=ada, team=TEAM, now=EVE)
        running = cup.round_hours is not None
        for number in range(3 if running else 1):
            one = person(f"ada{cup.pk}{number}")
            teams.join_team(code=cup.code, number=entry.number, key=entry.key, player=one, now=EVE)
        if running:
            bots(cup, 2)
            scheduler.advance_tournament(code=cup.code, now=NOON)
            matches.deal_owed(now=NOON, tournament=cup)
    return cup


def _tournaments(ada: Player) -> None:
    over, _people = begun(KNOCKOUT, name=NAME)
    played(over, step=timedelta(hours=12))  # First, because its random number of weeks passes for all.
    _leagues(ada)
    _ladders(ada)
    series = Series.objects.create(name=NAME, every=Series.Every.MONTH)
    tournament(SWISS, by=ada, name=NAME, series=series)
    running = _teams(ada)
    Organiser.objects.create(tournament=running, player=ada)
    tournament_talk.add_post(code=running.code, user=ada, text=NAME, now=timezone.now())
    repetition.look_ahead(now=NOON + timedelta(days=30))
    draft = tournament(KNOCKOUT, name=NAME, by=ada, starts_at=NOON + timedelta(days=30))
    Tournament.objects.filter(pk=draft.pk).update(status=Tournament.Status.DRAFT)


def _leagues(ada: Player) -> None:
    """Create leagues and arenas.

    One league is in its second season, with a member who is waiting and one who has just left; another one has ended.
    """
    running = league(ROUND, name=NAME, about=NAME)
    people = [Player.objects.create_user(f"ada{number}") for number in range(12)]
    for one in people:
        leagues.join_league(pk=running.pk, player=one, now=NOON)
    played_by_bots(running, now=NOON)
    scheduler.advance_tournaments(now=NOON + SEASON)
    leagues.leave_league(pk=running.pk, player=people[0], now=NOON + SEASON)
    leagues.join_league(pk=running.pk, player=ada, now=NOON + SEASON + timedelta(days=1))
    league(name=NAME, starts_at=NOON + timedelta(days=30), active=False)
    arena = {"name": NAME, "about": NAME, "game": "fuse", "begins_at": NOON, "created_at": NOON}
    over = Arena.objects.create(**arena, ends_at=NOON + timedelta(days=7))
    ArenaPlayer.objects.create(arena=over, player=ada, at=NOON)
    Arena.objects.create(**arena, ends_at=timezone.now() + timedelta(days=7))


def _ladders(ada: Player) -> None:
    """Create ladders: one on which Ada can challenge, with a running and a finished table, and one that has ended."""
    it = ladder(name=NAME, about=NAME, at_once=3)
    people = [Player.objects.create_user(f"{name}99") for name in ("ada", "ben")]
    on(it, *people, ada)
    organiser.end_match(code=challenge(it, people[1], people[0]), now=NOON)
    scheduler.advance_tournaments(now=NOON)
    challenge(it, ada, *people)
    ladder(name=NAME, active=False)


def _clubs(ada: Player, ben: Player, cleo: Player, now: datetime) -> None:
    mine = club(ada, ben, name=NAME, about="ada *ada* ada", open=False, now=now)
    organiser_of_club(mine, ben)
    said = club_messages.add_post(code=mine.code, player=ben, text="ben ben ben", now=now)
    post_reports.report_post(post=said, reporter=ada.pk, reason=Report.Reason.SPAM, about="", now=now)
    club_requests.ask_to_join(code=mine.code, player=cleo, now=now)
    lobby_table(ben, circle=mine.code, now=now)
    entered = Tournament.objects.filter(status=Tournament.Status.OPEN).earliest("pk")
    Tournament.objects.filter(pk=entered.pk).update(circle=mine.code)
    league(name=NAME, about=NAME, circle=mine.code, starts_at=now + timedelta(days=3))
    on(ladder(name=NAME, about=NAME, circle=mine.code), ada, ben)
    to_come = {"begins_at": now + timedelta(days=3), "ends_at": now + timedelta(days=10), "created_at": now}
    Arena.objects.create(name=NAME, about=NAME, game="fuse", circle=mine.code, **to_come)
    of_ben = club(ben, name="ben ben", now=now)
    club_invitations.invite_to_club(code=of_ben.code, by=ben, name="ada", now=now)
    closed = club(ben, ada, name="ben ben ben", now=now)
    clubs.close_club(code=closed.code, by=ben, now=now)


def data() -> set[str]:
    """Return the texts that pages show unchanged from rows."""
    rows = (
        (Match, "code"),
        (Match, "commitment"),
        (Table, "code"),
        (Tournament, "code"),
        (Club, "code"),
        (Tournament, "commitment"),
        (Puzzle, "code"),
    )
    return {"Traceback", "UTC"}.union(*(model._default_manager.values_list(name, flat=True) for model, name in rows))


# -- The addresses of all pages --------------------------------------------------------------


APART: Final = {
    "live/", "live/<slug:code>/", "admin/r/<path:content_type_id>/<path:object_id>/", "admin/autocomplete/",
}  # fmt: skip
"""The streams of news, and routes of Django's admin that lead nowhere by themselves."""


def addresses(*, office: bool) -> list[str]:
    """Return every address of this site, or of its admin, with all values that fit its route's parameters."""
    return [path for _route, path in _ways(office)]


def refused(status: Callable[[str, str], int], people: list[str]) -> set[str]:
    """Return the routes by which none of these people reaches anything, judged by the status."""
    closed = set()
    for route, ways in groupby([*_ways(office=False), *_ways(office=True)], key=lambda way: way[0]):
        answers = (status(name, path) for _route, path in ways for name in people)
        if all(answer in (403, 404) for answer in answers):
            closed.add(route)
    return closed


def _ways(office: bool) -> Iterator[tuple[str, str]]:
    """Yield each route with every address it has on this site."""
    for route, names in routes():
        if route.startswith("admin/") == office and "(?P" not in route and route not in APART:
            yield from ((route, path) for path in _addresses(route, names))


def routes(resolver: Any = None, before: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every route of the site, with the names of its parameters."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route, tuple(pattern.pattern.regex.groupindex)


def _addresses(route: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the route with all values that fit its parameters."""
    for values in product(*(fitting(route, name) for name in names)):
        path = route
        for value in values:
            path = re.sub(r"<[^>]+>", str(value), path, count=1)
        yield f"/{path}"


def fitting(route: str, name: str) -> list[Any]:
    """Return the values on this site for a parameter of a route."""
    first = route.removeprefix("embed/").removeprefix("api/v1/").partition("/")[0]
    if first == "admin" and name in ("object_id", "pk", "id"):
        return _keys(route)
    if name == "slug":
        return list(load_games())
    if route.startswith("invitations/no-more/"):
        return [suppressed_addresses.build_refusal_link("eva@example.org").split("/")[-2]]
    kinds = {"m": Match, "matches": Match, "puzzles": Puzzle, "tables": Table, "tournaments": Tournament, "clubs": Club}
    coded: type[Model] | None = kinds.get(first)
    if name == "code" and coded is not None:
        return [row.code for row in _kinds(coded)]
    given: dict[tuple[str, str], list[Any]] = {
        ("admin", "name"): list(DEEDS),
        ("clubs", "pk"): [*_counted(route).objects.values_list("pk", flat=True)],
        ("clubs", "table"): list(Table.objects.exclude(circle="").values_list("code", flat=True)),
        ("clubs", "tournament"): list(Tournament.objects.exclude(circle="").values_list("code", flat=True)),
        ("invitations", "token"): list(Invitation.objects.values_list("token", flat=True)),
        ("m", "pk"): list(Message.objects.values_list("pk", flat=True)),
        ("notices", "token"): [build_unsubscribe_url(Player.objects.earliest("pk").pk).split("/")[-2]],
        ("matches", "one"): ["ada"],
        ("matches", "other"): ["ben"],
        ("p", "name"): ["ada", "ben"],
        ("players", "name"): ["ada"],
        ("leaderboards", "game"): ["fuse"],
        ("tournaments", "match"): list(
            PodMatch.objects.filter(match__over_at__isnull=False).values_list("match__code", flat=True)[:3]
        ),
        ("tournaments", "pk"): [*_counted(route).objects.values_list("pk", flat=True)],
        ("series", "id"): list(Series.objects.values_list("pk", flat=True)),
    }
    return given.get((first, name), [1])


def _counted(route: str) -> Any:
    """Return the model that a number in an address of clubs or tournaments is the key of."""
    models = {"leagues": League, "ladders": Ladder, "arenas": Arena, "series": Series}
    return next((models[part] for part in route.split("/") if part in models), Post)


def _keys(route: str) -> list[Any]:
    """Return the keys of the rows that a route of the admin has pages for."""
    _admin, app, model, *_rest = route.split("/")
    return [row.pk for row in _kinds(apps.get_model(app, model))]


def _kinds(model: type[Model]) -> list[Any]:
    """Return the last row of each combination of state and missing values, as their pages look alike."""
    rows = model._default_manager.order_by("pk")
    return list({tuple(_state(row, field) for field in model._meta.concrete_fields): row for row in rows}.values())


def _state(row: Model, field: Field[Any, Any]) -> Any:
    value = field.value_from_object(row)
    return value if field.choices or isinstance(field, BooleanField | SlugField) else bool(value)
