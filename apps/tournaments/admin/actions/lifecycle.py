"""Actions from the announcement of a tournament to the prize giving."""

# Every action is called with its context, whether or not it uses it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, count_entrants
from apps.tournaments.admin.wording import format_moment
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import lifecycle, matches

Status = Tournament.Status


class Why(forms.Form):
    """The form for a reason, which everyone can read."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read it.")
    )


def _preview_announcing_tournament(case: ActionContext) -> Iterator[str]:
    tournament = _check_status(case, Status.DRAFT)
    if tournament.listed:
        yield _("Everyone will be able to see the tournament and its settings.")
    else:
        yield _("Anyone with the link can see the tournament and its settings. It isn’t listed.")
    if tournament.opens_at and tournament.opens_at > case.now:
        yield _("Registration opens automatically on %(time)s.") % {"time": format_moment(tournament.opens_at)}
    elif tournament.opens_at:
        yield _("Registration opens within 30 seconds.")
    else:
        yield _("No one can register until you open registration.")
    yield _("No notifications are sent, and you can still cancel the tournament.")


def _preview_opening_registration(case: ActionContext) -> Iterator[str]:
    tournament = _check_status(case, Status.DRAFT, Status.ANNOUNCED, Status.CLOSED)
    yield _("Players can register from now on, and everyone can see the tournament.")
    if tournament.invited_only:
        guests = tournament.guests.count()
        sentence = ngettext(
            "Only invited players can enter (%(n)d so far).", "Only invited players can enter (%(n)d so far).", guests
        )
        yield sentence % {"n": guests}
    yield _("Up to %(most)d entrants. Anyone after that joins the waiting list.") % {"most": tournament.most}
    yield _describe_start(case)
    yield _("No notifications are sent.")


def _preview_closing_registration(case: ActionContext) -> Iterator[str]:
    _check_status(case, Status.OPEN)
    yield _("Registration closes now. %(n)s") % {"n": _describe_entrant_counts(case.snapshot)}
    yield _describe_start(case)
    yield _("Entrants can still withdraw, and you can still add players. You can reopen registration.")


def _preview_starting_tournament(case: ActionContext) -> Iterator[str]:
    tournament = _check_status(case, Status.OPEN, Status.CLOSED)
    short = len(case.snapshot.incomplete)
    entrants = count_entrants(case.snapshot, Entry.State.IN) - short
    fitting = lifecycle.count_fitting_entrants(tournament, entrants)
    if fitting is None:
        raise TournamentRefused(lifecycle.too_few(tournament, entrants, short=short))
    sentence = ngettext(
        "The tournament starts now, with %(n)d entrant.", "The tournament starts now, with %(n)d entrants.", fitting
    )
    yield sentence % {"n": fitting}
    if short:
        yield lifecycle.not_complete(short)
    left = entrants - fitting
    if left:
        sentence = ngettext(
            "%(n)d entrant, the last to register, has to wait so that the rest can be divided into tables.",
            "%(n)d entrants, the last to register, have to wait so that the rest can be divided into tables.",
            left,
        )
        yield sentence % {"n": left}
    yield _("All entrants are notified, including those left on the waiting list.")
    yield _("Rules and settings can’t be changed after this. This can’t be undone.")
    if tournament.by_itself:
        yield _("The first round is paired and published within 30 seconds.")
    else:
        yield _("The first round is paired but stays hidden until you publish it.")


def _preview_pausing_tournament(case: ActionContext) -> Iterator[str]:
    _check_status(case, Status.RUNNING)
    running = len(matches.find_running_matches(case.tournament))
    yield ngettext("%(n)d running match will be paused.", "%(n)d running matches will be paused.", running) % {
        "n": running
    }
    yield _(
        "No rounds start or end during the pause. No notifications are sent, but the matches show that they’re paused."
    )
    yield _("When you resume, all deadlines are extended by the length of the pause.")


def _preview_resuming_tournament(case: ActionContext) -> Iterator[str]:
    tournament = _check_status(case, Status.PAUSED)
    running = len(matches.find_running_matches(tournament))
    yield ngettext("%(n)d match resumes.", "%(n)d matches resume.", running) % {"n": running}
    if tournament.paused_at:
        yield _("All deadlines are extended by the length of the pause, which started on %(time)s.") % {
            "time": format_moment(tournament.paused_at)
        }


def _preview_finishing_tournament(case: ActionContext) -> Iterator[str]:
    _check_status(case, Status.RUNNING)
    if any(not round_.done for round_ in case.snapshot.published):
        raise TournamentRefused(_("Some tables are still playing. Wait for them or cancel the tournament."))
    yield _("The tournament ends now. No further rounds are played.")
    if case.snapshot.ranking:
        first = [
            format_entrant_name(case.snapshot.entries[line.entrant])
            for line in case.snapshot.ranking
            if line.place == 1
        ]
        yield _("Won by %(names)s.") % {"names": ", ".join(first)}
    yield _("Everyone is notified of their final place. This can’t be undone.")


def _preview_cancelling_tournament(case: ActionContext) -> Iterator[str]:
    if case.tournament.ended:
        raise TournamentRefused(_("The tournament is over."))
    if case.tournament.status == Status.DRAFT:
        yield _("No one knows about this tournament yet, so no one is notified.")
    else:
        people = [entry.number for entry in case.snapshot.entries.values() if entry.state != Entry.State.OUT]
        notified = len({player for number in people for player in case.snapshot.people(number)})
        yield ngettext("%(n)d player will be notified.", "%(n)d players will be notified.", notified) % {"n": notified}
    running = len(matches.find_running_matches(case.tournament))
    if running:
        sentence = ngettext("%(n)d running match can be finished, but won’t count.",
                        "%(n)d running matches can be finished, but won’t count.", running)  # fmt: skip
        yield sentence % {"n": running}
    yield _("This can’t be undone.")


def _describe_start(case: ActionContext) -> str:
    tournament = case.tournament
    if not tournament.by_itself:
        return _("You start the tournament yourself. The announced time is %(time)s.") % {
            "time": format_moment(tournament.starts_at)
        }
    if tournament.starts_at <= case.now:
        return _("It’s time: the tournament starts within 30 seconds, or is cancelled if there are too few entrants.")
    sentence = _(
        "The tournament starts automatically on %(time)s, or is cancelled if fewer than %(least)d have entered."
    )
    return sentence % {"time": format_moment(tournament.starts_at), "least": tournament.least}


def _describe_entrant_counts(snapshot: TournamentSnapshot) -> str:
    taking, waiting = count_entrants(snapshot, Entry.State.IN), count_entrants(snapshot, Entry.State.WAITING)
    sentence = ngettext("%(n)d entrant, %(waiting)d on the waiting list.",
                    "%(n)d entrants, %(waiting)d on the waiting list.", taking)  # fmt: skip
    return sentence % {"n": taking, "waiting": waiting}


def _check_status(case: ActionContext, *statuses: str) -> Tournament:
    if case.tournament.status not in statuses:
        raise TournamentRefused(_("This is no longer possible. The tournament has moved on."))
    return case.tournament


def _build_status_test(*statuses: str) -> Callable[[TournamentSnapshot], bool]:
    return lambda snapshot: snapshot.tournament.status in statuses


def _build_form_action(writer: Callable[..., object], done: object) -> Callable[[ActionContext, CleanedData], str]:
    """Create an action that passes the form's fields to the writer unchanged."""

    def do(case: ActionContext, typed: CleanedData) -> str:
        writer(code=case.code, by=case.by.pk, now=case.now, **typed)
        return str(done)

    return do


