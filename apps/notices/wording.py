"""The words of a notice, stored before translation and shown in the reader's language and time zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from apps.accounts.models import Player
from apps.accounts.services.failed_logins import Spell
from apps.common import dates
from apps.common.ordinals import format_ordinal
from apps.games import load_games
from apps.matches.selectors.pending import Proposed, Seated, Waiting
from apps.notices.migrations._renamed_messages import RENAMED
from apps.notices.models import QUESTION_KINDS, Kind


class Words(msgspec.Struct, frozen=True):
    """Sentences as message IDs, with their values.

    `%(game)s` is the title of `game`, `%(time)s` the time `time_at`, and everything else is in `names`.
    """

    title: str
    text: str = ""
    path: str = "/"
    game: str = ""
    names: dict[str, str | int] = {}
    time_at: datetime | None = None
    players: dict[str, int] = {}
    """Ids of the players among the names, by the name they had then. Rows of older versions have none."""


class MissedLine(msgspec.Struct, frozen=True):
    """A sentence of a match's story, in the active language."""

    html: str
    """The words alone, some of them bold."""
    text: str


@dataclass(frozen=True)
class NoticeLine:
    """A notice as its reader sees it."""

    id: int
    kind: str
    title: str
    text: str
    url: str
    code: str
    due_at: datetime | None
    about: str = ""
    """The subject, the same for a turn and its last call."""
    missed: tuple[MissedLine, ...] = ()
    """What happened in its match since the reader last looked."""


TURN: Final = gettext_noop("Your turn: %(game)s with %(people)s")
CALL: Final = gettext_noop("Deadline soon: %(game)s with %(people)s")
UNTIL: Final = gettext_noop("You have until %(time)s.")
OVER: Final = gettext_noop("Match over: %(game)s with %(people)s")
PLACE: Final = gettext_noop("You finished %(place)s of %(seats)s.")
NO_PLACE: Final = gettext_noop("We ended the match. There’s no winner.")
NO_WINNER: Final = gettext_noop("Everyone agreed to end the match. There’s no winner.")
BOT_TOOK_OVER: Final = gettext_noop("A bot is playing for you: %(game)s with %(people)s")
TAKE_SEAT_BACK: Final = gettext_noop("Open the match to take your seat back.")
PROPOSED: Final = {
    "pause": gettext_noop("%(by)s proposes pausing %(game)s"),
    "resume": gettext_noop("%(by)s proposes resuming %(game)s"),
    "live": gettext_noop("%(by)s proposes playing %(game)s at Live pace from now on"),
    "daily": gettext_noop("%(by)s proposes playing %(game)s at Daily pace from now on"),
    "substitute": gettext_noop("%(by)s proposes finding a substitute in %(game)s"),
    "end": gettext_noop("%(by)s proposes ending %(game)s without a winner"),
}
PAUSE_LENGTH: Final = gettext_noop("Pause length (days): %(days)s.")
SUBSTITUTE_SEAT: Final = gettext_noop("The substitute would take over %(whose)s’s seat.")
NEEDS_ACTIVE_PLAYERS: Final = gettext_noop("This takes effect once every active player agrees.")
NEEDS_EVERY_PLAYER: Final = gettext_noop("The match ends once every player agrees. It won’t be rated.")
GUESSING: Final = gettext_noop("Many failed logins to your account")
NOT_LOCKED: Final = gettext_noop(
    "Someone has been trying passwords since %(time)s. Your account isn’t locked, and you can log in "
    "as usual. If it wasn’t you, keep others out with a passkey or a long password that you use "
    "nowhere else."
)
DIGEST: Final = gettext_noop("Matches waiting for you")

DEEDS: Final = {
    OVER: gettext_noop("See the result"),
    BOT_TOOK_OVER: gettext_noop("Take your seat back"),
    **dict.fromkeys(PROPOSED.values(), gettext_noop("Answer")),
}
"""The text of the link to what a notice is about, by its title."""


