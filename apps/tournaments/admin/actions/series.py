"""Actions on series of tournaments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.tournaments.admin.actions.action import Action, ActionContext
from apps.tournaments.admin.wording import format_moment
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Division, Series, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import series


class Rule(forms.Form):
    """The form for the rule that dates the next tournament."""

    every = forms.ChoiceField(label=gettext_lazy("How often"), choices=Series.Every)
    nth = forms.TypedChoiceField(label=gettext_lazy("If monthly"), coerce=int, choices=Series.Nth)
    ahead = forms.IntegerField(
        label=gettext_lazy("Days ahead"),
        min_value=1,
        max_value=60,
        initial=7,
        help_text=gettext_lazy(
            "The next tournament is created, and registration opens, this many days before it starts."
        ),
    )


def _preview_starting_series(case: ActionContext) -> Iterator[str]:
    if _is_in_active_series(case.snapshot):
        raise TournamentRefused(_("This tournament is already part of a series."))
    sentence = _(
        "From now on, the tournament repeats on the same weekday at the same time, starting from %(time)s (%(zone)s)."
    )
    yield sentence % {"time": format_moment(case.tournament.starts_at), "zone": case.by.time_zone}
    yield _("Each one is a copy of the last, with the same organisers and invited players, and opens for registration.")
    yield _("You can end the series at any time.")


def _start_series(case: ActionContext, typed: CleanedData) -> str:
    series.start_series(code=case.code, time_zone=case.by.time_zone, **typed)
    return _("This tournament is now part of a series.")


def _preview_ending_series(case: ActionContext) -> Iterator[str]:
    if not _is_in_active_series(case.snapshot):
        raise TournamentRefused(_("This tournament isn’t part of an active series."))
    yield _("No more tournaments will be created. Existing ones stay, including this one.")


def _end_series(case: ActionContext, _typed: CleanedData) -> str:
    series.end_series(code=case.code)
    return _("The series has ended.")


def _is_in_active_series(snapshot: TournamentSnapshot) -> bool:
    return snapshot.tournament.series is not None and snapshot.tournament.series.active


def _can_become_series(snapshot: TournamentSnapshot) -> bool:
    """Check whether the tournament can become a series: not cancelled, and in no series or league.

    Divisions need no series, because their league starts the next season.
    """
    if _is_in_active_series(snapshot) or snapshot.tournament.status == Tournament.Status.CANCELLED:
        return False
    return not Division.objects.filter(tournament=snapshot.tournament).exists()


DEEDS: Final[Collection[Action]] = (
    Action(
        "series",
        gettext_lazy("Make it a series"),
        Right.RUN,
        _can_become_series,
        _preview_starting_series,
        _start_series,
        form=lambda _case, data: Rule(data),
    ),
    Action(
        "end-series",
        gettext_lazy("End the series"),
        Right.RUN,
        _is_in_active_series,
        _preview_ending_series,
        _end_series,
    ),
)
