"""What a club may be called: nothing of the house's, and nothing that looks like another club."""

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

LEAST = 3
"""Letters or digits."""


def chosen(name: str, *, club: Club | None = None) -> str:
    """The name as it is kept, if this club may be called that.

    That two do not take the same at once is for the database to say.

    :raises ClubNameRefused: if it is too short or long, the house needs it, it mixes scripts, or a club looks like it
    :raises TextRefused: if it holds signs that are no text
    """
    name = " ".join(text_rules.tidy(name).split())
    if len(name) > NAME_LENGTH or sum(letter.isalnum() for letter in name) < LEAST:
        sentence = _("A name needs at least %(least)d letters or digits and can have up to %(most)d characters.")
        raise ClubNameRefused(sentence % {"least": LEAST, "most": NAME_LENGTH})
    try:
        not_reserved(name)
    except ValidationError as error:
        raise ClubNameRefused(error.message) from error
    if any(confusables.mixed(word) for word in name.split()):
        raise ClubNameRefused(_("Don’t mix alphabets within a word. Their letters can look the same."))
    if _alike(name, club):
        raise ClubNameRefused(taken())
    return name


def taken() -> str:
    return _("Another club already has this name or a very similar one. Choose another.")


def _alike(name: str, club: Club | None) -> bool:
    others = Club.objects.filter(closed_at=None)
    if club is not None:
        others = others.exclude(pk=club.pk)
    same = others.alias(lowered=Lower("name"))
    return same.filter(Q(skeleton__in=confusables.skeletons(name)) | Q(lowered=name.lower())).exists()
