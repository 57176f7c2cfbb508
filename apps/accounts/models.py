"""Players, who are people with an account or guests who can create one later."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from apps.accounts import confusables, time_zones
from apps.common import faces
from apps.matches.engine.tenures import RESERVED_BOT_NAMES

NAME_LENGTH = 24
SKELETON_LENGTH = 8 * NAME_LENGTH
"""Maximum length of a skeleton, because no letter's prototype has more than seven."""
_RESERVED_WORDS = (
    "admin administrateur administrator arbitre bot gast guest haus house maison moderator modérateur official"
    " organisateur organiser organizer public referee robot root schiedsrichter security slow-fuse slowfuse staff"
    " support system team équipe"
)
RESERVED_NAMES = frozenset(_RESERVED_WORDS.split()) | RESERVED_BOT_NAMES
"""Names that would be taken for the operators or for a bot."""


_NUMBERED_BOT_NAMES = RESERVED_BOT_NAMES | {"bot", "robot"}
_NUMBERED_BOT_PATTERN = re.compile(r"(ro)?bot[\W_]+[\dlo]+")
"""A pattern for “Bot 10” in letters that look like it, with l and o for 1 and 0 as in a skeleton."""


def _list_name_skeletons(names: Iterable[str]) -> set[str]:
    return {confusables.compute_skeleton(name) for name in names}


def _list_letter_skeletons(name: str) -> set[str]:
    """Return its skeletons without punctuation and spaces."""
    return {"".join(filter(str.isalnum, look)) for look in confusables.list_skeletons(name)}


def _without_number(name: str) -> str:
    """Return the name up to its last letter."""
    last = max((at for at, letter in enumerate(name) if letter.isalpha()), default=-1)
    return name[: last + 1]


def not_reserved(name: str) -> None:
    """Check that a name isn't reserved.

    :raises ValidationError: if the name sounds or looks like the operators or a bot
    """
    looks = confusables.list_skeletons(name)
    if (
        (looks | _list_letter_skeletons(name)) & _list_name_skeletons(RESERVED_NAMES)
        or _list_letter_skeletons(_without_number(name)) & _list_name_skeletons(_NUMBERED_BOT_NAMES)
        or any(map(_NUMBERED_BOT_PATTERN.fullmatch, looks))
    ):
        raise ValidationError(_("This name is reserved. Choose another one."))


def known_zone(name: str) -> None:
    """Check that a time zone exists.

    :raises ValidationError: if it doesn't
    """
    if not time_zones.is_known_zone(name):
        raise ValidationError(_("We don’t know this time zone. Choose one from the list."))


class Player(AbstractUser):
    """A person. Their username is the name others see."""

    first_name = None  # type: ignore[assignment]  # What is never asked for cannot leak.
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        # Choosing a name has more rules (`services.usernames`), but an existing name is kept.
        validators=[
            RegexValidator(
                r"\A\w[\w.-]+\Z", _("Use at least 2 characters: letters, digits, dots, dashes or underscores.")
            ),
        ],
        error_messages={"unique": _("This name is already taken.")},
    )
    skeleton = models.CharField(
        max_length=SKELETON_LENGTH, editable=False, help_text="Normalised name, the same for all names that look alike."
    )
    guest = models.BooleanField(_("guest"), default=False, help_text=_("Has no password yet."))
    bot = models.BooleanField(
        _("bot"),
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether a program plays with this account. Once set, it stays. Only `people` sets it.",
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[known_zone])
    language = models.CharField(
        _("language"),
        max_length=5,
        blank=True,
        choices=settings.LANGUAGES,
        help_text=_("Leave empty to match the browser."),
    )
    preferences = models.JSONField(
        default=dict, blank=True, editable=False, help_text="Settings stored by `apps.accounts.preferences`."
    )

    face = models.CharField(
        max_length=faces.SEED_LENGTH,
        blank=True,
        editable=False,
        help_text="Seed of the avatar. Empty if it is drawn from the name.",
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="player_name_once",
                violation_error_message=_("This name is already taken."),
            )
        ]
        indexes = [models.Index(fields=["skeleton"], name="player_skeleton")]

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.skeleton = confusables.compute_skeleton(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "skeleton"}
        super().save(update_fields=update_fields, **kwargs)

    @property
    def zone(self) -> ZoneInfo:
        return time_zones.get_zone(self.time_zone)

    @property
    def face_seed(self) -> str:
        return self.face or faces.seed_of(self.username)

    @property
    def page_key(self) -> str:
        """Return the key that pages made for this player send with their requests. It identifies no one elsewhere."""
        return salted_hmac("apps.accounts.page", str(self.pk)).hexdigest()[:12]

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Tie(models.Model):
    """A player's friendship with another, or a block. Only `services.relations` writes it."""

    class Kind(models.TextChoices):
        FRIEND = "friend"
        BLOCK = "block"

    owner = models.ForeignKey(Player, models.CASCADE, related_name="ties")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="tie_once"),
            models.CheckConstraint(name="tie_to_another", condition=~models.Q(owner=models.F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.other_id}"


class Guessing(models.Model):
    """The latest series of wrong passwords for a player's account. Only `services.failed_logins` writes it."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="guessing")
    since = models.DateTimeField(help_text="When there had been too many wrong passwords.")
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"guessing at {self.player_id}"


class AccessToken(models.Model):
    """A secret with which a program acts for a player through the API. Only `services.access_tokens` writes it."""

    class Scope(models.TextChoices):
        READ = "read", _("See your matches and what waits for you")
        PLAY = "play", _("Answer questions, chat and quit in your matches")
        TABLES = "tables", _("Open, join and leave tables")
        TOURNAMENTS = "tournaments", _("Register for tournaments and create them")

    player = models.ForeignKey(Player, models.CASCADE, related_name="access_tokens")
    name = models.CharField(_("name"), max_length=40)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token. The token isn't stored.")
    scopes = models.CharField(max_length=100, help_text="What it allows, separated by spaces.")
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, help_text="To the minute. Null if it was never used.")

    def __str__(self) -> str:
        return self.name

    def allows(self, scope: str) -> bool:
        return scope in self.scopes.split()
