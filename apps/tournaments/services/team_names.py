"""Rules for team names: none that looks like another team or another player."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from apps.accounts import confusables
from apps.accounts.models import Player, not_reserved
from apps.common import text_rules
from apps.common.errors import TextRefused
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import MAX_TEAM_NAME_LENGTH, Entry, Tournament

MIN_LETTERS: Final = 3
"""Minimum number of letters or digits."""


def parse_team_name(name: str, tournament: Tournament, *, captain: Player) -> str:
    """Return the name in its stored form. The tournament is locked, so no one takes the same name at once.

    :raises TournamentRefused: if its length is wrong, it is reserved, mixes scripts, or looks like another team or a
        player
    """
    try:
        name = " ".join(text_rules.normalise_text(name).split())
        not_reserved(name)
    except (TextRefused, ValidationError) as error:
        raise TournamentRefused(str(error) if isinstance(error, TextRefused) else error.message) from error
    if len(name) > MAX_TEAM_NAME_LENGTH or sum(letter.isalnum() for letter in name) < MIN_LETTERS:
        sentence = _("Team names need at least %(least)d letters or digits, and no more than %(most)d characters.")
        raise TournamentRefused(sentence % {"least": MIN_LETTERS, "most": MAX_TEAM_NAME_LENGTH})
    if any(confusables.has_mixed_scripts(word) for word in name.split()):
        raise TournamentRefused(_("Don’t mix alphabets within a word. Their letters can look the same."))
    if _is_name_taken(name, tournament, captain):
        raise TournamentRefused(_("A team or player already has this name or one very like it. Choose another name."))
    return name


def _is_name_taken(name: str, tournament: Tournament, captain: Player) -> bool:
    looks = set(confusables.list_skeletons(name))
    others = Entry.objects.filter(tournament=tournament).exclude(team="").exclude(player=captain)
    if not tournament.live:
        others = others.exclude(state=Entry.State.OUT)  # They played nothing under it.
    if any(looks & set(confusables.list_skeletons(team)) for team in others.values_list("team", flat=True)):
        return True
    return Player.objects.filter(skeleton__in=looks).exclude(pk=captain.pk).exists()
