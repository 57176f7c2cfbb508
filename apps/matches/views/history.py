"""The list of all matches, filtered, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from functools import partial
from typing import Any, ClassVar, Final

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from apps.games import catalogue
from apps.matches.engine import digest
from apps.matches.models import Match
from apps.matches.selectors import history as records

A_PAGE = 20
PAGES: Final = 100
"""The last page. Older matches are found by date, because counting all matches would scan all of them."""
_LONG: Final = 6
"""The digits read of a page number."""
EVERY: Final = "all"
"""The choice for no filter, where another is the default."""
MOST: Final = 9_999
"""The largest moment that can be searched."""


def _games() -> list[tuple[str, str]]:
    """Return the choices of games, with "all" first."""
    return [("", _("All")), *((slug, _(game.meta.title)) for slug, game in catalogue().items())]


def _moments() -> list[Any]:
    """Return the remarkable moments of each game."""
    groups = [
        (_(game.meta.title), [(f"{slug}.{kind}", _(title)) for kind, title in records.titles(slug).items()])
        for slug, game in catalogue().items()
    ]
    return [("", _("Any")), *((game, kinds) for game, kinds in groups if kinds)]


def _seats() -> list[tuple[str, str]]:
    """Return the choices for the number of seats."""
    every = {seats for game in catalogue().values() for seats in game.meta.seats}
    return [("", _("Any number")), *((str(seats), str(seats)) for seats in sorted(every))]


def _lengths(game: str = "") -> list[tuple[str, str]]:
    """Return the choices for the length of a match of this game, with "any" first."""
    known = catalogue().get(game)
    if known is None:
        words = (_("Short for its game"), _("Medium for its game"), _("Long for its game"))
        return [("", _("Any length")), *zip(digest.LENGTHS, words, strict=True)]
    short, middle = known.meta.thirds
    return [
        ("", _("Any length")),
        ("short", _("Short: up to %(most)d moves") % {"most": short}),
        ("middle", _("Medium: %(least)d to %(most)d moves") % {"least": short + 1, "most": middle}),
        ("long", _("Long: more than %(least)d moves") % {"least": middle}),
    ]


_name: Final = partial(
    forms.CharField, required=False, max_length=150, widget=forms.TextInput(attrs={"autocapitalize": "none"})
)
"""A field for a player's name, without automatic capitals on phones."""


class Filters(forms.Form):
    """The filters and sort order of the list of matches."""

    MORE: ClassVar = ("status", "among", "won_by", "tournament", "length", "seats", "moment", "least", "since", "until")
    """The fields that are folded away at first."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=_games)
    player = _name(label=gettext_lazy("Player"))
    against = _name(label=gettext_lazy("Another player"))
    sort = forms.ChoiceField(
        label=gettext_lazy("Sort by"),
        required=False,
        choices=[
            ("", gettext_lazy("Date")),
            ("exciting", gettext_lazy("Excitement")),
            ("long", gettext_lazy("Longest first")),
            ("short", gettext_lazy("Shortest first")),
        ],
    )
    won_by = _name(label=gettext_lazy("Won by"))
    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        required=False,
        choices=[
            ("", pgettext_lazy("match", "Finished")),
            ("playing", gettext_lazy("Running")),
            (EVERY, gettext_lazy("All")),
        ],
    )
    among = forms.ChoiceField(
        label=gettext_lazy("Played by"),
        required=False,
        choices=[
            ("", gettext_lazy("Players with an account")),
            (EVERY, gettext_lazy("Everyone, including guests and bots")),
        ],
    )
    tournament = forms.CharField(
        label=gettext_lazy("Tournament"),
        required=False,
        max_length=150,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("name or link")}),
    )
    length = forms.ChoiceField()
    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False, choices=_seats)
    moment = forms.ChoiceField(label=gettext_lazy("Key moment"), required=False, choices=_moments)
    least = forms.IntegerField(label=gettext_lazy("Key moment: at least"), required=False, min_value=1, max_value=MOST)
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, given: QueryDict, *, completes: bool) -> None:
        super().__init__(given)
        if completes:
            for name in ("player", "against", "won_by"):
                self.fields[name].widget.attrs["list"] = "player-names"
        self.fields["length"] = forms.ChoiceField(
            label=gettext_lazy("Length"), required=False, choices=_lengths(given.get("game", ""))
        )

    def first(self) -> list[forms.BoundField]:
        """Return the fields that are always visible."""
        return [field for field in self if field.name not in self.MORE]

    def folded(self) -> list[forms.BoundField]:
        """Return the folded fields."""
        return [self[name] for name in self.MORE]


_USUAL: Final = {"status": Match.Status.OVER, "among": "people"}
"""The default filters, because few readers want to see guests try the bots."""


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """List public matches, filtered, page by page."""
    reader = request.user  # Loading the reader activates their time zone.
    form = Filters(request.GET, completes=reader.is_authenticated and not reader.guest)
    valid = form.is_valid()
    wanted = _wanted(form.cleaned_data) if valid else {}
    occasion = records.occasion(wanted["tournament"]) if "tournament" in wanted else None
    if "tournament" in wanted:
        wanted["tournament"] = occasion.path if occasion else records.NOWHERE
    page = _page(records.found(**wanted), request.GET.get("page", ""))
    query = request.GET.copy()
    query.pop("page", None)
    names = [form.cleaned_data.get(name) for name in ("player", "against")] if valid else []
    context = {
        "page": page,
        "rows": [records.row(match) for match in page],
        "filters": form,
        "more": not valid or any(form.cleaned_data.get(name) for name in Filters.MORE),
        "bounded": page.paginator.count == PAGES * A_PAGE,
        "uncounted": page.has_next(),
        "two": names if all(names) else None,
        "occasion": occasion,
        "nowhere": "tournament" in wanted and occasion is None,
        "query": query.urlencode(),
    }
    return render(request, "matches/history.html", context, status=200 if valid else 400)


def _page(found: QuerySet[Match], asked: str) -> Page[Match]:
    """Return the requested page, counting only as far as the next one."""
    number = min(max(1, int(asked[:_LONG])), PAGES) if asked.isdecimal() else 1
    return Paginator(found[: min(number + 1, PAGES) * A_PAGE], A_PAGE).get_page(number)


def _wanted(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the filters, with days as instants in the reader's time zone."""
    zone = timezone.get_current_timezone()
    wanted = {name: value for name, value in given.items() if value not in (None, "", EVERY)}
    wanted |= {name: usual for name, usual in _USUAL.items() if not given.get(name)}
    for name, clock in (("since", time.min), ("until", time.max.replace(fold=1))):
        if name in wanted:
            wanted[name] = _instant(wanted[name], clock, zone)
    return wanted


def _instant(day: date, clock: time, zone: tzinfo) -> datetime | None:
    """Return when a clock in this zone shows this time, or None, which filters nothing, at the ends of the calendar."""
    try:
        return datetime.combine(day, clock, tzinfo=zone).astimezone(UTC)
    except OverflowError:
        return None
