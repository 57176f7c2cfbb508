"""The reactions to the moves of a replay, as one reader sees them."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _

from apps.accounts.services import relations
from apps.talk import phrases
from apps.talk.models import Mute, Reaction
from apps.talk.selectors.room import Room


class Given(NamedTuple):
    """A face that players gave to a move."""

    move: int
    face: str
    name: str
    """What the face is called, in the reader's language."""
    givers: tuple[str, ...]
    """The names of the players who gave it, the reader first and as “You”."""
    own: bool
    """Whether the reader is one of them."""

    @property
    def number(self) -> int:
        """Return how many players gave it."""
        return len(self.givers)

    @property
    def names(self) -> str:
        """Return the names of those who gave it."""
        return ", ".join(self.givers)

    @property
    def said(self) -> str:
        """Return which face it is and who gave it."""
        return f"{self.name}: {self.names}"


def find_given_reactions(room: Room) -> list[tuple[int, list[Given]]]:
    """Return the moves that have reactions, in their order, without those of players whom the reader doesn't meet."""
    found = (
        Reaction.objects.filter(match=room.match, face__in=phrases.FACES)
        .exclude(player__in=relations.find_players_apart(room.me))
        .exclude(player__in=Mute.objects.filter(owner=room.me).values("other"))
        .values_list("move", "face", "player", "player__username")
        .order_by("move", "face", "player__username")
    )
    rows = [_build_given_face(room, move, face, list(each)) for (move, face), each in groupby(found, itemgetter(0, 1))]
    return [(move, list(faces)) for move, faces in groupby(rows, attrgetter("move"))]


def _build_given_face(room: Room, move: int, face: str, found: list[tuple[int, str, int, str]]) -> Given:
    others = [name for _move, _face, player, name in found if player != room.me]
    own = len(others) < len(found)
    return Given(move, face, phrases.get_phrase_text(face), (*([_("You")] if own else []), *others), own)
