"""Names that players can choose, neither reserved nor similar to another player's."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from apps.accounts import confusables
from apps.accounts.models import Player, not_reserved


def validate_username(name: str, *, by: Player | None = None) -> str:
    """Return the name as it is stored, if it can be chosen. A player's current name is always fine.

    The database checks that no one else has exactly this name, because two players can ask at once.

    :raises ValidationError: if it's reserved, mixes scripts, or looks like another player's
    """
    name = Player.normalize_username(name)
    if by is not None and name == by.username:
        return name
    not_reserved(name)
    if confusables.has_mixed_scripts(name):
        raise ValidationError(
            _("Use letters from one alphabet only. Letters from different alphabets can look the same.")
        )
    alike = Player.objects.filter(skeleton__in=confusables.list_skeletons(name)).values_list("pk", "username")
    if any(other.lower() != name.lower() for pk, other in alike if by is None or pk != by.pk):
        raise ValidationError(_("This name looks too much like another player’s. Choose another one."))
    return name
