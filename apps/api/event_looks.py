"""Looks of programs' streams at what is stored. Streams that look at the same time share their statements."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import connection

from apps.accounts.services import access_tokens
from apps.api.event_cursor import Told
from apps.lobby.selectors.invitations import WaitingInvitation, load_waiting_invitations
from apps.matches.selectors.heard_state import HeardState, load_heard_state
from apps.matches.selectors.player_state import PlayerState, load_player_states

logger = logging.getLogger(__name__)

GATHERING_SECONDS: Final = 0.02
"""Seconds from the first look of a round to its statements, in which others join it."""


class PlayerLook(NamedTuple):
    """A look at everything of a token's player."""

    token: int
    player: int
    told: Told


class MatchLook(NamedTuple):
    """A look at a match, as a token's player or, with neither, as the public."""

    token: int | None
    player: int | None
    code: str


class OwnNews(NamedTuple):
    """What a look at everything of a player finds."""

    state: PlayerState
    invitations: list[WaitingInvitation]


Look: TypeAlias = PlayerLook | MatchLook
Found: TypeAlias = OwnNews | HeardState | None
"""What a look finds: None if access has ended."""


def look_together(looks: Sequence[Look]) -> list[Found]:
    """Return what each look finds.

    The number of statements depends on how many observers of matches there are, and not on the number of players.
    """
    valid = access_tokens.find_valid_tokens({look.token for look in looks if look.token is not None})
    admitted = [look for look in looks if look.token is None or look.token in valid]
    found = _find_states([look for look in admitted if isinstance(look, PlayerLook)])
    found |= _find_heard([look for look in admitted if isinstance(look, MatchLook)])
    return [found.get(look) for look in looks]


def _find_states(looks: Sequence[PlayerLook]) -> dict[Look, Found]:
    if not looks:
        return {}
    known = {match for look in looks for match in look.told.running}
    since = datetime.fromtimestamp(min(look.told.since for look in looks), tz=UTC)
    players = {look.player for look in looks}
    states = load_player_states(players, known=known, since=since)
    invitations = load_waiting_invitations(players)
    return {look: OwnNews(states[look.player], invitations[look.player]) for look in looks}


def _find_heard(looks: Sequence[MatchLook]) -> dict[Look, Found]:
    seen = {(look.code, look.player) for look in looks}
    heard = {(code, player): load_heard_state(code, player=player) for code, player in seen}
    return {look: heard[look.code, look.player] for look in looks}


class LookRounds:
    """The looks of this process's streams, in one thread and a round at a time."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Look, asyncio.Future[Found]]] = []
        self.round: asyncio.Task[None] | None = None

    async def find(self, look: Look) -> Found:
        """Return what a look finds in the next round."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Found] = loop.create_future()
        self.waiting.append((look, future))
        if self.round is None:
            self.round = loop.create_task(self._run_rounds())
        return await future

    async def _run_rounds(self) -> None:
        while self.waiting:
            await asyncio.sleep(GATHERING_SECONDS)
            asked, self.waiting = self.waiting, []
            try:
                found = await sync_to_async(_look_and_disconnect)([look for look, _future in asked])
            except Exception as error:  # noqa: BLE001 -- each stream decides whether it can go on
                logger.warning("Could not look for events: %s", error)
                for _look, future in asked:
                    if not future.done():
                        future.set_exception(error)
            else:
                for (_look, future), each in zip(asked, found, strict=True):
                    if not future.done():
                        future.set_result(each)
        self.round = None


def _look_and_disconnect(looks: Sequence[Look]) -> list[Found]:
    try:
        return look_together(looks)
    finally:
        connection.close()


_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, LookRounds] = WeakKeyDictionary()


def get_look_rounds() -> LookRounds:
    """Return the rounds of the running event loop."""
    return _rounds.setdefault(asyncio.get_running_loop(), LookRounds())
