"""A reader's role in the chat of a match, and what they can do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.matches.selectors import bookmarks, match_view, tenures
from apps.talk.models import Nudge, Reading
from apps.talk.selectors import chat_bans


@dataclass(frozen=True)
class Room:
    """The chat of one match for one reader."""

    loaded: match_view.LoadedMatch
    me: int | None
    seat: int | None
    """The reader's seat."""
    sat: bool
    """Whether the reader sits or ever sat here."""
    now: datetime
    upto: int = 0
    """The last message the reader has seen."""
    note: str = ""
    nudged_at: datetime | None = None
    silent_until: datetime | None = None

    @property
    def match(self) -> int:
        return self.loaded.match.pk

    @property
    def code(self) -> str:
        return self.loaded.match.code

    @property
    def title(self) -> str:
        return match_view.get_game_title(self.loaded.match)

    @property
    def names(self) -> str:
        return ", ".join(seated.name for seated in self.loaded.seats)

    @property
    def closed(self) -> bool:
        over_at = self.loaded.match.over_at
        return over_at is not None and over_at + match_view.ASTIR_AFTER_END <= self.now

    @property
    def why_silent(self) -> str:
        """Return why this reader can't write here, empty if they can."""
        if self.seat is None:
            return _("You can read this chat, but only players at this table can write.")
        if self.closed:
            return _("This chat closed a day after the match. You can still read it here.")
        return self._banned

    @property
    def why_no_comment(self) -> str:
        """Return why this reader can't comment on the replay, empty if they can."""
        if self.loaded.match.over_at is None:
            return _("You can comment once the match is over.")
        if not self.sat:
            return _("You can read this, but only the players in this match can comment.")
        return self._banned

    @property
    def _banned(self) -> str:
        return chat_bans.describe_chat_ban(self.silent_until, now=self.now)

    @property
    def playing(self) -> bool:
        return self.loaded.match.status == "playing"


def load_room(*, code: str, player: int | None, now: datetime) -> Room:
    """Load the chat with everything of its reader, in two statements.

    :raises Match.DoesNotExist: if the match doesn't exist
    """
    loaded = match_view.load_played(code, player=player)
    chairs = [seated.chair for seated in loaded.seats]
    sat = player is not None and any(player in (chair.player_id, chair.former_id) for chair in chairs)
    own = _load_reader_state(loaded.match.pk, player) if player is not None else {}
    sat = own.pop("left", False) or sat  # A seat stores only the last player who left it.
    return Room(loaded=loaded, me=player, seat=loaded.own, sat=sat, now=now, **own)


def _load_reader_state(match: int, player: int) -> dict[str, Any]:
    """Return everything stored about one player at one match."""
    here = Q(match=match, player=player)
    found = (
        Player.objects.filter(pk=player)
        .annotate(silent_until=Max("chat_bans__until"))
        .values(
            "silent_until",
            upto=Subquery(Reading.objects.filter(here, player=OuterRef("pk")).values("upto")[:1]),
            note=Subquery(bookmarks.find_note(match, OuterRef("pk"))),
            left=Exists(tenures.find_past_tenures(match, OuterRef("pk"))),
            nudged_at=Subquery(Nudge.objects.filter(here, player=OuterRef("pk")).values("at")[:1]),
        )
        .first()
    )
    return {name: value for name, value in (found or {}).items() if value is not None}
