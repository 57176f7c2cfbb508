"""Secrets of a match, and everyone from whom they're kept, with all that they could fetch.

A game's `secret_acts.py` lists its secrets: `ACTS` that a seat can do while a table waits, and `WORLDS` that only some
seats can tell apart. Each is a function that gets `deal`, which starts a match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.core.cache import caches
from django.test import Client

from apps.accounts.services.access_tokens import create_access_token
from apps.common import clocks
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat
from apps.matches.models import Match
from apps.notices.models import Notice, Wishes
from apps.notices.services import sweep
from tests.factories.matches import MatchDriver
from tests.factories.people import browser
from tests.matches.pages import HTMX, addresses, desk, different, drawn, tokenless, world

Deal = Callable[..., MatchDriver]
Depth = int
SIGHT: Final = 0
"""What they know, without pages."""
PAGES: Final = 1
"""Pages that show something of the match to one player, a spectator and an organiser, too."""
EVERYTHING: Final = 2
"""Everything that anyone can fetch."""


@dataclass(frozen=True)
class Acts:
    """What one seat can do in secret while others are asked, too."""

    table: MatchDriver
    seat: int
    answers: Sequence[Any]
    """The fields of forms, or actions, given one after another."""
    orders: Sequence[dict[str, Any]] = ()
    """The fields of standing orders that don't answer the open question."""
    in_advance: Sequence[tuple[Any, Any]] = ()
    """Answers, and standing orders that say the same."""
    quiet: Callable[[MatchDriver, int], Any] = MatchDriver.as_bot
    """What the others answer."""


@dataclass(frozen=True)
class Worlds:
    """Ways to play on from a table that only some seats can tell apart. A way yields whenever the others look."""

    table: MatchDriver
    knows: Collection[int]
    ways: Sequence[Callable[[MatchDriver], Iterator[Depth]]]
    reveals: bool = False
    """Whether its record shows the secret once the match is over."""


@dataclass(frozen=True)
class Look:
    """What onlookers know, and the pages that they could fetch."""

    sight: dict[Observer, Any]
    pages: dict[Any, Any] = field(default_factory=dict)


class Onlookers:
    """Everyone but these seats: the other players, a spectator and an organiser."""

    def __init__(self, table: MatchDriver, staff: Any, *seats: int) -> None:
        self.table = table
        people = enumerate(table.people)
        self._clients: dict[int | None, Client] = {seat: browser(who) for seat, who in people if seat not in seats}
        self._players = [who.pk for seat, who in enumerate(table.people) if seat not in seats]
        self._clients[None] = browser()
        self._staff = browser(staff)
        self._programs = {seat: _open_program(who) for seat, who in enumerate(table.people) if seat not in seats}

    def look(self, depth: Depth = EVERYTHING, *, reveals: bool = False) -> Look:
        """Return what they see now, after which the match is as it was before.

        :param reveals: whether to leave out what shows the secret once the match is over
        """
        observers: list[Observer] = [PUBLIC if seat is None else Seat(seat) for seat in self._clients]
        sight = {observer: self.table.look(observer=observer) for observer in observers}
        if not depth:
            return Look(sight)
        over = self.table.match.status == Match.Status.OVER
        told = _list_telling_addresses(self.table) if over and reveals else frozenset()
        with world():
            return Look({} if over and reveals else sight, self._fetch(told, often=depth < EVERYTHING))

    def _fetch(self, told: frozenset[str], *, often: bool) -> dict[Any, Any]:
        pages: dict[Any, Any] = {}
        first = next(iter(self._clients))
        seats = [seat for seat in self._clients if not often or seat in (first, None)]
        lists: dict[int | str | None, list[str]] = {seat: addresses(self.table, seat, often=often) for seat in seats}
        lists["organiser"] = desk(self.table, often=often)
        if not often:
            for each in caches.all(initialized_only=True):
                each.clear()
            pages |= {("notices", key): (0, {}, said) for key, said in self._post_notices().items()}
            for seat in seats:
                lists[seat] += _list_private_addresses(self.table, seat)
            for seat, program in self._programs.items():
                found = drawn([(program, _list_program_addresses(self.table))])
                pages |= {("program", seat, url): page for (_, url), page in found.items()}
        for viewer, urls in lists.items():
            client = self._staff if isinstance(viewer, str) else self._clients[viewer]
            found = drawn([(client, [url for url in urls if url not in told])])
            pages |= {(viewer, url): page for (_, url), page in found.items()}
            pages |= {} if often else {(viewer, what): page for what, page in self._post_nonsense(client).items()}
        return pages

    def _post_nonsense(self, client: Client) -> dict[str, Any]:
        """Return the fragments of the page and of a refusal."""
        address = f"/m/{self.table.code}/"
        refused = client.post(f"{address}answer/", {"question": "none", "type": "juggle"}, headers=HTMX)
        found = {"fragment": client.get(address, headers=HTMX), "refusal": refused}
        return {what: (seen.status_code, {}, tokenless(seen.content.decode())) for what, seen in found.items()}

    def _post_notices(self) -> dict[Any, str]:
        """Post their turns and last calls, and return what they say."""
        sweep.post_new_notices(now=self.table.now + timedelta(minutes=50), all_of_it=True)
        found = Notice.objects.filter(player__in=self._players).order_by("player", "kind", "key")
        return {(each.player_id, each.kind, each.key): f"{each.words} {each.due_at}" for each in found}


