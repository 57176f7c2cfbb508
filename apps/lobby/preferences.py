"""A host's choices of who can join and how the match starts, read, described and enforced. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.matches.engine.bot_strength import BotStrength
from apps.matches.selectors.wording import HOUR, format_duration

ON_TIME_PERCENTAGES: Final = (80, 90, 95)
"""Percentages of turns on time that a host can require."""

BOT_WAIT_HOURS: Final = (1, 6, 24, 72)
"""Hours after which bots can take the free seats."""


@dataclass(frozen=True)
class Wishes:
    """The settings of a table besides those of the game."""

    language: str = ""
    """The language spoken at the table, empty for any."""
    rated: bool = False
    least_share: float | None = None
    """The required share of turns on time, 0 to 1."""
    newcomers: bool = True
    """Whether players with too few turns to judge can join anyway."""
    friends_only: bool = False
    bots_welcome: bool = True
    """Whether bots' accounts can join, unless it's rated."""
    by_itself: bool = False
    """Whether the match starts as soon as the last player joins."""
    bots_after: int | None = None
    """Hours until bots take the free seats and the match starts."""
    opponents: str = BotStrength.CINDER
    """The strength of the bots."""

    @property
    def percent(self) -> int | None:
        """Return `least_share` as a percentage."""
        return None if self.least_share is None else round(self.least_share * 100)


class Requirements(Protocol):
    """What a stored table requires of its players."""

    bots_welcome: bool
    circle: str
    rated: bool
    language: str
    friends_only: bool
    least_share: float | None
    newcomers: bool


DEFAULT_WISHES: Final = Wishes(by_itself=True)
"""The initial values of a new table's form."""


def parse_wishes(posted: Mapping[str, str]) -> tuple[Wishes, list[str]]:
    """Read the submitted settings, and return them with the errors found."""
    errors = []
    language = posted.get("language", "")
    if language and language not in dict(settings.LANGUAGES):
        errors.append(_("Choose a language from the list."))
        language = ""
    share = posted.get("least_share", "")
    if share and share not in map(str, ON_TIME_PERCENTAGES):
        errors.append(_("Choose how reliable the other players must be."))
        share = ""
    hours = posted.get("bots_after", "")
    if hours and hours not in map(str, BOT_WAIT_HOURS):
        errors.append(_("Choose when bots take the free seats."))
        hours = ""
    opponents = posted.get("opponents", BotStrength.CINDER)
    if opponents not in BotStrength.values:
        errors.append(_("Choose how strong the bots are."))
        opponents = BotStrength.CINDER
    wishes = Wishes(
        language=language,
        rated=posted.get("rated") == "on",
        least_share=int(share) / 100 if share else None,
        newcomers=posted.get("newcomers") == "on",
        friends_only=posted.get("friends_only") == "on",
        bots_welcome=posted.get("bots_welcome") == "on",
        by_itself=posted.get("by_itself") == "on",
        bots_after=int(hours) if hours else None,
        opponents=opponents,
    )
    if wishes.rated and wishes.bots_after:
        errors.append(no_bots())
    return wishes, errors


def describe_unmet_requirement(table: Requirements, *, share: float | None, friend: bool) -> str:
    """Return why a player can't join a table, or an empty text if they can.

    :param share: the share of their turns on time, None if there are too few
    :param friend: whether they are the host's friend
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


def describe_requirements(table: Requirements) -> list[str]:
    """Return what a table requires, in a few words each."""
    words = []
    if table.circle:
        words.append(_("club members only"))
    if table.rated:
        words.append(_("rated"))
    if not table.bots_welcome and not table.rated:
        words.append(_("no bots"))
    if table.language:
        words.append(str(list_languages().get(table.language, table.language)))
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


def list_languages() -> dict[str, object]:
    """Return the site's languages by code."""
    return dict(settings.LANGUAGES)


def list_bot_wait_choices() -> list[tuple[str, str]]:
    """Return the choices for when bots join, as (posted value, words)."""
    return [(str(each), format_duration(each * HOUR)) for each in BOT_WAIT_HOURS]


def no_bots() -> str:
    return _("Bots can’t join rated tables.")


ACCOUNT_NEEDED_TEXT: Final = gettext_lazy("You need an account to join rated tables. Creating one takes a minute.")
