"""What a host wishes of those who come, and how the match is to begin: read, said in words, held to. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.matches.engine.opponents import Opponents
from apps.matches.selectors.wording import HOUR, spoken

SHARES: Final = (80, 90, 95)
"""Percent of answers in time a host may ask for."""

BOTS_AFTER: Final = (1, 6, 24, 72)
"""Hours after which bots may take the chairs nobody came for."""


@dataclass(frozen=True)
class Wishes:
    """What was agreed about people, beside the game itself."""

    language: str = ""
    """What is spoken at the table; empty: anything."""
    rated: bool = False
    least_share: float | None = None
    """Of answers in time, 0 to 1."""
    newcomers: bool = True
    """Whether those who have answered too little to say come in all the same."""
    friends_only: bool = False
    by_itself: bool = False
    """The match begins in the moment the last person sits down."""
    bots_after: int | None = None
    """Hours until bots take the free chairs and the match begins."""
    opponents: str = Opponents.CINDER
    """How well bots play there."""

    @property
    def percent(self) -> int | None:
        """`least_share` as people say it."""
        return None if self.least_share is None else round(self.least_share * 100)


USUAL: Final = Wishes(by_itself=True)
"""What the form of a new table begins with."""


def read(posted: Mapping[str, str]) -> tuple[Wishes, list[str]]:
    """The wishes as they were sent in, and what is wrong with them."""
    errors = []
    language = posted.get("language", "")
    if language and language not in dict(settings.LANGUAGES):
        errors.append(_("Choose a language from the list."))
        language = ""
    share = posted.get("least_share", "")
    if share and share not in map(str, SHARES):
        errors.append(_("Choose how reliable the other players must be."))
        share = ""
    hours = posted.get("bots_after", "")
    if hours and hours not in map(str, BOTS_AFTER):
        errors.append(_("Choose when bots take the free seats."))
        hours = ""
    opponents = posted.get("opponents", Opponents.CINDER)
    if opponents not in Opponents.values:
        errors.append(_("Choose how strong the bots are."))
        opponents = Opponents.CINDER
    wishes = Wishes(
        language=language,
        rated=posted.get("rated") == "on",
        least_share=int(share) / 100 if share else None,
        newcomers=posted.get("newcomers") == "on",
        friends_only=posted.get("friends_only") == "on",
        by_itself=posted.get("by_itself") == "on",
        bots_after=int(hours) if hours else None,
        opponents=opponents,
    )
    if wishes.rated and wishes.bots_after:
        errors.append(no_bots())
    return wishes, errors


def unfit(table: Any, *, share: float | None, friend: bool) -> str:
    """Why somebody does not fit what a table wishes; empty if they do.

    `share`: of their answers in time, None if there are too few. `friend`: whether the host calls them one.
    """
    if table.friends_only and not friend:
        return _("This table is for the host’s friends.")
    if table.least_share is None:
        return ""
    if share is None:
        return "" if table.newcomers else _("This table is for players who’ve been here for a while.")
    if share < table.least_share:
        return _(
            "This table is for players who take at least %(percent)d%% of their turns on time. You’re at %(share)d%%."
        ) % {
            "percent": round(table.least_share * 100),
            "share": int(share * 100),
        }
    return ""


def summary(table: Any) -> list[str]:
    """What a table wishes, in a few words each."""
    words = []
    if table.circle:
        words.append(_("club members only"))
    if table.rated:
        words.append(_("rated"))
    if table.language:
        words.append(str(languages().get(table.language, table.language)))
    if table.friends_only:
        words.append(_("host’s friends only"))
    if table.least_share is not None:
        percent = {"percent": round(table.least_share * 100)}
        words.append(
            _("at least %(percent)d%% on time, newcomers welcome") % percent
            if table.newcomers
            else _("at least %(percent)d%% on time, no newcomers") % percent
        )
    return words


def languages() -> dict[str, Any]:
    """The languages of the house, each by its code."""
    return dict(settings.LANGUAGES)


def hours() -> list[tuple[str, str]]:
    """After how long bots may come: (as posted, in words)."""
    return [(str(each), spoken(each * HOUR)) for each in BOTS_AFTER]


def no_bots() -> str:
    return _("Bots can’t join rated tables.")


NO_GUESTS: Final = gettext_lazy("You need an account to join rated tables. Creating one takes a minute.")
