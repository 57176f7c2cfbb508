"""Listeners for news of matches, and whether they still have access. That is checked for all recipients at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import Q

from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.models import Chair
from apps.matches.selectors import player_matches
from apps.matches.store import pubsub

MAX_OWN_MATCHES: Final = 100
"""The most running matches that one stream covers."""

Places: TypeAlias = Mapping[str, int]
"""Codes of matches, each with the bit of the listener there."""

Table: TypeAlias = dict[int | None, int]
"""The bits of a table by player, with everyone else under None. A sandbox has only its owner."""


class Login(NamedTuple):
    """The identification of a browser."""

    session: str
    signature: str
    """The signature of the player's session, which changes with the password."""


class Listener(NamedTuple):
    """A reader who waits for news, with their access when they started to."""

    player: int | None
    login: Login | None
    places: Places
    own: bool
    """Whether these are all of their running matches, and not one that they look at."""
    program: bool = False
    """Whether it's a program. It hears no more than that it should look again, and each look checks its access."""

    @property
    def code(self) -> str:
        """Return the code of the one match; empty for a listener to notices only."""
        return next((code for code in self.places if not pubsub.is_player(code)), "")

    @property
    def page(self) -> bool:
        """Check whether it's the page of one match."""
        return bool(self.code) and not self.own and not self.program

    @property
    def seated(self) -> bool:
        """Check whether they hear more than the public does."""
        return any(bit != visibility.GALLERY_BIT for bit in self.places.values())


def own_places(players: Collection[int]) -> dict[int, Places]:
    """Return every running match in which each of them sits, and what else concerns them (`pubsub.ring_players`)."""
    seats = player_matches.running_of(players) if players else {}
    return {
        key: {code: visibility.get_observer_bit(seat) for code, seat in seats.get(key, ())[:MAX_OWN_MATCHES]}
        | {pubsub.player_code(key): pubsub.OWN_PAGES_BIT | pubsub.NOTICES_BIT}
        for key in players
    }


def match_places(code: str, bit: int, player: int | None) -> Places:
    """Return this match and, for a player who sits there, their notices, because a page has only one stream."""
    own = notice_places(player) if player and bit != visibility.GALLERY_BIT else {}
    return {code: bit, **own}


def notice_places(player: int) -> Places:
    """Return the place of a player's notices."""
    return {pubsub.player_code(player): pubsub.NOTICES_BIT}


def still_have_access(listeners: Sequence[Listener], *, now: datetime) -> list[bool]:
    """Check for each listener that they still sit where they sat and nowhere else.

    Those in a seat must also be logged in. The number of statements is the same for any number of listeners.
    """
    readers = [each for each in listeners if not each.program]
    still = iter(_check_readers(readers, now) if readers else ())
    return [each.program or next(still) for each in listeners]


def _check_readers(listeners: Sequence[Listener], now: datetime) -> list[bool]:
    tables = _load_table_bits({each.code for each in listeners if not each.own})
    own = own_places({each.player for each in listeners if each.own and each.player is not None})
    logins = _find_valid_logins([each for each in listeners if each.seated], now)
    places = ((own.get(each.player or 0, {}) if each.own else _get_current_places(tables, each)) for each in listeners)
    known = (not each.seated or each.login in logins for each in listeners)
    return [here == each.places and so for each, here, so in zip(listeners, places, known, strict=True)]


def _get_current_places(tables: Mapping[str, Table], listener: Listener) -> Places:
    """Return the listener's access to their match now; empty if they have none. Notices alone always stay their own."""
    if not listener.code:
        return listener.places
    bits = tables.get(listener.code, {})
    bit = bits.get(listener.player, bits.get(None))
    return {} if bit is None else match_places(listener.code, bit, listener.player)


def _load_table_bits(codes: Collection[str]) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    chairs = Chair.objects.filter(match__code__in=set(codes) - {""}).annotate(sandbox=~Q(match__origin=""))
    for code, index, sitter, sandbox in chairs.values_list("match__code", "index", "player", "sandbox"):
        bits = tables.setdefault(code, {} if sandbox else {None: visibility.GALLERY_BIT})
        if sitter is not None:
            bits[sitter] = visibility.get_observer_bit(Seat(index))
    return tables


def _find_valid_logins(listeners: Collection[Listener], now: datetime) -> set[Login]:
    """Return those of their logins that are still valid."""
    if not listeners:
        return set()
    logins = {each.login: each.player for each in listeners if each.login is not None}
    sessions = Session.objects.filter(session_key__in={login.session for login in logins}, expire_date__gt=now)
    people = get_user_model().objects.filter(pk__in=set(logins.values()), is_active=True).only("password")
    known = set(sessions.values_list("session_key", flat=True))
    signatures: dict[int | None, str] = {person.pk: person.get_session_auth_hash() for person in people}
    return {
        login
        for login, player in logins.items()
        if login.session in known and signatures.get(player) == login.signature
    }
