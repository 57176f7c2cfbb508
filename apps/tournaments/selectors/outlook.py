"""The expected length of a tournament, for players who are thinking of creating one."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.formats.length import Length, compute_length
from apps.tournaments.formats.plan import Plan
from apps.tournaments.pairing.sizes import Impossible
from apps.tournaments.wording import formats


def describe_expected_lengths(
    plan: Plan, entrants: Iterable[int], *, round_hours: int | None, break_hours: int
) -> list[str]:
    """Return a sentence for each of these numbers of entrants that works.

    The time is the maximum, with every round ending as late as possible.
    """
    said = []
    for count in sorted(set(entrants)):
        try:
            lasts = compute_length(plan.stages, count, teams=plan.team > 0)
        except Impossible:
            continue
        hours = lasts.rounds * (round_hours or 0) + (lasts.rounds - 1) * break_hours
        words = {
            "people": count,
            "rounds": _format_round_count(lasts),
            "matches": _format_match_count(lasts),
            "time": formats.format_hours(hours),
        }
        said.append(_get_length_sentence(bounded=bool(round_hours), teams=plan.team > 0) % words)
    return said


def _get_length_sentence(*, bounded: bool, teams: bool) -> str:
    if bounded and teams:
        return _("With %(people)d teams: %(rounds)s, %(matches)s per player, done within %(time)s.")
    if teams:
        return _("With %(people)d teams: %(rounds)s, %(matches)s per player.")
    if bounded:
        return _("With %(people)d entrants: %(rounds)s, %(matches)s each, done within %(time)s.")
    return _("With %(people)d entrants: %(rounds)s, %(matches)s each.")


def _format_round_count(lasts: Length) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", lasts.rounds) % {"count": lasts.rounds}


def _format_match_count(lasts: Length) -> str:
    if lasts.fewest == lasts.most:
        return ngettext("%(count)d match", "%(count)d matches", lasts.most) % {"count": lasts.most}
    return _("%(fewest)d–%(most)d matches") % {"fewest": lasts.fewest, "most": lasts.most}
