"""Changes to notification settings."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from django.db import transaction

from apps.common.codes import new_token
from apps.notices.models import Wishes
from apps.notices.selectors.preferences import CHOOSABLE_KINDS, Wish, decode_wish


def get_or_create_wishes(player: int) -> Wishes:
    """Return the player's row, created on first use."""
    Wishes.objects.bulk_create([Wishes(player_id=player)], ignore_conflicts=True)
    return Wishes.objects.get(pk=player)


def save_wish(*, player: int, wish: Wish) -> None:
    """Store the settings. Mail that was switched off automatically is tried again."""
    get_or_create_wishes(player)
    chosen: object = msgspec.to_builtins(wish)
    Wishes.objects.filter(pk=player).update(chosen=chosen, failures=0, trouble="")


def no_mail(*, player: int, kinds: Collection[str] = CHOOSABLE_KINDS) -> None:
    """Stop mail about these kinds, and the digest if none is left."""
    with transaction.atomic():
        get_or_create_wishes(player)
        row = Wishes.objects.select_for_update(no_key=True).get(pk=player)
        wish = decode_wish(row)
        left = tuple(kind for kind in wish.mail if kind not in kinds)
        row.chosen = msgspec.to_builtins(msgspec.structs.replace(wish, mail=left, digest=wish.digest if left else None))
        row.save(update_fields=["chosen"])


def renew_feed(*, player: int) -> None:
    """Replace the secret in the feeds' URLs. The old ones no longer work."""
    get_or_create_wishes(player)
    Wishes.objects.filter(pk=player).update(feed=new_token())
