"""From announcement to prize giving."""

# Every action is called with its context, whether or not it looks at it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, count
from apps.tournaments.admin.wording import moment
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import name
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import lifecycle, matches

Status = Tournament.Status


class Why(forms.Form):
    """Everybody can read it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everybody can read it.")
    )


def _announcing(case: ActionContext) -> Iterator[str]:
    tournament = _before(case, Status.DRAFT)
    if tournament.listed:
        yield _("Everybody can see the tournament and what was agreed.")
    else:
        yield _("Whoever has its address can see the tournament and what was agreed; no list shows it.")
    if tournament.opens_at and tournament.opens_at > case.now:
        yield _("Registration opens by itself on %(time)s.") % {"time": moment(tournament.opens_at)}
    elif tournament.opens_at:
        yield _("Registration opens within half a minute: its time has come.")
    else:
        yield _("Nobody can register before you open registration.")
    yield _("Nobody is told by message, and it can still be cancelled.")


def _opening(case: ActionContext) -> Iterator[str]:
    tournament = _before(case, Status.DRAFT, Status.ANNOUNCED, Status.CLOSED)
    yield _("From now on people may register; everybody can see the tournament.")
    if tournament.invited_only:
        guests = tournament.guests.count()
        sentence = ngettext(
            "Only who is invited may come: %(n)d person.", "Only who is invited may come: %(n)d people.", guests
        )
        yield sentence % {"n": guests}
    yield _("At most %(most)d take part; whoever comes later waits for a place.") % {"most": tournament.most}
    yield _begins(case)
    yield _("Nobody is told by message.")


def _closing(case: ActionContext) -> Iterator[str]:
    _before(case, Status.OPEN)
    yield _("Nobody can register any more. %(n)s") % {"n": _people(case.snapshot)}
    yield _begins(case)
    yield _("Whoever is registered may still leave, and you may still add people. Registration can be opened again.")


def _starting(case: ActionContext) -> Iterator[str]:
    tournament = _before(case, Status.OPEN, Status.CLOSED)
    short = len(case.snapshot.incomplete)
    entrants = count(case.snapshot, Entry.State.IN) - short
    fitting = lifecycle.fitting(tournament, entrants)
    if fitting is None:
        raise TournamentRefused(lifecycle.too_few(tournament, entrants, short=short))
    sentence = ngettext("It begins now, with %(n)d entrant.", "It begins now, with %(n)d entrants.", fitting)
    yield sentence % {"n": fitting}
    if short:
        yield lifecycle.not_complete(short)
    left = entrants - fitting
    if left:
        sentence = ngettext("%(n)d who came last must wait: the others divide into tables.",
                        "%(n)d who came last must wait: the others divide into tables.", left)  # fmt: skip
        yield sentence % {"n": left}
    yield _("All of them are told, and whoever stays on the waiting list, too.")
    yield _("What was agreed cannot be changed any more. This cannot be undone.")
    if tournament.by_itself:
        yield _("The first round is paired and published within half a minute.")
    else:
        yield _("The first round is paired; nobody sees it until you publish it.")


def _pausing(case: ActionContext) -> Iterator[str]:
    _before(case, Status.RUNNING)
    running = len(matches.running(case.tournament))
    yield ngettext("%(n)d running match stands still.", "%(n)d running matches stand still.", running) % {"n": running}
    yield _("No round begins or ends meanwhile. Nobody is told by message; the matches say that they are paused.")
    yield _("When you resume it, all times have moved by the length of the pause.")


def _resuming(case: ActionContext) -> Iterator[str]:
    tournament = _before(case, Status.PAUSED)
    running = len(matches.running(tournament))
    yield ngettext("%(n)d match goes on.", "%(n)d matches go on.", running) % {"n": running}
    if tournament.paused_at:
        yield _("All times move by the length of the pause, which began on %(time)s.") % {
            "time": moment(tournament.paused_at)
        }


def _finishing(case: ActionContext) -> Iterator[str]:
    _before(case, Status.RUNNING)
    if any(not round_.done for round_ in case.snapshot.published):
        raise TournamentRefused(_("Tables are still playing. Wait for them, or cancel the tournament."))
    yield _("It ends here: no further round is played.")
    if case.snapshot.ranking:
        first = [name(case.snapshot.entries[line.entrant]) for line in case.snapshot.ranking if line.place == 1]
        yield _("It is won by %(names)s.") % {"names": ", ".join(first)}
    yield _("Everybody is told their place. This cannot be undone.")


def _cancelling(case: ActionContext) -> Iterator[str]:
    if case.tournament.ended:
        raise TournamentRefused(_("The tournament is over."))
    if case.tournament.status == Status.DRAFT:
        yield _("Nobody has heard of it yet, and nobody will.")
    else:
        people = [entry.number for entry in case.snapshot.entries.values() if entry.state != Entry.State.OUT]
        notified = len({player for number in people for player in case.snapshot.people(number)})
        yield ngettext("%(n)d person is told.", "%(n)d people are told.", notified) % {"n": notified}
    running = len(matches.running(case.tournament))
    if running:
        sentence = ngettext("%(n)d running match may be played on; it counts for nothing here.",
                        "%(n)d running matches may be played on; they count for nothing here.", running)  # fmt: skip
        yield sentence % {"n": running}
    yield _("This cannot be undone.")


def _begins(case: ActionContext) -> str:
    tournament = case.tournament
    if not tournament.by_itself:
        return _("It begins when you start it; %(time)s was announced.") % {"time": moment(tournament.starts_at)}
    if tournament.starts_at <= case.now:
        return _("Its time has come: it begins within half a minute, or is cancelled if there are too few people.")
    sentence = _("It begins by itself on %(time)s, or is cancelled if fewer than %(least)d take part then.")
    return sentence % {"time": moment(tournament.starts_at), "least": tournament.least}


def _people(snapshot: TournamentSnapshot) -> str:
    taking, waiting = count(snapshot, Entry.State.IN), count(snapshot, Entry.State.WAITING)
    sentence = ngettext("%(n)d takes part, %(waiting)d on the waiting list.",
                    "%(n)d take part, %(waiting)d on the waiting list.", taking)  # fmt: skip
    return sentence % {"n": taking, "waiting": waiting}


def _before(case: ActionContext, *statuses: str) -> Tournament:
    if case.tournament.status not in statuses:
        raise TournamentRefused(_("That does not fit: the tournament is in another state by now."))
    return case.tournament


def _when(*statuses: str) -> Callable[[TournamentSnapshot], bool]:
    return lambda snapshot: snapshot.tournament.status in statuses


def _by(writer: Callable[..., Any], done: Any) -> Callable[[ActionContext, Mapping[str, Any]], str]:
    """What is typed goes to the writer as it is."""

    def do(case: ActionContext, typed: Mapping[str, Any]) -> str:
        writer(code=case.code, by=case.by.pk, now=case.now, **typed)
        return str(done)

    return do


def _why(case: ActionContext, data: Any) -> forms.Form:
    return Why(data)


def _alive(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended


def _between(snapshot: TournamentSnapshot) -> bool:
    """Whether no table plays."""
    running = snapshot.tournament.status == Status.RUNNING
    return running and bool(snapshot.published) and all(round_.done for round_ in snapshot.published)


BEGINNING: Final[Collection[Action]] = (
    Action("announce", gettext_lazy("Announce"), Right.RUN, _when(Status.DRAFT), _announcing,
         _by(lifecycle.announce, gettext_lazy("The tournament was announced."))),
    Action("open", gettext_lazy("Open registration"), Right.RUN, _when(Status.DRAFT, Status.ANNOUNCED, Status.CLOSED),
         _opening, _by(lifecycle.open_, gettext_lazy("Registration is open."))),
    Action("close", gettext_lazy("Close registration"), Right.RUN, _when(Status.OPEN), _closing,
         _by(lifecycle.close, gettext_lazy("Registration is closed."))),
    Action("start", gettext_lazy("Start"), Right.RUN, _when(Status.OPEN, Status.CLOSED), _starting,
         _by(lifecycle.start, gettext_lazy("The tournament has begun."))),
)  # fmt: skip
ENDING: Final[Collection[Action]] = (
    Action("pause", gettext_lazy("Pause"), Right.RUN, _when(Status.RUNNING), _pausing,
         _by(lifecycle.pause, gettext_lazy("The tournament stands still."))),
    Action("resume", gettext_lazy("Resume"), Right.RUN, _when(Status.PAUSED), _resuming,
         _by(lifecycle.resume, gettext_lazy("The tournament goes on."))),
    Action("finish", gettext_lazy("Finish now"), Right.RUN, _between, _finishing,
         _by(lifecycle.finish, gettext_lazy("The tournament is over."))),
    Action("cancel", gettext_lazy("Cancel"), Right.RUN, _alive, _cancelling,
         _by(lifecycle.cancel, gettext_lazy("The tournament was cancelled.")), form=_why),
)  # fmt: skip
