"""Actions on rounds and tables: publish, swap, extend and correct."""

# Every action is called with its context, whether or not it uses it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, find_round_in_play, parse_number
from apps.tournaments.admin.wording import (
    describe_pod_flaws,
    describe_round_flaws,
    describe_spot,
    format_entrant_names,
    format_moment,
    format_pod_entrants,
    list_names_at_table,
)
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.standings import list_group_letters
from apps.tournaments.services import corrections, reminders, rounds
from apps.tournaments.wording import formats

USUAL_EXTENSION_HOURS: Final = 24
"""The extra time that is proposed, and given with one click."""


class Hours(forms.Form):
    """The form for extra time."""

    hours = forms.IntegerField(
        label=gettext_lazy("Extra hours"),
        min_value=1,
        max_value=rounds.MAX_EXTENSION_HOURS,
        initial=USUAL_EXTENSION_HOURS,
    )


class Places(forms.Form):
    """The form for everyone's place at a table."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read it.")
    )
    field_order: list[str]

    def __init__(self, case: ActionContext, data: QueryDict | None) -> None:
        _round, table = case.table()
        super().__init__(data)
        known = table.result.places if table.result else ()
        people = list(zip(table.seats, list_names_at_table(table, case.snapshot.entries), strict=True))
        self.seats = [f"place{seat}" for seat in range(len(people))]
        for seat, (field, (_one, who)) in enumerate(zip(self.seats, people, strict=True)):
            label = _("%(name)s’s place") % {"name": who}
            initial = known[seat] if known else None
            self.fields[field] = forms.IntegerField(label=label, min_value=1, max_value=len(people), initial=initial)
        self.fields["missing"] = forms.TypedMultipleChoiceField(
            label=_("No-shows"),
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=people,
            initial=sorted(table.result.missing) if table.result else None,
        )
        self.order_fields([*self.seats, "missing", "reason"])


def _preview_publishing_round(case: ActionContext) -> Iterator[str]:
    if case.tournament.status != Tournament.Status.RUNNING:
        raise TournamentRefused(_("The tournament isn’t running."))
    round_ = rounds.get_proposed_round(case.snapshot)
    pods, byes = round_.proposal.pods, round_.proposal.byes
    people = {number for pod in pods for number in pod.seats} | set(byes)
    sentence = ngettext("Round %(round)d becomes visible to everyone, with %(n)d table.",
                    "Round %(round)d becomes visible to everyone, with %(n)d tables.", len(pods))  # fmt: skip
    yield sentence % {"round": round_.round.number + 1, "n": len(pods)}
    if byes:
        yield _("Bye for %(names)s.") % {"names": format_entrant_names(byes, case.snapshot.entries)}
    notified = len({player for number in people for player in case.snapshot.people(number)})
    yield ngettext("%(n)d player will be notified.", "%(n)d players will be notified.", notified) % {"n": notified}
    yield _("The round’s matches start within 30 seconds. You can’t undo this or change the pairings afterwards.")
    yield _describe_round_length(case.tournament)
    yield _("Compromises: %(cost)s.") % {"cost": "; ".join(describe_round_flaws(round_.proposal))}


def _describe_round_length(tournament: Tournament) -> str:
    hours = tournament.round_hours
    if not hours:
        return _("The round has no time limit. It ends with its last match.")
    if tournament.fixed:
        sentence = ngettext("The round ends no later than %(n)d hour after its planned start.",
                            "The round ends no later than %(n)d hours after its planned start.", hours)  # fmt: skip
    else:
        sentence = ngettext("The round lasts at most %(n)d hour.",
                        "The round lasts at most %(n)d hours.", hours)  # fmt: skip
    return sentence % {"n": hours}


def _publish_round(case: ActionContext, _typed: CleanedData) -> str:
    number = rounds.get_proposed_round(case.snapshot).round.number
    rounds.publish_round(code=case.code, number=number, by=case.by.pk, now=case.now)
    return _("Round %(round)d has been published.") % {"round": number + 1}


def _as_proposed(case: ActionContext) -> str:
    """Return the proposal as text, because another pairing can have the same cost."""
    return str(rounds.get_proposed_round(case.snapshot).round.proposal)


def _preview_swapping_entrants(case: ActionContext) -> Iterator[str]:
    (one, one_at), (other, other_at) = _parse_spot(case, "one"), _parse_spot(case, "other")
    made = rounds.try_swap(case.snapshot, one.number, other.number, one_at=one_at, other_at=other_at)
    entries, groups_ = case.snapshot.entries, list_group_letters(rounds.get_proposed_round(case.snapshot))
    places = {"one": describe_spot(one, one_at, groups_), "other": describe_spot(other, other_at, groups_)}
    yield _("%(one)s and %(other)s swap places.") % places
    yield _("Compromises before: %(cost)s.") % {
        "cost": "; ".join(describe_round_flaws(rounds.get_proposed_round(case.snapshot).proposal))
    }
    yield _("Compromises after: %(cost)s.") % {"cost": "; ".join(describe_round_flaws(made.proposal))}
    for number, pod in enumerate(made.proposal.pods, start=1):
        if pod in made.changed:
            sitting = _("Table %(table)d: %(people)s.") % {"table": number, "people": format_pod_entrants(pod, entries)}
            yield " ".join([sitting, *describe_pod_flaws(pod, entries)])
    if made.proposal.byes:
        yield _("Bye for %(names)s.") % {"names": format_entrant_names(made.proposal.byes, entries)}
    yield _("The public log shows that the round was changed by hand.")


def _swap_entrants(case: ActionContext, _typed: CleanedData) -> str:
    (one, one_at), (other, other_at) = _parse_spot(case, "one"), _parse_spot(case, "other")
    rounds.swap_in_proposed_round(
        code=case.code,
        one=one.number,
        other=other.number,
        one_at=one_at,
        other_at=other_at,
        by=case.by.pk,
        now=case.now,
    )
    return _("%(one)s and %(other)s have swapped places.") % {
        "one": format_entrant_name(one),
        "other": format_entrant_name(other),
    }


def _parse_spot(case: ActionContext, which: str) -> tuple[Entry, int | None]:
    """Return the chosen entrant and their table, from 0, or None for their bye.

    Both are in the address as the dashboard offers them. Without a table, their bye or their first table is meant.

    :raises TournamentRefused: if the entrant doesn't exist
    """
    number, _dash, table = case.query.get(which, "").partition("-")
    entry = case.snapshot.entries.get(parse_number(number))
    if entry is None:
        raise TournamentRefused(_("Choose an entrant."))
    if table:
        return entry, parse_number(table) - 1
    proposal = rounds.get_proposed_round(case.snapshot).proposal
    sits = (index for index, pod in enumerate(proposal.pods) if entry.number in pod.seats)
    return entry, None if entry.number in proposal.byes else next(sits, None)


def _preview_extending_round(case: ActionContext) -> Iterator[str]:
    round_ = case.running()
    _check_running(case)
    open_ = sum(1 for table in round_.pods if table.result is None)
    sentence = ngettext("In round %(round)d, %(n)d table is still playing and gets more time.",
                    "In round %(round)d, %(n)d tables are still playing and get more time.", open_)  # fmt: skip
    yield sentence % {"round": round_.round.number + 1, "n": open_}
    yield _describe_deadline(round_.round.ends_at)
    yield _("Every open turn there gets the same extra time. No notifications are sent, but the public log shows it.")


def _extend_round(case: ActionContext, typed: CleanedData) -> str:
    number = case.running().round.number
    rounds.extend_round(code=case.code, number=number, by=case.by.pk, now=case.now, **typed)
    extended = {"round": number + 1, "time": formats.format_hours(typed["hours"])}
    return _("Round %(round)d has been extended by %(time)s.") % extended


def _preview_extending_table(case: ActionContext) -> Iterator[str]:
    round_, table = case.table()
    _check_running(case)
    if table.result is not None:
        raise TournamentRefused(_("This table isn’t in play."))
    yield _("Round %(round)d, table %(table)d gets more time: %(people)s.") % _build_table_words(case, round_, table)
    yield _describe_deadline(table.pod.ends_at)
    yield _("Every open turn there gets the same extra time. The next round waits for this table.")


def _extend_table(case: ActionContext, typed: CleanedData) -> str:
    round_, table = case.table()
    rounds.extend_table(
        code=case.code, number=round_.round.number, index=table.pod.index, by=case.by.pk, now=case.now, **typed
    )
    return _("Round %(round)d, table %(table)d has been given more time: %(people)s.") % _build_table_words(
        case, round_, table
    )


def _preview_reminding_table(case: ActionContext) -> Iterator[str]:
    round_, table = case.table()
    _check_running(case)
    if table.result is not None:
        raise TournamentRefused(_("This table isn’t in play."))
    yield _("Round %(round)d, table %(table)d: %(people)s.") % _build_table_words(case, round_, table)
    yield _("Players the table is waiting for will be notified. You can do this once a day.")
    yield _("The public log shows it.")


def _remind_table(case: ActionContext, _typed: CleanedData) -> str:
    round_, table = case.table()
    reminders.remind_table(
        code=case.code, number=round_.round.number, index=table.pod.index, by=case.by.pk, now=case.now
    )
    return _("Round %(round)d, table %(table)d has been reminded.") % _build_table_words(case, round_, table)


def format_version(at: datetime | None) -> str:
    """Return a time as a mark of what someone saw."""
    return at.isoformat() if at else ""


def _preview_correcting_result(case: ActionContext) -> Iterator[str]:
    round_, table = case.table()
    if case.tournament.status == Tournament.Status.CANCELLED:
        raise TournamentRefused(_("The tournament was cancelled."))
    yield _("Round %(round)d, table %(table)d: %(people)s.") % _build_table_words(case, round_, table)
    if table.correction is not None:
        yield _("Already corrected: %(reason)s The latest correction counts.") % {"reason": table.correction.reason}
    elif table.result is None:
        yield _("The match is still being played. Players can finish it, but it will no longer count.")
    elif table.result.places:
        yield _("The result as played counts for now. The places you enter replace it.")
    else:
        yield _("The match ended without a result. The places you enter will count instead.")
    yield _(
        "1 is the best place. Tied players share the better place, for example 1, 1, 3. Standings change immediately."
    )
    if case.snapshot.proposed is not None:
        yield _("The round waiting to be published will be paired again, and any swaps will be lost.")
    yield _("The public log shows the correction and your reason. No notifications are sent.")


def _correct_result(case: ActionContext, typed: CleanedData) -> str:
    round_, table = case.table()
    corrections.correct_result(
        code=case.code,
        number=round_.round.number,
        index=table.pod.index,
        places=[typed[f"place{seat}"] for seat in range(len(table.seats))],
        missing=typed["missing"],
        reason=typed["reason"],
        by=case.by.pk,
        now=case.now,
    )
    return _("Round %(round)d, table %(table)d has been corrected: %(people)s.") % _build_table_words(
        case, round_, table
    )


def _check_running(case: ActionContext) -> None:
    if case.tournament.status != Tournament.Status.RUNNING:
        raise TournamentRefused(_("The tournament isn’t running."))


def _describe_deadline(ends_at: datetime | None) -> str:
    if ends_at is None:
        return _("There is no time limit.")
    return _("The deadline is currently %(time)s and is extended accordingly.") % {"time": format_moment(ends_at)}


def _build_table_words(case: ActionContext, round_: RoundState, table: PodState) -> dict[str, object]:
    people = ", ".join(list_names_at_table(table, case.snapshot.entries))
    return {"round": round_.round.number + 1, "table": table.pod.index + 1, "people": people}


def _build_hours_form(case: ActionContext, data: QueryDict | None) -> forms.Form:
    return Hours(data)


def _has_proposed_round(snapshot: TournamentSnapshot) -> bool:
    return snapshot.proposed is not None and snapshot.tournament.status == Tournament.Status.RUNNING


def _has_round_in_play(snapshot: TournamentSnapshot) -> bool:
    return find_round_in_play(snapshot) is not None and snapshot.tournament.status == Tournament.Status.RUNNING


def _has_published_round(snapshot: TournamentSnapshot) -> bool:
    return bool(snapshot.published) and snapshot.tournament.status != Tournament.Status.CANCELLED


DEEDS: Final[Collection[Action]] = (
    Action(
        "publish",
        gettext_lazy("Publish the round"),
        Right.HELP,
        _has_proposed_round,
        _preview_publishing_round,
        _publish_round,
        sealed=_as_proposed,
        at_once={},
        version=lambda case: format_version(rounds.get_proposed_round(case.snapshot).round.changed_at),
    ),
    Action(
        "swap",
        gettext_lazy("Swap"),
        Right.HELP,
        _has_proposed_round,
        _preview_swapping_entrants,
        _swap_entrants,
        about=True,
    ),
    Action(
        "extend",
        gettext_lazy("Give the round more time"),
        Right.HELP,
        _has_round_in_play,
        _preview_extending_round,
        _extend_round,
        form=_build_hours_form,
    ),
    Action(
        "remind-table",
        gettext_lazy("Remind players"),
        Right.HELP,
        _has_round_in_play,
        _preview_reminding_table,
        _remind_table,
        about=True,
        at_once={},
    ),
    Action(
        "extend-table",
        gettext_lazy("Give more time"),
        Right.HELP,
        _has_round_in_play,
        _preview_extending_table,
        _extend_table,
        form=_build_hours_form,
        about=True,
        at_once={"hours": USUAL_EXTENSION_HOURS},
        version=lambda case: format_version(case.table()[1].pod.ends_at),
    ),
    Action(
        "correct",
        gettext_lazy("Correct the result"),
        Right.HELP,
        _has_published_round,
        _preview_correcting_result,
        _correct_result,
        form=Places,
        about=True,
    ),
)