def _build_reason_form(case: ActionContext, data: QueryDict | None) -> forms.Form:
    return Why(data)


def _has_not_ended(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended


def _is_between_rounds(snapshot: TournamentSnapshot) -> bool:
    """Check whether the tournament is running and no table is playing."""
    running = snapshot.tournament.status == Status.RUNNING
    return running and bool(snapshot.published) and all(round_.done for round_ in snapshot.published)


BEGINNING: Final[Collection[Action]] = (
    Action(
        "announce",
        gettext_lazy("Announce"),
        Right.RUN,
        _build_status_test(Status.DRAFT),
        _preview_announcing_tournament,
        _build_form_action(lifecycle.announce_tournament, gettext_lazy("The tournament was announced.")),
    ),
    Action(
        "open",
        gettext_lazy("Open registration"),
        Right.RUN,
        _build_status_test(Status.DRAFT, Status.ANNOUNCED, Status.CLOSED),
        _preview_opening_registration,
        _build_form_action(lifecycle.open_registration, gettext_lazy("Registration is open.")),
        at_once={},
        version=lambda case: case.tournament.status,
    ),
    Action(
        "close",
        gettext_lazy("Close registration"),
        Right.RUN,
        _build_status_test(Status.OPEN),
        _preview_closing_registration,
        _build_form_action(lifecycle.close_registration, gettext_lazy("Registration is closed.")),
    ),
    Action(
        "start",
        gettext_lazy("Start"),
        Right.RUN,
        _build_status_test(Status.OPEN, Status.CLOSED),
        _preview_starting_tournament,
        _build_form_action(lifecycle.start_tournament, gettext_lazy("The tournament has started.")),
    ),
)
ENDING: Final[Collection[Action]] = (
    Action(
        "pause",
        gettext_lazy("Pause"),
        Right.RUN,
        _build_status_test(Status.RUNNING),
        _preview_pausing_tournament,
        _build_form_action(lifecycle.pause_tournament, gettext_lazy("The tournament was paused.")),
    ),
    Action(
        "resume",
        gettext_lazy("Resume"),
        Right.RUN,
        _build_status_test(Status.PAUSED),
        _preview_resuming_tournament,
        _build_form_action(lifecycle.resume_tournament, gettext_lazy("The tournament was resumed.")),
    ),
    Action(
        "finish",
        gettext_lazy("Finish now"),
        Right.RUN,
        _is_between_rounds,
        _preview_finishing_tournament,
        _build_form_action(lifecycle.finish_tournament_early, gettext_lazy("The tournament is over.")),
    ),
    Action(
        "cancel",
        gettext_lazy("Cancel tournament"),
        Right.RUN,
        _has_not_ended,
        _preview_cancelling_tournament,
        _build_form_action(lifecycle.cancel_tournament, gettext_lazy("The tournament was cancelled.")),
        form=_build_reason_form,
    ),
)
