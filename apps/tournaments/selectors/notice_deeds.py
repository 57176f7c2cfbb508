"""What a player can do about notices of tournaments and ladders."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.notices.selectors.inbox import Deed
from apps.tournaments.models import LadderTable, PodMatch

_CHALLENGE_KEY_PATTERN: Final = re.compile(r"ladder:\d+:challenge:(\d+)")


def find_tournament_deeds(player: int, keys: Collection[str]) -> Mapping[str, tuple[Deed, ...]]:
    """Return where notices about rounds, ends and challenges lead, by key: `spring:paired:2`."""
    parts = {key: key.split(":") for key in keys}
    rounds = {
        key: (code, int(rest[0]))
        for key, (code, what, *rest) in ((key, found) for key, found in parts.items() if len(found) > 1)
        if what in ("paired", "call") and rest and rest[0].isdecimal()
    }
    tables = _find_running_tables(player, {code for code, _number in rounds.values()}) if rounds else {}
    deeds = {key: (_build_round_deed(*about, tables),) for key, about in rounds.items()}
    over = {key: found[0] for key, found in parts.items() if found[1:] == ["over"]}
    standings = {
        key: (Deed(_("See the standings"), reverse("tournaments:standings", args=[code])),)
        for key, code in over.items()
    }
    return {**deeds, **standings, **_build_challenge_deeds(player, keys)}


def _build_challenge_deeds(player: int, keys: Collection[str]) -> Mapping[str, tuple[Deed, ...]]:
    """Return where challenges (`ladder:1:challenge:9`) lead whose matches are still in play, by key."""
    found = {key: match[1] for key in keys if (match := _CHALLENGE_KEY_PATTERN.fullmatch(key))}
    if not found:
        return {}
    running = LadderTable.objects.filter(
        pk__in=map(int, found.values()), match__over_at=None, match__seats__player=player
    )
    codes = {str(table): code for table, code in running.values_list("pk", "match__code")}
    return {
        key: (Deed(_("Go to your table"), reverse("matches:page", args=[codes[table]]), primary=True),)
        for key, table in found.items()
        if table in codes
    }


def _build_round_deed(code: str, number: int, tables: Mapping[tuple[str, int], str]) -> Deed:
    if match := tables.get((code, number)):
        return Deed(_("Go to your table"), reverse("matches:page", args=[match]))
    return Deed(_("See the round"), reverse("tournaments:round", args=[code, number + 1]))


def _find_running_tables(player: int, tournaments: Collection[str]) -> Mapping[tuple[str, int], str]:
    """Return the codes of the player's matches in play, by tournament and round."""
    found = PodMatch.objects.filter(
        pod__round__tournament__code__in=tournaments, match__over_at=None, match__seats__player=player
    )
    rows = found.order_by("-number").values_list("pod__round__tournament__code", "pod__round__number", "match__code")
    return {(code, number): match for code, number, match in rows}
