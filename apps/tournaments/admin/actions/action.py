"""An organiser's action, which first says in sentences what will happen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


@dataclass(frozen=True)
class ActionContext:
    """A tournament at the moment of an action, with the query that says what the action is about."""

    snapshot: TournamentSnapshot
    by: Player
    now: datetime
    query: Mapping[str, str]
    """Parameters from the address: which entrant, which table."""

    @property
    def tournament(self) -> Tournament:
        return self.snapshot.tournament

    @property
    def code(self) -> str:
        return self.tournament.code

    def number(self, name: str, usual: int = -1) -> int:
        return parse_number(self.query.get(name, ""), usual)

    def entry(self, name: str = "entry") -> Entry:
        """Return the entrant from the address.

        :raises TournamentRefused: if that entrant doesn't exist
        """
        entry = self.snapshot.entries.get(self.number(name))
        if entry is None:
            raise TournamentRefused(_("Choose an entrant."))
        return entry

    def table(self) -> tuple[RoundState, PodState]:
        """Return the table from the address, with its round.

        :raises TournamentRefused: if no published round has that table
        """
        round_ = self.snapshot.round(self.number("round"))
        index = self.number("table")
        found = next((t for t in round_.pods if t.pod.index == index), None) if round_ and round_.published else None
        if round_ is None or found is None:
            raise TournamentRefused(_("Choose a table."))
        return round_, found

    def running(self) -> RoundState:
        """Return the round in play.

        :raises TournamentRefused: if there is none
        """
        round_ = find_round_in_play(self.snapshot)
        if round_ is None:
            raise TournamentRefused(_("No round is in progress."))
        return round_


def parse_number(text: str, usual: int = -1) -> int:
    """Read a number from an address; return `usual` if it isn't one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else usual


def find_round_in_play(snapshot: TournamentSnapshot) -> RoundState | None:
    """Return the round in play."""
    return next((round_ for round_ in snapshot.published if round_.round.state == round_.round.State.PUBLISHED), None)


@dataclass(frozen=True)
class Action:
    """One line of the table of all actions."""

    name: str
    title: str | Promise
    right: Right
    fits: Callable[[TournamentSnapshot], bool]
    """Check whether there is a button for it."""
    says: Callable[[ActionContext], Iterable[str]]
    """Say what will happen. Raises TournamentRefused if nothing can."""
    do: Callable[[ActionContext, CleanedData], str]
    """Do it, and say what was done. Raises TournamentRefused without any change. The tournament is locked."""
    form: Callable[[ActionContext, QueryDict | None], forms.Form] | None = None
    """The form that is still to be filled in, if any."""
    sealed: Callable[[ActionContext], str] = lambda _case: ""
    """Return what else must not have changed, though no sentence says it."""
    about: bool = False
    """Whether the address must say what it is about. If so, the button is beside that."""
    at_once: CleanedData | None = None
    """The form's values if it can be done with one click from the admin's first page; None if it can't."""
    version: Callable[[ActionContext], str] = lambda _case: ""
    """Return what the first page showed of its subject. If that has changed, a click there does nothing."""


def preview_action(deed: Action, case: ActionContext) -> list[str]:
    """Return sentences that say what will happen.

    :raises TournamentRefused: if nothing can
    """
    sentences = list(deed.says(case))  # First, because it explains best why not.
    if not deed.fits(case.snapshot):
        raise TournamentRefused(_("This is no longer possible. The tournament has moved on."))
    return sentences


def check_unchanged(deed: Action, case: ActionContext, version: str) -> None:
    """Check that an action is still possible, and that its subject is as the user saw it.

    :raises TournamentRefused: if not
    """
    preview_action(deed, case)
    if version != deed.version(case):
        raise TournamentRefused(_("Something changed in the meantime, so nothing was done. Please check again."))


def compute_preview_mark(deed: Action, case: ActionContext, sentences: Sequence[str]) -> str:
    """Return a mark of what the user was shown. If it has changed, they are asked again."""
    return hashlib.sha256("\n".join([*sentences, deed.sealed(case)]).encode()).hexdigest()[:32]


def count_entrants(snapshot: TournamentSnapshot, *states: str) -> int:
    """Count the entrants in these states, leaving out deleted accounts."""
    return sum(1 for entry in snapshot.entries.values() if entry.state in states and not entry.gone)
