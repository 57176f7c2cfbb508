"""A player's greatest feats for their profile, cached for a day or until they finish another match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.core.cache import caches
from django.db.models import Max
from django.utils.translation import gettext

from apps.matches.models import MatchFeat
from apps.matches.selectors.history import get_feat_titles

FEATS_CACHE_SECONDS: Final = 24 * 3600


def find_greatest_feats(player: int, *, finished: int) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return the player's greatest number of each kind of feat, by game, in listed matches without hints.

    :param finished: how many matches they have finished
    """
    if not finished:
        return {}
    key = f"own-feats-unaided:{player}:{finished}"
    best: dict[str, dict[str, int]] | None = caches["shared"].get(key)
    if best is None:
        best = _load_greatest_feats(player)
        caches["shared"].set(key, best, FEATS_CACHE_SECONDS)
    return {
        game: tuple((gettext(title), numbers[kind]) for kind, title in get_feat_titles(game).items() if kind in numbers)
        for game, numbers in best.items()
    }


def _load_greatest_feats(player: int) -> dict[str, dict[str, int]]:
    theirs = MatchFeat.objects.filter(player=player, bot=False, match__listed=True, match__hinted=False).order_by()
    best: dict[str, dict[str, int]] = {}
    for game, kind, number in theirs.values("game", "kind").annotate(most=Max("number")).values_list(
        "game", "kind", "most"
    ):  # fmt: skip
        best.setdefault(game, {})[kind] = number
    return best
