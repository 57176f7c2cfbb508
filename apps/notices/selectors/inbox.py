"""A player's inbox, with their latest notices and which of them are new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.common import faces
from apps.games import load_games
from apps.matches.engine import tenures
from apps.matches.selectors import pending
from apps.notices import wording
from apps.notices.models import INBOX_KINDS, Kind, Notice
from apps.notices.selectors import message
from apps.notices.wording import Words

MAX_LISTED_NOTICES: Final = 50
"""Maximum notices in an inbox, none of which is deleted because of its age."""

_CAUSER_PARTS: Final = ("by", "name")
"""The parts that name who caused a notice."""
_NAME_PARTS: Final = ("by", "name", "people", "whose")
"""The parts of a notice that can hold player names, several separated by commas."""


class _Person(NamedTuple):
    """A player as they're called and look today."""

    name: str
    face: str
    """The seed of the avatar; empty for someone who left."""
    bot: bool
    """Whether it's a bot with an account."""


class _Named(NamedTuple):
    """A name in a notice, and the id of its player if the notice knows it."""

    name: str
    player: int | None


@dataclass(frozen=True)
class Deed:
    """What the reader can do about a notice, as a link or a button."""

    text: str
    path: str
    posts: bool = False
    """Whether it's a button that changes something."""
    primary: bool = False


@dataclass(frozen=True)
class Row:
    """A notice in the inbox, in the reader's language."""

    id: int
    key: str
    title: str
    text: str
    path: str
    game: str
    """The game whose emblem is shown beside it, empty if there is none."""
    at: datetime
    new: bool
    face: str = ""
    """The seed of the avatar of the player who caused it; empty if no one did, or if they left."""
    bot: bool = False
    """Whether that player is a bot with an account."""
    fold: str = ""
    """The same for all notices that share a row; empty for a notice with its own."""
    round: int = 0
    """The number of the round it's about, if any."""
    occasion: str = ""
    """The name of the tournament of that round."""
    deeds: tuple[Deed, ...] = ()
    earlier: tuple[Row, ...] = ()
    """Older notices of the same row, newest first."""


def load_inbox_rows(player: int) -> list[Row]:
    """Return the latest notices, newest first, in the active language and without those an e-mail would leave out."""
    told = [(notice, _decode_words(notice)) for notice in _filter_current_notices(_find_latest_notices(player), player)]
    people = _find_people_now({named for _notice, words in told for named in _list_named_players(words)})
    names = {named: person.name for named, person in people.items()}
    return [
        _build_inbox_row(notice, _with_names(words, names), causer=_find_causer(words, people))
        for notice, words in told
    ]


def find_unread_notices(player: int) -> list[Notice]:
    """Return the notices of the inbox that the player hasn't read."""
    return _filter_current_notices(_find_latest_notices(player, read_at=None), player)


def fold_rows(rows: Iterable[Row], deeds: Mapping[str, tuple[Deed, ...]]) -> list[Row]:
    """Return the rows with what can be done about them, and the rounds of one tournament in one row."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.fold or str(row.id)].append(replace(row, deeds=row.deeds or deeds.get(row.key, ())))
    return [_fold_row(newest, tuple(earlier)) for newest, *earlier in found.values()]


def count_folded_notices(notices: Iterable[Notice]) -> int:
    """Return the number of rows that these notices take."""
    return len({_find_fold(notice) or str(notice.pk) for notice in notices})


def find_unlisted_notices() -> QuerySet[Notice]:
    """Return the notices that are too far down to be listed in their player's inbox."""
    from_top = [F("created_at").desc(), F("pk").desc()]
    place = Window(RowNumber(), partition_by="player", order_by=from_top)
    return Notice.objects.filter(kind__in=INBOX_KINDS).annotate(place=place).filter(place__gt=MAX_LISTED_NOTICES)


def _fold_row(newest: Row, earlier: tuple[Row, ...]) -> Row:
    """Return a row for a notice and older ones of the same kind, named after all their rounds."""
    new = newest.new or any(row.new for row in earlier)
    rounds = sorted({newest.round, *(row.round for row in earlier)})
    if len(rounds) < 2:
        return replace(newest, new=new, earlier=earlier)
    named = get_text_list([str(number) for number in rounds], _("and"))
    if len(rounds) > 2 and rounds[-1] - rounds[0] == len(rounds) - 1:
        named = f"{rounds[0]}–{rounds[-1]}"
    title = _("%(tournament)s: rounds %(rounds)s") % {"tournament": newest.occasion, "rounds": named}
    text = " · ".join(words for words in (newest.title, newest.text) if words)
    return replace(newest, title=title, text=text, new=new, earlier=earlier)


