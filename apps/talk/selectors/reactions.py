"""The reactions to the moves of a replay, as one reader sees them."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Q

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
    number: int
    """How many players gave it."""
    own: bool
    """Whether the reader is one of them."""


def find_given_reactions(room: Room) -> list[tuple[int, list[Given]]]:
    """Return the moves that have reactions, in their order, without those of players whom the reader doesn't meet."""
    found = (
        Reaction.objects.filter(match=room.match, face__in=phrases.FACES)
        .exclude(player__in=relations.find_players_apart(room.me))
        .exclude(player__in=Mute.objects.filter(owner=room.me).values("other"))
        .values_list("move", "face")
        .annotate(number=Count("pk"), own=Count("pk", filter=Q(player=room.me)))
        .order_by("move", "face")
    )
    rows = [Given(move, face, phrases.get_phrase_text(face), number, bool(own)) for move, face, number, own in found]
    return [(move, list(faces)) for move, faces in groupby(rows, attrgetter("move"))]
