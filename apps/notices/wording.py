"""What a notice says: kept before translation, told in the language and the time zone of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.accounts.models import Player
from apps.accounts.services.failed_logins import Spell
from apps.games import catalogue
from apps.matches.selectors.pending import Proposed, Seated, Waiting
from apps.notices.models import OF_QUESTIONS, Kind


class Words(msgspec.Struct, frozen=True):
    """Sentences as message ids, with what is to be put into them.

    `%(game)s` is the title of `game`, `%(time)s` the instant `time_at`; everything else stands in `names`.
    """

    title: str
    text: str = ""
    path: str = "/"
    game: str = ""
    names: dict[str, str | int] = {}
    time_at: datetime | None = None


class MissedLine(msgspec.Struct, frozen=True):
    """A sentence of a match's story, in the active language."""

    html: str
    """Nothing but words, and what is bold among them."""
    text: str


@dataclass(frozen=True)
class NoticeLine:
    """A notice as its reader finds it."""

    id: int
    kind: str
    title: str
    text: str
    url: str
    code: str
    due_at: datetime | None
    missed: tuple[MissedLine, ...] = ()
    """What happened in its match since they last looked."""


TURN: Final = gettext_noop("Your turn: %(game)s with %(people)s")
CALL: Final = gettext_noop("Last call: %(game)s with %(people)s")
UNTIL: Final = gettext_noop("You have until %(time)s.")
OVER: Final = gettext_noop("Over: %(game)s with %(people)s")
PLACE: Final = gettext_noop("You came in at place %(place)s of %(seats)s.")
NO_PLACE: Final = gettext_noop("The house ended the match; nobody won.")
AWAY: Final = gettext_noop("A bot plays for you: %(game)s with %(people)s")
RETURN: Final = gettext_noop("Open the match to take your seat back.")
PROPOSED: Final = {
    "pause": gettext_noop("%(by)s proposes a pause in %(game)s"),
    "resume": gettext_noop("%(by)s proposes to go on in %(game)s"),
    "live": gettext_noop("%(by)s proposes to play %(game)s live from now on"),
    "daily": gettext_noop("%(by)s proposes to play %(game)s day by day from now on"),
    "substitute": gettext_noop("%(by)s proposes to look for a substitute in %(game)s"),
}
LENGTH: Final = gettext_noop("Its length in days: %(days)s.")
WHOSE: Final = gettext_noop("It is about the seat of %(whose)s.")
ALL: Final = gettext_noop("It is done as soon as everybody at the table who is there agrees.")
GUESSING: Final = gettext_noop("Many wrong passwords for your account")
NOT_LOCKED: Final = gettext_noop(
    "Since %(time)s somebody has been trying passwords. If that is not you: your account is not locked, you log in as"
    " always. A long password that you use nowhere else, or a passkey, keeps others out."
)
DIGEST: Final = gettext_noop("What waits for you")


def of_question(waiting: Waiting, kind: str) -> Words:
    """Somebody is waited for."""
    return Words(
        title=CALL if kind == Kind.CALL else TURN,
        text=UNTIL,
        path=reverse("matches:page", args=[waiting.code]),
        game=waiting.game,
        names={"people": ", ".join(waiting.people)},
        time_at=waiting.lapses_at,
    )


def of_end(seated: Seated) -> Words:
    """A match of somebody's is over."""
    return Words(
        title=OVER,
        text=PLACE if seated.place else NO_PLACE,
        path=reverse("matches:page", args=[seated.code]),
        game=seated.game,
        names={"people": ", ".join(seated.people), "place": seated.place or 0, "seats": seated.seats},
    )


def of_absence(seated: Seated) -> Words:
    """A bot took over."""
    path = reverse("matches:page", args=[seated.code])
    return Words(title=AWAY, text=RETURN, path=path, game=seated.game, names={"people": ", ".join(seated.people)})


def of_proposal(proposed: Proposed) -> Words:
    """Somebody is asked to agree on something."""
    return Words(
        title=PROPOSED[proposed.what],
        text={"pause": LENGTH, "substitute": WHOSE}.get(proposed.what, ALL),
        path=reverse("matches:page", args=[proposed.code]),
        game=proposed.game,
        names={"by": proposed.by, "days": proposed.about, "whose": proposed.whose},
    )


def of_guessing(spell: Spell) -> Words:
    """Somebody tries many passwords."""
    return Words(title=GUESSING, text=NOT_LOCKED, path=reverse("accounts:me"), time_at=spell.since)


def mine() -> str:
    """Where somebody finds all their matches."""
    return reverse("matches:mine")


def line(words: Words, *, id_: int = 0, kind: str = "", code: str = "") -> NoticeLine:
    """In the language and time zone that are active."""
    game = catalogue().get(words.game)
    values = {
        **words.names,
        "game": _(game.meta.title) if game else words.game,
        "time": moment(words.time_at) if words.time_at else "",
    }
    return NoticeLine(
        id=id_,
        kind=kind,
        title=_(words.title) % values,
        text=_(words.text) % values if words.text else "",
        url=settings.SLOWFUSE_SITE + words.path,
        code=code,
        due_at=words.time_at,
    )


def moment(at: datetime) -> str:
    """A day and a time as people write it."""
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'D')} {formats.date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M}"


def headline(lines: Sequence[NoticeLine]) -> str:
    """One sentence over all of them."""
    if len(lines) == 1:
        return lines[0].title
    waiting = sum(each.kind in OF_QUESTIONS for each in lines)
    if waiting == len(lines):
        return ngettext("%(count)d match waits for you", "%(count)d matches wait for you", waiting) % {"count": waiting}
    return ngettext("%(count)d message for you", "%(count)d messages for you", len(lines)) % {"count": len(lines)}


@contextmanager
def at_home(player: Player) -> Iterator[None]:
    """In somebody's language and time zone."""
    with translation.override(player.language or settings.LANGUAGE_CODE), timezone.override(player.zone):
        yield
