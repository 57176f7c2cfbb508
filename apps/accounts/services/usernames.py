"""Which names somebody may choose: none of the house's, none that looks like somebody else's."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from apps.accounts import confusables
from apps.accounts.models import Player, not_reserved


def chosen(name: str, *, by: Player | None = None) -> str:
    """The name as it is kept, if it may be chosen. Whoever has a name keeps it, whatever it looks like.

    That nobody has exactly this name is for the database to say: two may ask for it at once.

    :raises ValidationError: if the house needs it, its letters are of several scripts, or it looks like another's
    """
    name = Player.normalize_username(name)
    if by is not None and name == by.username:
        return name
    not_reserved(name)
    if confusables.mixed(name):
        raise ValidationError(
            _("Use letters from one alphabet only. Letters from different alphabets can look the same.")
        )
    alike = Player.objects.filter(skeleton__in=confusables.skeletons(name)).values_list("pk", "username")
    if any(other.lower() != name.lower() for pk, other in alike if by is None or pk != by.pk):
        raise ValidationError(_("This name looks too much like another player’s. Choose another one."))
    return name
