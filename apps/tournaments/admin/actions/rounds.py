"""Actions on rounds and tables: publish, swap, extend and correct."""

# Every action is called with its context, whether or not it uses it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, numbered, playing
from apps.tournaments.admin.wording import moment, names, priced, reasons, seated, sitters, spot
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import name
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.standings import groups
from apps.tournaments.services import corrections, rounds
from apps.tournaments.wording import formats


class Hours(forms.Form):
    """The form for extra time."""

    hours = forms.IntegerField(label=gettext_lazy("Extra hours"), min_value=1, max_value=rounds.LONGEST, initial=24)


class Places(forms.Form):
    """The form for everyone's place at a table."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read it.")
    )
    field_order: list[str]

    def __init__(self, case: ActionContext, data: Any) -> None:
        _round, table = case.table()
        super().__init__(data)
        known = table.result.places if table.result else ()
        people = list(zip(table.seats, sitters(table, case.snapshot.entries), strict=True))
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


def _publishing(case: ActionContext) -> Iterator[str]:
    if case.tournament.status != Tournament.Status.RUNNING:
        raise TournamentRefused(_("The tournament isn’t running."))
    round_ = rounds.waiting(case.snapshot)
    pods, byes = round_.proposal.pods, round_.proposal.byes
    people = {number for pod in pods for number in pod.seats} | set(byes)
    sentence = ngettext("Round %(round)d becomes visible to everyone, with %(n)d table.",
                    "Round %(round)d becomes visible to everyone, with %(n)d tables.", len(pods))  # fmt: skip
    yield sentence % {"round": round_.round.number + 1, "n": len(pods)}
    if byes:
        yield _("Bye for %(names)s.") % {"names": names(byes, case.snapshot.entries)}
    notified = len({player for number in people for player in case.snapshot.people(number)})
    yield ngettext("%(n)d player will be notified.", "%(n)d players will be notified.", notified) % {"n": notified}
    yield _("The round’s matches start within 30 seconds. You can’t undo this or change the pairings afterwards.")
    yield _lasting(case.tournament)
    yield _("Compromises: %(cost)s.") % {"cost": "; ".join(priced(round_.proposal))}


def _lasting(tournament: Tournament) -> str:
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


def _publish(case: ActionContext, _typed: Mapping[str, Any]) -> str:
    number = rounds.waiting(case.snapshot).round.number
    rounds.publish(code=case.code, number=number, by=case.by.pk, now=case.now)
    return _("Round %(round)d has been published.") % {"round": number + 1}


def _as_proposed(case: ActionContext) -> str:
    """Return the proposal as text, because another pairing can have the same cost."""
    return str(rounds.waiting(case.snapshot).round.proposal)


def _swapping(case: ActionContext) -> Iterator[str]:
    (one, one_at), (other, other_at) = _spot(case, "one"), _spot(case, "other")
    made = rounds.try_swap(case.snapshot, one.number, other.number, one_at=one_at, other_at=other_at)
    entries, groups_ = case.snapshot.entries, groups(rounds.waiting(case.snapshot))
    places = {"one": spot(one, one_at, groups_), "other": spot(other, other_at, groups_)}
    yield _("%(one)s and %(other)s swap places.") % places
    yield _("Compromises before: %(cost)s.") % {"cost": "; ".join(priced(rounds.waiting(case.snapshot).proposal))}
    yield _("Compromises after: %(cost)s.") % {"cost": "; ".join(priced(made.proposal))}
    for number, pod in enumerate(made.proposal.pods, start=1):
        if pod in made.changed:
            sitting = _("Table %(table)d: %(people)s.") % {"table": number, "people": seated(pod, entries)}
            yield " ".join([sitting, *reasons(pod, entries)])
    if made.proposal.byes:
        yield _("Bye for %(names)s.") % {"names": names(made.proposal.byes, entries)}
    yield _("The public log shows that the round was changed by hand.")


def _swap(case: ActionContext, _typed: Mapping[str, Any]) -> str:
    (one, one_at), (other, other_at) = _spot(case, "one"), _spot(case, "other")
    rounds.swap(code=case.code, one=one.number, other=other.number, one_at=one_at, other_at=other_at, by=case.by.pk,
                now=case.now)  # fmt: skip
    return _("%(one)s and %(other)s have swapped places.") % {"one": name(one), "other": name(other)}


def _spot(case: ActionContext, which: str) -> tuple[Entry, int | None]:
    """Return the chosen entrant and their table, from 0, or None for their bye.

    Both are in the address as the dashboard offers them. Without a table, their bye or their first table is meant.

    :raises TournamentRefused: if the entrant doesn't exist
    """
    number, _dash, table = case.query.get(which, "").partition("-")
    entry = case.snapshot.entries.get(numbered(number))
    if entry is None:
        raise TournamentRefused(_("Choose an entrant."))
    if table:
        return entry, numbered(table) - 1
    proposal = rounds.waiting(case.snapshot).proposal
    sits = (index for index, pod in enumerate(proposal.pods) if entry.number in pod.seats)
    return entry, None if entry.number in proposal.byes else next(sits, None)


def _extending(case: ActionContext) -> Iterator[str]:
    round_ = case.running()
    _runs(case)
    open_ = sum(1 for table in round_.pods if table.result is None)
    sentence = ngettext("In round %(round)d, %(n)d table is still playing and gets more time.",
                    "In round %(round)d, %(n)d tables are still playing and get more time.", open_)  # fmt: skip
    yield sentence % {"round": round_.round.number + 1, "n": open_}
    yield _until(round_.round.ends_at)
    yield _("Every open turn there gets the same extra time. No notifications are sent, but the public log shows it.")


def _extend(case: ActionContext, typed: Mapping[str, Any]) -> str:
    number = case.running().round.number
    rounds.extend(code=case.code, number=number, by=case.by.pk, now=case.now, **typed)
    extended = {"round": number + 1, "time": formats.hours(typed["hours"])}
    return _("Round %(round)d has been extended by %(time)s.") % extended


def _extending_table(case: ActionContext) -> Iterator[str]:
    round_, table = case.table()
    _runs(case)
    if table.result is not None:
        raise TournamentRefused(_("This table isn’t in play."))
    yield _("Round %(round)d, table %(table)d gets more time: %(people)s.") % _where(case, round_, table)
    yield _until(table.pod.ends_at)
    yield _("Every open turn there gets the same extra time. The next round waits for this table.")


def _extend_table(case: ActionContext, typed: Mapping[str, Any]) -> str:
    round_, table = case.table()
    rounds.extend_table(
        code=case.code, number=round_.round.number, index=table.pod.index, by=case.by.pk, now=case.now, **typed
    )
    return _("Round %(round)d, table %(table)d has been given more time: %(people)s.") % _where(case, round_, table)


def _correcting(case: ActionContext) -> Iterator[str]:
    round_, table = case.table()
    if case.tournament.status == Tournament.Status.CANCELLED:
        raise TournamentRefused(_("The tournament was cancelled."))
    yield _("Round %(round)d, table %(table)d: %(people)s.") % _where(case, round_, table)
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


def _correct(case: ActionContext, typed: Mapping[str, Any]) -> str:
    round_, table = case.table()
    corrections.correct(
        code=case.code,
        number=round_.round.number,
        index=table.pod.index,
        places=[typed[f"place{seat}"] for seat in range(len(table.seats))],
        missing=typed["missing"],
        reason=typed["reason"],
        by=case.by.pk,
        now=case.now,
    )
    return _("Round %(round)d, table %(table)d has been corrected: %(people)s.") % _where(case, round_, table)


def _runs(case: ActionContext) -> None:
    if case.tournament.status != Tournament.Status.RUNNING:
        raise TournamentRefused(_("The tournament isn’t running."))


def _until(ends_at: Any) -> str:
    if ends_at is None:
        return _("There is no time limit.")
    return _("The deadline is currently %(time)s and is extended accordingly.") % {"time": moment(ends_at)}


def _where(case: ActionContext, round_: RoundState, table: PodState) -> dict[str, Any]:
    people = ", ".join(sitters(table, case.snapshot.entries))
    return {"round": round_.round.number + 1, "table": table.pod.index + 1, "people": people}


def _hours(case: ActionContext, data: Any) -> forms.Form:
    return Hours(data)


def _proposed(snapshot: TournamentSnapshot) -> bool:
    return snapshot.proposed is not None and snapshot.tournament.status == Tournament.Status.RUNNING


def _played(snapshot: TournamentSnapshot) -> bool:
    return playing(snapshot) is not None and snapshot.tournament.status == Tournament.Status.RUNNING


def _published(snapshot: TournamentSnapshot) -> bool:
    return bool(snapshot.published) and snapshot.tournament.status != Tournament.Status.CANCELLED


DEEDS: Final[Collection[Action]] = (
    Action("publish", gettext_lazy("Publish the round"), Right.HELP, _proposed, _publishing, _publish,
         sealed=_as_proposed),
    Action("swap", gettext_lazy("Swap"), Right.HELP, _proposed, _swapping, _swap, about=True),
    Action("extend", gettext_lazy("Give the round more time"), Right.HELP, _played, _extending, _extend, form=_hours),
    Action("extend-table", gettext_lazy("Give more time"), Right.HELP, _played, _extending_table, _extend_table,
         form=_hours, about=True),
    Action("correct", gettext_lazy("Correct the result"), Right.HELP, _published, _correcting, _correct,
         form=Places, about=True),
)  # fmt: skip
