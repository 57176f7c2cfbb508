"""Who takes part, who looks after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.tournaments.admin.actions.action import Action, ActionContext, Names, count
from apps.tournaments.admin.actions.lifecycle import Why
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.audit import name
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import entries, lifecycle
from apps.tournaments.services import seats as running_seats

BOTS: Final = 128
"""How many come at once."""
ROLES: Final = {"organiser": False, "helper": True, "nothing": None}


class Person(forms.Form):
    player = Names(label=gettext_lazy("Name"))


class People(forms.Form):
    players = Names(label=gettext_lazy("Names"), several=True, help_text=gettext_lazy("One a line, or between commas."))


class Bots(forms.Form):
    count = forms.IntegerField(label=gettext_lazy("How many"), min_value=1, max_value=BOTS, initial=1)


class Role(Person):
    role = forms.ChoiceField(
        label=gettext_lazy("Becomes"),
        choices=[
            ("helper", gettext_lazy("Helper: looks after rounds, tables and entrants")),
            ("organiser", gettext_lazy("Organiser: decides everything")),
            ("nothing", gettext_lazy("Neither any more")),
        ],
    )


def _adding(case: ActionContext) -> Iterator[str]:
    free = _room(case)
    yield _("They take part whatever was wished of people; they are told.")
    if free > 0:
        yield ngettext("%(n)d place is free.", "%(n)d places are free.", free) % {"n": free}
    else:
        yield _("All places are taken: they come to the waiting list.")
    yield from _late(case)


def _add(case: ActionContext, typed: Mapping[str, Any]) -> str:
    for player in typed["players"]:
        _say_who(player.username, entries.add, code=case.code, player=player, by=case.by.pk, now=case.now)
    return _("Added: %(names)s.") % {"names": ", ".join(player.username for player in typed["players"])}


def _adding_bots(case: ActionContext) -> Iterator[str]:
    free = _room(case)
    if free <= 0:
        raise TournamentRefused(_("All places are taken."))
    yield _("The house’s players take part like everybody else; they can be taken out again.")
    yield ngettext("%(n)d place is free.", "%(n)d places are free.", free) % {"n": free}
    yield from _late(case)


def _add_bots(case: ActionContext, typed: Mapping[str, Any]) -> str:
    if typed["count"] > _room(case):
        raise TournamentRefused(_("There are not so many places."))
    for _bot in range(typed["count"]):
        entries.add(code=case.code, player=None, by=case.by.pk, now=case.now)
    return ngettext("%(n)d bot takes part.", "%(n)d bots take part.", typed["count"]) % {"n": typed["count"]}


def _inviting(case: ActionContext) -> Iterator[str]:
    _alive(case)
    yield _("They are told that they are welcome, and may register even if it is by invitation only.")
    if case.tournament.status == Tournament.Status.DRAFT:
        yield _("Nobody else has heard of the tournament yet.")
    if case.tournament.live:
        yield _("It has begun: they can come in only as far as newcomers may.")
    guests = case.tournament.guests.count()
    yield ngettext("%(n)d person is invited so far.", "%(n)d people are invited so far.", guests) % {"n": guests}


def _invite(case: ActionContext, typed: Mapping[str, Any]) -> str:
    for player in typed["players"]:
        entries.invite(code=case.code, player=player, now=case.now)
    return _("Invited: %(names)s.") % {"names": ", ".join(player.username for player in typed["players"])}


def _removing(case: ActionContext) -> Iterator[str]:
    _alive(case)
    entry = case.entry()
    if entry.state == Entry.State.OUT:
        raise TournamentRefused(_("They do not take part in it."))
    yield _("%(name)s takes part no more.") % {"name": name(entry)}
    yield _("They are told, and the public log says it with your reason.")
    if not case.tournament.live:
        if entry.state == Entry.State.IN:
            yield _("Whoever waits longest takes the place, and is told.")
        yield _("They may register again as long as registration is open.")
        return
    seats = sum(1 for _seat in running_seats.running(case.tournament, entry))
    if seats:
        sentence = ngettext(
            "A bot plays on for them at %(n)d table.", "A bot plays on for them at %(n)d tables.", seats
        )
        yield sentence % {"n": seats}
    yield _("Their results stay.")
    yield from _anew(case)


def _remove(case: ActionContext, typed: Mapping[str, Any]) -> str:
    entry = case.entry()
    entries.remove(code=case.code, number=entry.number, by=case.by.pk, now=case.now, **typed)
    return _("%(name)s was taken out.") % {"name": name(entry)}


def _replacing(case: ActionContext) -> Iterator[str]:
    entry = case.entry()
    if not case.tournament.live or entry.state == Entry.State.WAITING:
        raise TournamentRefused(_("They sit at no table yet: remove them and add somebody else."))
    entries.check_replaceable(case.snapshot, entry)
    seats = sum(1 for _seat in running_seats.running(case.tournament, entry))
    sentence = ngettext(
        "A substitute takes over %(n)d running seat of %(name)s, and learns exactly what it knows.",
        "A substitute takes over %(n)d running seats of %(name)s, and learns exactly what they know.",
        seats,
    )
    yield sentence % {"n": seats, "name": name(entry)}
    yield _("The points stay with %(name)s, who is out.") % {"name": name(entry)}
    if case.snapshot.round_for_all:
        yield _("The substitute plays the next rounds for points of their own.")
    else:
        yield _("The substitute plays no further round.")
    yield _("Both are told. This cannot be undone.")
    yield from _anew(case)


def _replace(case: ActionContext, typed: Mapping[str, Any]) -> str:
    entry = case.entry()
    entries.replace(code=case.code, number=entry.number, by=case.by.pk, now=case.now, **typed)
    return _("%(other)s sits in for %(name)s.") % {"other": typed["player"].username, "name": name(entry)}


def _naming(case: ActionContext) -> Iterator[str]:
    rows = Organiser.objects.filter(tournament=case.tournament).order_by("helper", "player__username")
    people = list(rows.values_list("player__username", "helper"))
    for helper, sentence in ((False, _("Organisers: %(names)s.")), (True, _("Helpers: %(names)s."))):
        yield sentence % {"names": ", ".join(who for who, only in people if only == helper) or _("nobody")}
    yield _("They must be staff of the house. They are told what organisers are told: rounds that wait, and trouble.")


def _name(case: ActionContext, typed: Mapping[str, Any]) -> str:
    player, role = typed["player"], typed["role"]
    lifecycle.entrust(code=case.code, player=player, helper=ROLES[role])
    sentences = {
        "organiser": _("%(name)s organises it, too."),
        "helper": _("%(name)s helps with it."),
        "nothing": _("%(name)s has nothing to do with it any more."),
    }
    return sentences[role] % {"name": player.username}


def _room(case: ActionContext) -> int:
    """How many places are free.

    :raises TournamentRefused: if nobody can come any more
    """
    _alive(case)
    if case.tournament.live and not case.snapshot.round_for_all:
        raise TournamentRefused(_("Nobody can join groups or a knockout that have begun."))
    return case.tournament.most - count(case.snapshot, Entry.State.IN)


def _late(case: ActionContext) -> Iterator[str]:
    if case.tournament.live:
        yield _("It has begun: they come in with no points, and the public log says that they joined.")
        yield from _anew(case)


def _anew(case: ActionContext) -> Iterator[str]:
    if case.snapshot.proposed is not None:
        yield _("The round that waits for being published is paired anew; swaps are lost.")


def _alive(case: ActionContext) -> None:
    if case.tournament.ended:
        raise TournamentRefused(_("The tournament is over."))


def _say_who(who: str, writer: Any, **words: Any) -> None:
    try:
        writer(**words)
    except TournamentRefused as why:
        raise TournamentRefused(f"{who}: {why}") from None


def _any(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended


def _newcomers(snapshot: TournamentSnapshot) -> bool:
    return not snapshot.tournament.ended and (not snapshot.tournament.live or snapshot.round_for_all)


def _live(snapshot: TournamentSnapshot) -> bool:
    return snapshot.tournament.live


DEEDS: Final[Collection[Action]] = (
    Action("add", gettext_lazy("Add people"), Right.HELP, _newcomers, _adding, _add,
         form=lambda _case, data: People(data)),
    Action("bots", gettext_lazy("Add bots"), Right.HELP, _newcomers, _adding_bots, _add_bots,
         form=lambda _case, data: Bots(data)),
    Action("invite", gettext_lazy("Invite people"), Right.HELP, _any, _inviting, _invite,
         form=lambda _case, data: People(data)),
    Action("remove", gettext_lazy("Remove"), Right.HELP, _any, _removing, _remove, form=lambda _case, data: Why(data),
         about=True),
    Action("replace", gettext_lazy("Replace"), Right.HELP, _live, _replacing, _replace,
         form=lambda _case, data: Person(data), about=True),
    Action("name", gettext_lazy("Name organisers and helpers"), Right.RUN, _any, _naming, _name,
         form=lambda _case, data: Role(data)),
)  # fmt: skip
