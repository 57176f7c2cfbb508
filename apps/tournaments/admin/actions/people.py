"""Actions on entrants, organisers and helpers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, count_entrants
from apps.tournaments.admin.actions.lifecycle import Why
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.names import Names
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import entries, lifecycle
from apps.tournaments.services.seats import find_running_entrant_seats

MAX_BOTS_AT_ONCE: Final = 128
"""The maximum number of bots added at once."""
ROLES: Final = {"organiser": False, "helper": True, "nothing": None}


class Person(forms.Form):
    player = Names(label=gettext_lazy("Name"))


class People(forms.Form):
    players = Names(
        label=gettext_lazy("Names"), several=True, help_text=gettext_lazy("One per line, or separated by commas.")
    )


class Bots(forms.Form):
    count = forms.IntegerField(label=gettext_lazy("Number of bots"), min_value=1, max_value=MAX_BOTS_AT_ONCE, initial=1)


class Role(Person):
    role = forms.ChoiceField(
        label=gettext_lazy("New role"),
        choices=[
            ("helper", gettext_lazy("Helper: manages rounds, tables and entrants")),
            ("organiser", gettext_lazy("Organiser: full control")),
            ("nothing", gettext_lazy("No role")),
        ],
    )


def _preview_adding_players(case: ActionContext) -> Iterator[str]:
    free = _count_free_places(case)
    yield _("They’ll be entered even if they don’t meet the entry requirements, and they’ll be notified.")
    if free > 0:
        yield ngettext("%(n)d place is free.", "%(n)d places are free.", free) % {"n": free}
    else:
        yield _("All places are taken, so they go on the waiting list.")
    yield from _describe_late_entry(case)


def _add_players(case: ActionContext, typed: CleanedData) -> str:
    for player in typed["players"]:
        _say_who(player.username, entries.add_entrant, code=case.code, player=player, by=case.by.pk, now=case.now)
    return _("Added: %(names)s.") % {"names": ", ".join(player.username for player in typed["players"])}


def _preview_adding_bots(case: ActionContext) -> Iterator[str]:
    free = _count_free_places(case)
    if free <= 0:
        raise TournamentRefused(_("All places are taken."))
    yield _("Bots play like any other entrant. You can remove them later.")
    yield ngettext("%(n)d place is free.", "%(n)d places are free.", free) % {"n": free}
    yield from _describe_late_entry(case)


def _add_bots(case: ActionContext, typed: CleanedData) -> str:
    if typed["count"] > _count_free_places(case):
        raise TournamentRefused(_("There aren’t that many places left."))
    for _bot in range(typed["count"]):
        entries.add_entrant(code=case.code, player=None, by=case.by.pk, now=case.now)
    return ngettext("%(n)d bot added.", "%(n)d bots added.", typed["count"]) % {"n": typed["count"]}


def _preview_inviting_players(case: ActionContext) -> Iterator[str]:
    _check_not_ended(case)
    yield _("They’re notified, and can register even if the tournament is by invitation only.")
    if case.tournament.status == Tournament.Status.DRAFT:
        yield _("No one else knows about the tournament yet.")
    if case.tournament.live:
        yield _("The tournament has started. They can only join if late entry is still possible.")
    guests = case.tournament.guests.count()
    yield ngettext("%(n)d player has been invited so far.", "%(n)d players have been invited so far.", guests) % {
        "n": guests
    }


def _invite_players(case: ActionContext, typed: CleanedData) -> str:
    entries.invite_players(code=case.code, players=typed["players"], now=case.now)
    return _("Invited: %(names)s.") % {"names": ", ".join(player.username for player in typed["players"])}


def _preview_removing_entrant(case: ActionContext) -> Iterator[str]:
    _check_not_ended(case)
    entry = case.entry()
    if entry.state == Entry.State.OUT:
        raise TournamentRefused(_("This player isn’t taking part."))
    yield _("%(name)s will be removed from the tournament.") % {"name": format_entrant_name(entry)}
    yield _("They’re notified. The public log shows the removal and your reason.")
    if not case.tournament.live:
        if entry.state == Entry.State.IN:
            yield _("The first player on the waiting list takes their place and is notified.")
        yield _("They can register again while registration is open.")
        return
    seats = sum(1 for _seat in find_running_entrant_seats(case.tournament, entry))
    if seats:
        sentence = ngettext(
            "A bot takes over for them at %(n)d table.", "A bot takes over for them at %(n)d tables.", seats
        )
        yield sentence % {"n": seats}
    yield _("Their results are kept.")
    yield from _describe_new_pairing(case)


def _remove_entrant(case: ActionContext, typed: CleanedData) -> str:
    entry = case.entry()
    entries.remove_entrant(code=case.code, number=entry.number, by=case.by.pk, now=case.now, **typed)
    return _("%(name)s has been removed.") % {"name": format_entrant_name(entry)}


def _preview_replacing_entrant(case: ActionContext) -> Iterator[str]:
    entry = case.entry()
    if not case.tournament.live or entry.state == Entry.State.WAITING:
        raise TournamentRefused(_("This player isn’t at a table yet. Remove them and add someone else instead."))
    entries.check_replaceable(case.snapshot, entry)
    seats = sum(1 for _seat in find_running_entrant_seats(case.tournament, entry))
    sentence = ngettext(
        "A substitute takes over from %(name)s at %(n)d table and sees everything they could see.",
        "A substitute takes over from %(name)s at %(n)d tables and sees everything they could see.",
        seats,
    )
    yield sentence % {"n": seats, "name": format_entrant_name(entry)}
    yield _("%(name)s keeps their points but is out of the tournament.") % {"name": format_entrant_name(entry)}
    if case.snapshot.round_for_all:
        yield _("The substitute plays the next rounds and scores their own points.")
    else:
        yield _("The substitute plays no further rounds.")
    yield _("Both are notified. This can’t be undone.")
    yield from _describe_new_pairing(case)


def _replace_entrant(case: ActionContext, typed: CleanedData) -> str:
    entry = case.entry()
    entries.replace_entrant(code=case.code, number=entry.number, by=case.by.pk, now=case.now, **typed)
    return _("%(other)s has replaced %(name)s.") % {
        "other": typed["player"].username,
        "name": format_entrant_name(entry),
    }


def _preview_assigning_role(case: ActionContext) -> Iterator[str]:
    rows = Organiser.objects.filter(tournament=case.tournament).order_by("helper", "player__username")
    people = list(rows.values_list("player__username", "helper"))
    for helper, sentence in ((False, _("Organisers: %(names)s.")), (True, _("Helpers: %(names)s."))):
        yield sentence % {"names": ", ".join(who for who, only in people if only == helper) or _("none")}
    yield _(
        "Anyone you add must have staff status. Helpers get the same notifications as organisers: rounds waiting to be"
        " published, and problems."
    )


def _assign_role(case: ActionContext, typed: CleanedData) -> str:
    player, role = typed["player"], typed["role"]
    lifecycle.assign_role(code=case.code, player=player, helper=ROLES[role])
    sentences = {
        "organiser": _("%(name)s is now an organiser too."),
        "helper": _("%(name)s is now a helper."),
        "nothing": _("%(name)s no longer has a role."),
    }
    return sentences[role] % {"name": player.username}


def _count_free_places(case: ActionContext) -> int:
    """Return the number of free places.

    :raises TournamentRefused: if no one can join any longer
    """
    _check_not_ended(case)
    if case.tournament.live and not case.snapshot.round_for_all:
        raise TournamentRefused(_("No one can join groups or a knockout after they have started."))
    return case.tournament.most - count_entrants(case.snapshot, Entry.State.IN)


def _describe_late_entry(case: ActionContext) -> Iterator[str]:
    if case.tournament.live:
        yield _("The tournament has started. They join with no points, and the public log shows it.")
        yield from _describe_new_pairing(case)


def _describe_new_pairing(case: ActionContext) -> Iterator[str]:
    if case.snapshot.proposed is not None:
        yield _("The round waiting to be published will be paired again, and any swaps will be lost.")


def _check_not_ended(case: ActionContext) -> None:
    if case.tournament.ended:
        raise TournamentRefused(_("The tournament is over."))


def _say_who(who: str, writer: Callable[..., object], **words: object) -> None:
    try:
        writer(**words)
    except TournamentRefused as why:
        raise TournamentRefused(f"{who}: {why}") from None


def _has_not_ended(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended


def _can_add_entrants(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended and (not snapshot.tournament.live or snapshot.round_for_all)


def _is_live(snapshot: TournamentSnapshot) -> bool:
    return snapshot.tournament.live


DEEDS: Final[Collection[Action]] = (
    Action(
        "add",
        gettext_lazy("Add players"),
        Right.HELP,
        _can_add_entrants,
        _preview_adding_players,
        _add_players,
        form=lambda _case, data: People(data),
    ),
    Action(
        "bots",
        gettext_lazy("Add bots"),
        Right.HELP,
        _can_add_entrants,
        _preview_adding_bots,
        _add_bots,
        form=lambda _case, data: Bots(data),
    ),
    Action(
        "invite",
        gettext_lazy("Invite players"),
        Right.HELP,
        _has_not_ended,
        _preview_inviting_players,
        _invite_players,
        form=lambda _case, data: People(data),
    ),
    Action(
        "remove",
        gettext_lazy("Remove"),
        Right.HELP,
        _has_not_ended,
        _preview_removing_entrant,
        _remove_entrant,
        form=lambda _case, data: Why(data),
        about=True,
    ),
    Action(
        "replace",
        gettext_lazy("Replace"),
        Right.HELP,
        _is_live,
        _preview_replacing_entrant,
        _replace_entrant,
        form=lambda _case, data: Person(data),
        about=True,
    ),
    Action(
        "name",
        gettext_lazy("Appoint organisers and helpers"),
        Right.RUN,
        _has_not_ended,
        _preview_assigning_role,
        _assign_role,
        form=lambda _case, data: Role(data),
    ),
)
