"""Names that clubs can have, neither reserved nor similar to another club's."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from apps.accounts import confusables
from apps.accounts.models import not_reserved
from apps.clubs.errors import ClubNameRefused
from apps.clubs.models import NAME_LENGTH, Club
from apps.common import text_rules

MIN_LETTERS = 3
"""Minimum letters or digits of a name."""


def parse_club_name(name: str, *, club: Club | None = None) -> str:
    """Return the name as it is stored, if this club can have it.

    The database checks that two clubs don't claim the same name at once.

    :raises ClubNameRefused: if it's too short, too long or reserved, mixes scripts, or looks like another club's
    :raises TextRefused: if it contains characters that aren't text
    """
    name = " ".join(text_rules.normalise_text(name).split())
    if len(name) > NAME_LENGTH or sum(letter.isalnum() for letter in name) < MIN_LETTERS:
        sentence = _("A name needs at least %(least)d letters or digits and can have up to %(most)d characters.")
        raise ClubNameRefused(sentence % {"least": MIN_LETTERS, "most": NAME_LENGTH})
    try:
        not_reserved(name)
    except ValidationError as error:
        raise ClubNameRefused(error.message) from error
    if any(confusables.has_mixed_scripts(word) for word in name.split()):
        raise ClubNameRefused(_("Don’t mix alphabets within a word. Their letters can look the same."))
    if _is_name_taken(name, club):
        raise ClubNameRefused(describe_taken_name())
    return name


def describe_taken_name() -> str:
    return _("Another club already has this name or a very similar one. Choose another.")


def _is_name_taken(name: str, club: Club | None) -> bool:
    others = Club.objects.filter(closed_at=None)
    if club is not None:
        others = others.exclude(pk=club.pk)
    same = others.alias(lowered=Lower("name"))
    return same.filter(Q(skeleton__in=confusables.list_skeletons(name)) | Q(lowered=name.lower())).exists()
