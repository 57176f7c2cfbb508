"""A tournament that comes again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.tournaments.admin.actions.action import Action, ActionContext
from apps.tournaments.admin.wording import moment
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Division, Series, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import series


class Rule(forms.Form):
    """When the next one begins."""

    every = forms.ChoiceField(label=gettext_lazy("How often"), choices=Series.Every)
    nth = forms.TypedChoiceField(label=gettext_lazy("Where every month"), coerce=int, choices=Series.Nth)
    ahead = forms.IntegerField(
        label=gettext_lazy("Days ahead"), min_value=1, max_value=60, initial=7,
        help_text=gettext_lazy("So many days before its start the next one is made and opened."),
    )  # fmt: skip


def _repeating(case: ActionContext) -> Iterator[str]:
    if _repeats(case.snapshot):
        raise TournamentRefused(_("It is part of a series already."))
    sentence = _("From now on it comes again at the same time of the same weekday, counted from %(time)s (%(zone)s).")
    yield sentence % {"time": moment(case.tournament.starts_at), "zone": case.by.time_zone}
    yield _("Each is made like the last one, with its organisers and invited people, and opened for registration.")
    yield _("You can end the series whenever you like.")


def _repeat(case: ActionContext, typed: Mapping[str, Any]) -> str:
    series.found(code=case.code, time_zone=case.by.time_zone, **typed)
    return _("It is a series now.")


def _ending(case: ActionContext) -> Iterator[str]:
    if not _repeats(case.snapshot):
        raise TournamentRefused(_("It is not part of a series that goes on."))
    yield _("No further tournament is made. Those that were made stay, this one, too.")


def _end(case: ActionContext, _typed: Mapping[str, Any]) -> str:
    series.stop(code=case.code)
    return _("The series has ended.")


def _repeats(snapshot: TournamentSnapshot) -> bool:
    return snapshot.tournament.series is not None and snapshot.tournament.series.active


def _alone(snapshot: TournamentSnapshot) -> bool:
    """Divisions come again by themselves: their league begins the next season."""
    if _repeats(snapshot) or snapshot.tournament.status == Tournament.Status.CANCELLED:
        return False
    return not Division.objects.filter(tournament=snapshot.tournament).exists()


DEEDS: Final[Collection[Action]] = (
    Action(
        "series",
        gettext_lazy("Make it a series"),
        Right.RUN,
        _alone,
        _repeating,
        _repeat,
        form=lambda _case, data: Rule(data),
    ),
    Action("end-series", gettext_lazy("End the series"), Right.RUN, _repeats, _ending, _end),
)