def word_question(waiting: Waiting, kind: str) -> Words:
    """Return the words for a waiting question."""
    return Words(
        title=CALL if kind == Kind.CALL else TURN,
        text=UNTIL,
        path=reverse("matches:page", args=[waiting.code]),
        game=waiting.game,
        names={"people": ", ".join(waiting.people)},
        time_at=waiting.lapses_at,
    )


def word_end(seated: Seated) -> Words:
    """Return the words for the end of a player's match."""
    return Words(
        title=OVER,
        text=PLACE if seated.place else NO_WINNER if seated.agreed else NO_PLACE,
        path=reverse("matches:page", args=[seated.code]),
        game=seated.game,
        names={"people": ", ".join(seated.people), "place": seated.place or 0, "seats": seated.seats},
        players=dict(seated.players),
    )


def word_absence(seated: Seated) -> Words:
    """Return the words for a bot taking over."""
    return Words(
        title=BOT_TOOK_OVER,
        text=TAKE_SEAT_BACK,
        path=reverse("matches:page", args=[seated.code]),
        game=seated.game,
        names={"people": ", ".join(seated.people)},
        players=dict(seated.players),
    )


def word_proposal(proposed: Proposed) -> Words:
    """Return the words for a proposal that needs the player's answer."""
    return Words(
        title=PROPOSED[proposed.what],
        text={"pause": PAUSE_LENGTH, "substitute": SUBSTITUTE_SEAT, "end": NEEDS_EVERY_PLAYER}.get(
            proposed.what, NEEDS_ACTIVE_PLAYERS
        ),
        path=reverse("matches:page", args=[proposed.code]),
        game=proposed.game,
        names={"by": proposed.by, "days": proposed.about, "whose": proposed.whose},
        players=dict(proposed.players),
    )


def word_guessing(spell: Spell) -> Words:
    """Return the words for many wrong passwords."""
    return Words(title=GUESSING, text=NOT_LOCKED, path=reverse("accounts:me"), time_at=spell.since)


def get_own_matches_path() -> str:
    """Return the path of the page with all of the player's matches."""
    return reverse("matches:mine")


def build_notice_line(words: Words, *, id_: int = 0, kind: str = "", code: str = "", about: str = "") -> NoticeLine:
    """Return a notice in the active language and time zone."""
    game = load_games().get(words.game)
    values = {
        **words.names,
        "game": _(game.meta.title) if game else words.game,
        "time": format_moment(words.time_at) if words.time_at else "",
    }
    if place := words.names.get("place"):
        values["place"] = format_ordinal(int(place))
    return NoticeLine(
        id=id_,
        kind=kind,
        title=translate_stored(words.title) % values,
        text=translate_stored(words.text) % values if words.text else "",
        url=settings.SLOWFUSE_SITE + words.path,
        code=code,
        due_at=words.time_at,
        about=about,
    )


def translate_stored(message: str) -> str:
    """Translate a message from a row. For one release, rows can still hold an old wording."""
    return _(RENAMED.get(message, message))


def find_deed(title: str) -> str:
    """Return the text of the link to what a notice with this title is about, empty if it needs none."""
    return DEEDS.get(RENAMED.get(title, title), "")


def format_moment(at: datetime) -> str:
    """Return a day and a time in the active language and time zone, which it names: Sun 29 Nov, 22:34 CET."""
    written = pgettext("how an instant of the coming days is written", "D j M, H:i")
    return dates.format_time_with_zone(at, written)


def build_headline(lines: Sequence[NoticeLine]) -> str:
    """Return one sentence that covers all of them."""
    if len(lines) == 1:
        return lines[0].title
    waiting = sum(each.kind in QUESTION_KINDS for each in lines)
    if waiting == len(lines):
        return ngettext("%(count)d match is waiting for you", "%(count)d matches are waiting for you", waiting) % {
            "count": waiting
        }
    return ngettext("%(count)d message for you", "%(count)d messages for you", len(lines)) % {"count": len(lines)}


@contextmanager
def use_locale_of(player: Player) -> Iterator[None]:
    """Use the player's language and time zone within this block."""
    with translation.override(player.language or settings.LANGUAGE_CODE), timezone.override(player.zone):
        yield