def _list_private_addresses(table: MatchDriver, seat: int | None) -> list[str]:
    """Return the addresses that show matches in other ways than pages: feeds, pictures and the API."""
    if seat is None:
        code = table.code
        return [
            f"/m/{code}/picture.png", f"/m/{code}/rules/", f"/embed/m/{code}/",
            f"/api/v1/matches/{code}/", f"/api/v1/matches/{code}/record/", "/api/v1/matches/", "/tables/", "/",
        ]  # fmt: skip
    token = Wishes.objects.get_or_create(player=table.people[seat], defaults={"feed": f"feed{seat}"})[0].feed
    return [f"/feed/{token}.atom", f"/feed/{token}.ics", "/notices/", "/mine/waiting/"]


def _open_program(player: Any) -> Client:
    """Return a client that uses the API with an access token of the player."""
    _row, text = create_access_token(player=player, name="law", scopes=("read",), now=clocks.now())
    return Client(headers={"Authorization": f"Bearer {text}"})


def _list_program_addresses(table: MatchDriver) -> list[str]:
    """Return what a program can fetch of a match with its player's token."""
    match = f"/api/v1/matches/{table.code}/"
    return [f"{match}seat/", f"{match}chat/", f"{match}events/", "/api/v1/me/questions/", "/api/v1/me/matches/"]


def _list_telling_addresses(table: MatchDriver) -> frozenset[str]:
    """Return the addresses that show everything once the match is over."""
    records = ("record/", "record.jsonl", "record/?as=referee", "record.jsonl?as=referee")
    return frozenset(
        (
            *(f"/m/{table.code}/{path}" for path in records),
            f"/api/v1/matches/{table.code}/record/",
            f"/admin/matches/match/{table.match.pk}/change/",
        )
    )


def assert_alike(look: Look, other: Look) -> None:
    """Check that two looks are the same, as deep as both of them are."""
    if look.pages and other.pages:
        both = look.pages.keys() & other.pages.keys()
        assert both
        apart = different({at: look.pages[at] for at in both}, {at: other.pages[at] for at in both})
        assert not apart, apart
    for observer in look.sight.keys() & other.sight.keys():
        assert look.sight[observer] == other.sight[observer], (look.sight[observer], other.sight[observer])


def find_sealed_acts(deal: Deal, **options: Any) -> Acts | None:
    """Play with bots until several seats are asked at once, and return some of the first one's answers, if any are."""
    table = deal(**options)
    for _ in range(60):
        if table.match.status != Match.Status.PLAYING:
            return None
        asks = [ask for ask in table.asks() if ask.sealed and ask.seat != HOUSE]
        if len(asks) > 1:
            seat = asks[0].seat
            legal = tuple(table.game.legal(table.know(seat), seat))
            return Acts(table, seat, legal[:3], in_advance=[(legal[0], None)])
        table.step()
    return None