def _find_fold(notice: Notice) -> str:
    """Return what the notices of one tournament's rounds have in common: the path of its page."""
    about_round = notice.kind == Kind.TOURNAMENT and "round" in notice.words.get("names", {})
    return str(notice.words["path"]) if about_round else ""


def _find_latest_notices(player: int, **only: None) -> Iterable[Notice]:
    found = Notice.objects.filter(player=player, kind__in=INBOX_KINDS, **only)
    return found.order_by("-created_at", "-pk")[:MAX_LISTED_NOTICES]


def _filter_current_notices(found: Iterable[Notice], player: int) -> list[Notice]:
    """Leave out what an e-mail would no longer say, which is settled proposals and notices from players kept apart."""
    notices = list(found)
    settled = pending.find_settled_proposals([notice.key for notice in notices], player)
    told = [notice for notice in notices if notice.key not in settled]
    if not any(notice.kind in message.KINDS_FROM_PEOPLE for notice in told):
        return told
    apart = message.people_apart(player)
    return [notice for notice in told if not message.is_from(apart, notice, _decode_words(notice))]


def _split_names(words: Words, part: str) -> list[str]:
    return [name for name in str(words.names.get(part, "")).split(", ") if name]


def _list_named_players(words: Words) -> Iterable[_Named]:
    for part in _NAME_PARTS:
        for name in _split_names(words, part):
            yield _Named(name, words.players.get(name))


def _find_people_now(named: Collection[_Named]) -> dict[_Named, _Person]:
    """Return how these players are called and look today. Older notices only know the name they had.

    Bots have their names for good, or a space in them.
    """
    people = {each for each in named if each.name.lower() not in tenures.RESERVED_BOT_NAMES and " " not in each.name}
    known = Q(pk__in={each.player for each in people if each.player is not None})
    called = Q(username__in={each.name for each in people if each.player is None})
    rows = Player.objects.filter(known | called).values_list("pk", "username", "face", "bot") if people else ()
    found = {pk: _Person(name, faces.get_avatar_seed(name, face), bot) for pk, name, face, bot in rows}
    left, by_name = _Person(_("someone who left"), "", bot=False), {person.name: person for person in found.values()}
    return {
        each: by_name.get(each.name, left) if each.player is None else found.get(each.player, left) for each in people
    }


def _find_causer(words: Words, people: Mapping[_Named, _Person]) -> _Person | None:
    """Return the player who caused a notice, if there's one."""
    causers = (
        people.get(_Named(name, words.players.get(name)))
        for part in _CAUSER_PARTS
        for name in _split_names(words, part)
    )
    return next((person for person in causers if person), None)


def _with_names(words: Words, names: Mapping[_Named, str]) -> Words:
    """Return the words with today's names of their players, and none of players whose accounts were deleted."""
    called: dict[str, str | int] = {
        part: ", ".join(names.get(_Named(name, words.players.get(name)), name) for name in _split_names(words, part))
        for part in _NAME_PARTS
        if part in words.names
    }
    return msgspec.structs.replace(words, names={**words.names, **called})


def _build_inbox_row(notice: Notice, words: Words, *, causer: _Person | None) -> Row:
    line = wording.build_notice_line(words)
    deed = wording.find_deed(words.title)
    return Row(
        id=notice.pk,
        key=notice.key,
        title=line.title,
        text=line.text,
        path=words.path,
        game=words.game if words.game in load_games() else "",
        at=notice.created_at,
        new=notice.read_at is None,
        face=causer.face if causer else "",
        bot=causer is not None and causer.bot,
        fold=_find_fold(notice),
        round=int(words.names.get("round", 0)),
        occasion=str(words.names.get("tournament", "")),
        deeds=(Deed(_(deed), words.path),) if deed else (),
    )


def _decode_words(notice: Notice) -> Words:
    return msgspec.convert(notice.words, Words)
