"""A deed: something an organiser does, which first says in sentences what will happen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


@dataclass(frozen=True)
class ActionContext:
    """A tournament in the moment in which somebody is about to do something, and what it is about."""

    snapshot: TournamentSnapshot
    by: Player
    now: datetime
    query: Mapping[str, str]
    """From the address: which entrant, which table."""

    @property
    def tournament(self) -> Tournament:
        return self.snapshot.tournament

    @property
    def code(self) -> str:
        return self.tournament.code

    def number(self, name: str, usual: int = -1) -> int:
        return numbered(self.query.get(name, ""), usual)

    def entry(self, name: str = "entry") -> Entry:
        """:raises TournamentRefused: if there is no such entrant"""
        entry = self.snapshot.entries.get(self.number(name))
        if entry is None:
            raise TournamentRefused(_("Choose an entrant."))
        return entry

    def table(self) -> tuple[RoundState, PodState]:
        """:raises TournamentRefused: if there is no such table in a round that was published"""
        round_ = self.snapshot.round(self.number("round"))
        index = self.number("table")
        found = next((t for t in round_.pods if t.pod.index == index), None) if round_ and round_.published else None
        if round_ is None or found is None:
            raise TournamentRefused(_("Choose a table."))
        return round_, found

    def running(self) -> RoundState:
        """:raises TournamentRefused: if no round is being played"""
        round_ = playing(self.snapshot)
        if round_ is None:
            raise TournamentRefused(_("No round is in progress."))
        return round_


def numbered(text: str, usual: int = -1) -> int:
    """What an address says, if it is a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else usual


def playing(snapshot: TournamentSnapshot) -> RoundState | None:
    """The round that is being played."""
    return next((round_ for round_ in snapshot.published if round_.round.state == round_.round.State.PUBLISHED), None)


@dataclass(frozen=True)
class Action:
    """One line of the table of everything that can be done."""

    name: str
    title: str | Promise
    right: Right
    fits: Callable[[TournamentSnapshot], bool]
    """Whether there is a button for it."""
    says: Callable[[ActionContext], Iterable[str]]
    """What will happen. Raises TournamentRefused if nothing can."""
    do: Callable[[ActionContext, Mapping[str, Any]], str]
    """Do it; says what was done. Raises TournamentRefused, and has changed nothing then. The tournament is held."""
    form: Callable[[ActionContext, Any], forms.Form] | None = None
    """What is still to be typed."""
    sealed: Callable[[ActionContext], str] = lambda _case: ""
    """What else must still be the same, though no sentence says it."""
    about: bool = False
    """Whether the address must say whom or what; then the button stands beside them."""


def preview(deed: Action, case: ActionContext) -> list[str]:
    """What will happen.

    :raises TournamentRefused: if nothing can
    """
    sentences = list(deed.says(case))  # First: it knows best why not.
    if not deed.fits(case.snapshot):
        raise TournamentRefused(_("This is no longer possible. The tournament has moved on."))
    return sentences


def mark(deed: Action, case: ActionContext, sentences: Sequence[str]) -> str:
    """Of what somebody was told would happen: if it is no longer so, they are asked again."""
    return hashlib.sha256("\n".join([*sentences, deed.sealed(case)]).encode()).hexdigest()[:32]


def count(snapshot: TournamentSnapshot, *states: str) -> int:
    """How many entrants take part, or wait; whose account is gone does neither."""
    return sum(1 for entry in snapshot.entries.values() if entry.state in states and not entry.gone)
