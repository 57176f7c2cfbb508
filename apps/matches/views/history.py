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

from apps.games import load_games
from apps.matches.engine import digest
from apps.matches.models import Match
from apps.matches.selectors import history

PAGE_SIZE = 20
MAX_PAGES: Final = 100
"""The last page. Older matches are found by date, because counting all matches would scan all of them."""
_MAX_PAGE_DIGITS: Final = 6
"""The digits read of a page number."""
NO_FILTER: Final = "all"
"""The choice for no filter, where another is the default."""
MAX_MOMENT_VALUE: Final = 9_999
"""The largest moment that can be searched."""


def list_game_choices() -> list[tuple[str, str]]:
    """Return the choices of games, with "all" first."""
    return [("", _("All")), *((slug, _(game.meta.title)) for slug, game in load_games().items())]


def _list_moment_choices() -> list[tuple[str, object]]:
    """Return the remarkable moments of each game."""
    groups = [
        (_(game.meta.title), [(f"{slug}.{kind}", _(title)) for kind, title in history.get_feat_titles(slug).items()])
        for slug, game in load_games().items()
    ]
    return [("", _("Any")), *((game, kinds) for game, kinds in groups if kinds)]


def _list_seat_choices() -> list[tuple[str, str]]:
    """Return the choices for the number of seats."""
    every = {seats for game in load_games().values() for seats in game.meta.seats}
    return [("", _("Any number")), *((str(seats), str(seats)) for seats in sorted(every))]


def _list_length_choices(game: str = "") -> list[tuple[str, str]]:
    """Return the choices for the length of a match of this game, with "any" first."""
    known = load_games().get(game)
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


build_name_field: Final = partial(
    forms.CharField, required=False, max_length=150, widget=forms.TextInput(attrs={"autocapitalize": "none"})
)
"""A field for a player's name, without automatic capitals on phones."""


class Filters(forms.Form):
    """The filters and sort order of the list of matches."""

    MORE: ClassVar = ("status", "among", "won_by", "tournament", "length", "seats", "moment", "least", "since", "until")
    """The fields that are folded away at first."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=list_game_choices)
    player = build_name_field(label=gettext_lazy("Player"))
    against = build_name_field(label=gettext_lazy("Another player"))
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
    won_by = build_name_field(label=gettext_lazy("Won by"))
    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        required=False,
        choices=[
            ("", pgettext_lazy("match", "Finished")),
            ("playing", gettext_lazy("Running")),
            (NO_FILTER, gettext_lazy("All")),
        ],
    )
    among = forms.ChoiceField(
        label=gettext_lazy("Played by"),
        required=False,
        choices=[
            ("", gettext_lazy("Players with an account")),
            (NO_FILTER, gettext_lazy("Everyone, including guests and bots")),
        ],
    )
    tournament = forms.CharField(
        label=gettext_lazy("Tournament"),
        required=False,
        max_length=150,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("name or link")}),
    )
    length = forms.ChoiceField()
    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False, choices=_list_seat_choices)
    moment = forms.ChoiceField(label=gettext_lazy("Key moment"), required=False, choices=_list_moment_choices)
    least = forms.IntegerField(
        label=gettext_lazy("Key moment: at least"), required=False, min_value=1, max_value=MAX_MOMENT_VALUE
    )
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
            label=gettext_lazy("Length"), required=False, choices=_list_length_choices(given.get("game", ""))
        )

    def first(self) -> list[forms.BoundField]:
        """Return the fields that are always visible."""
        return [field for field in self if field.name not in self.MORE]

    def folded(self) -> list[forms.BoundField]:
        """Return the folded fields."""
        return [self[name] for name in self.MORE]


_DEFAULT_FILTERS: Final = {"status": Match.Status.OVER, "among": "people"}
"""The default filters, because few readers want to see guests try the bots."""


@require_safe
def show_match_history(request: HttpRequest) -> HttpResponse:
    """List public matches, filtered, page by page."""
    reader = request.user  # Loading the reader activates their time zone.
    form = Filters(request.GET, completes=reader.is_authenticated and not reader.guest)
    valid = form.is_valid()
    wanted = _build_match_filters(form.cleaned_data) if valid else {}
    occasion = history.find_occasion(wanted["tournament"]) if "tournament" in wanted else None
    if "tournament" in wanted:
        wanted["tournament"] = occasion.path if occasion else history.NO_OCCASION_PATH
    page = _paginate_matches(history.find_listed_matches(**wanted), request.GET.get("page", ""))
    query = request.GET.copy()
    query.pop("page", None)
    names = [form.cleaned_data.get(name) for name in ("player", "against")] if valid else []
    context = {
        "page": page,
        "rows": [history.build_history_row(match) for match in page],
        "filters": form,
        "more": not valid or any(form.cleaned_data.get(name) for name in Filters.MORE),
        "bounded": page.paginator.count == MAX_PAGES * PAGE_SIZE,
        "uncounted": page.has_next(),
        "two": names if all(names) else None,
        "occasion": occasion,
        "nowhere": "tournament" in wanted and occasion is None,
        "query": query.urlencode(),
    }
    return render(request, "matches/history.html", context, status=200 if valid else 400)


def _paginate_matches(found: QuerySet[Match], asked: str) -> Page[Match]:
    """Return the requested page, counting only as far as the next one."""
    number = min(max(1, int(asked[:_MAX_PAGE_DIGITS])), MAX_PAGES) if asked.isdecimal() else 1
    return Paginator(found[: min(number + 1, MAX_PAGES) * PAGE_SIZE], PAGE_SIZE).get_page(number)


def _build_match_filters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the filters, with days as instants in the reader's time zone."""
    zone = timezone.get_current_timezone()
    wanted = {name: value for name, value in given.items() if value not in (None, "", NO_FILTER)}
    wanted |= {name: usual for name, usual in _DEFAULT_FILTERS.items() if not given.get(name)}
    for name, clock in (("since", time.min), ("until", time.max.replace(fold=1))):
        if name in wanted:
            wanted[name] = _convert_to_instant(wanted[name], clock, zone)
    return wanted


def _convert_to_instant(day: date, clock: time, zone: tzinfo) -> datetime | None:
    """Return when a clock in this zone shows this time, or None, which filters nothing, at the ends of the calendar."""
    try:
        return datetime.combine(day, clock, tzinfo=zone).astimezone(UTC)
    except OverflowError:
        return None
