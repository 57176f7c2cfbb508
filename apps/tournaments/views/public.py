"""The list of tournaments, a tournament's page, and taking part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import clocks, markdown, text_rules
from apps.common.requests import HtmxHttpRequest
from apps.games import load_games
from apps.matches.selectors import options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.forms.names import MAX_LIST_LENGTH
from apps.tournaments.models import Entry, Organiser, Tournament
from apps.tournaments.permissions import Right, get_tournament_right
from apps.tournaments.selectors import announcements, cache, listing, live_boards, rounds, team_page
from apps.tournaments.selectors import me as own
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.round_titles import list_round_labels
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import build_standings_lines
from apps.tournaments.selectors.trophies.tournaments import cache_best_places
from apps.tournaments.services import announcements as writing
from apps.tournaments.services import check_in as checking_in
from apps.tournaments.services import eligibility, entries
from apps.tournaments.views.buttons import build_tournament_button
from apps.tournaments.views.guards import require_tournament
from apps.tournaments.wording import formats, rules

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked
    from apps.tournaments.selectors.live_boards import Playing

R = TypeVar("R")

OWN_PART_ID: Final = "mine"
"""The id of the reader's own part of the page, which polls by itself."""
MAX_TOP_LINES = 8
"""Lines of the standings on the tournament's own page."""


@never_cache
@require_safe
def show_tournaments(request: HttpRequest) -> HttpResponse:
    """Show all tournaments."""
    game = request.GET.get("game", "")
    found = listing.build_tournament_lists(
        game=game if game in load_games() else "", reader=request.user.pk, page=request.GET.get("page")
    )
    query = request.GET.copy()
    query.pop("page", None)
    games = [rules.meta for rules in load_games().values()]
    context = {"lists": found, "page": found.page, "game": game, "games": games, "query": query.urlencode()}
    return render(request, "tournaments/index.html", context)


@never_cache
@require_safe
@require_tournament
def show_tournament(request: HtmxHttpRequest, tournament: Marked) -> HttpResponse:
    """Show a tournament and how to enter. A poll of the reader's own part gets only that part."""
    if request.htmx and request.htmx.target == OWN_PART_ID:
        reader, snapshot = request.user.pk, cache.load_cached_snapshot(tournament)
        apart = relations.find_players_apart(reader)
        faces = Faces(snapshot, reader=reader, apart=apart)
        context = {
            "tournament": tournament,
            **_own_part(request, tournament, snapshot, faces, apart=apart),
            **_build_board_context(tournament, live_boards.load_live_matches(snapshot, reader=reader, others=0)),
        }
        return render(request, "tournaments/mine.html", context)
    return render_tournament(request, tournament)


def _build_page_button(
    act: Callable[..., R], done: Callable[[R], str], *, typed: Sequence[str] = (), offered: bool = False
) -> Callable[..., HttpResponse]:
    """Create a button of the page that passes on the `typed` fields. `offered` shows it to visitors, too."""

    def do(request: HttpRequest, tournament: Marked) -> HttpResponse:
        words = {name: request.POST.get(name, "") for name in typed}
        result = act(code=tournament.code, player=request.user, now=clocks.now(), **words)
        messages.success(request, done(result))
        return redirect(tournament)

    def draw(request: HttpRequest, tournament: Marked, **why: Any) -> HttpResponse:
        return render_tournament(request, tournament, **why)

    return build_tournament_button(do, draw, offered=offered)


def _describe_registration(entry: Entry) -> str:
    if entry.state == Entry.State.WAITING:
        return _("You’re on the waiting list. We’ll let you know when a place becomes free.")
    if entry.team:
        return _("Your team is registered. Send the team link to your teammates.")
    return _("You’re in. We’ll let you know when it starts.")


register = _build_page_button(entries.register_player, _describe_registration, typed=("team",), offered=True)
leave = _build_page_button(entries.leave_tournament, lambda _nothing: _("You’ve withdrawn from the tournament."))
check_in = _build_page_button(checking_in.check_in, lambda _entry: _("You’ve checked in."))
back = _build_page_button(entries.come_back, lambda _nothing: _("You’re back. You’ll play in the next round."))


def render_tournament(
    request: HttpRequest,
    tournament: Marked,
    *,
    sentence: str = "",
    keep: bool = False,
    draft: str = "",
    listed: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the tournament's page, with the reason for a refusal and the host's unsaved text or list, if any."""
    if sentence:
        tournament.refresh_from_db(fields=["status", "started_at", "over_at", "version"])
    reader = request.user.pk
    snapshot, apart = cache.load_cached_snapshot(tournament), relations.find_players_apart(reader)
    faces = Faces(snapshot, reader=reader, apart=apart)
    if tournament.status == Tournament.Status.OVER:
        cache_best_places(snapshot)
    frame = build_tournament_context(request, tournament, snapshot, "page")
    context = {
        **frame,
        **_own_part(request, tournament, snapshot, faces, apart=apart),
        **_build_board_context(tournament, live_boards.load_live_matches(snapshot, reader=reader)),
        "wishes": rules.describe_entry_conditions(tournament),
        "about": markdown.render_markdown(tournament.about),
        "prizes": markdown.render_markdown(tournament.prizes),
        "announcements": announcements.build_announcement_lines(tournament, apart=apart),
        **_build_hosting_context(tournament, reader, desk=bool(frame["desk"])),
        "draft": draft,
        "listed": listed,
        "list_length": MAX_LIST_LENGTH,
        "longest": text_rules.MAX_ANNOUNCEMENT_LENGTH,
        "a_day": writing.MAX_PER_DAY,
        "how": markdown.MARKDOWN_HELP,
        "checked_in": _checked_in(tournament, snapshot, now=clocks.now()),
        "following": listing.find_next_open_tournament(tournament.game, reader=reader) if tournament.ended else None,
        "incomplete": snapshot.incomplete,
        "lacking": _count_lacking_entrants(tournament, snapshot),
        "entrants": _build_entrant_faces(snapshot, faces, Entry.State.IN) if not snapshot.published else (),
        "waiting": _build_entrant_faces(snapshot, faces, Entry.State.WAITING) if not snapshot.tournament.live else (),
        "host_shown": tournament.host_pk not in apart,
        "said": sentence,
        "keep": keep,
    }
    return render(request, "tournaments/page.html", context, status=status)


def build_news(request: HttpRequest, tournament: Marked, *, seen: str) -> dict[str, object] | None:
    """Return the context of the parts of the page that change during a round, or None if nothing has since `seen`."""
    reader, snapshot = request.user.pk, cache.load_cached_snapshot(tournament)
    apart = relations.find_players_apart(reader)
    playing = live_boards.load_live_matches(snapshot, reader=reader)
    if seen == _compute_page_mark(tournament, playing):
        return None
    faces = Faces(snapshot, reader=reader, apart=apart)
    return {
        "tournament": tournament,
        **_own_part(request, tournament, snapshot, faces, apart=apart),
        **_build_board_context(tournament, playing),
        "comes": tournament.live,
    }


def _build_latest_round(snapshot: TournamentSnapshot, faces: Faces) -> dict[str, Any]:
    """Return the current or last round, and the start of the next one."""
    last = rounds.get_current_round(snapshot)
    return {"now": rounds.build_round_view(snapshot, last, faces) if last else None, "next_at": _next_at(snapshot)}


def _build_board_context(tournament: Marked, playing: Playing) -> dict[str, object]:
    drawn = live_boards.live_boards(playing)
    return {
        "own_boards": tuple(board for board in drawn if board.mine),
        "own_tables": {board.table for board in drawn if board.mine},
        "boards": tuple(board for board in drawn if not board.mine),
        "drawn": len(drawn),
        "seen": _compute_page_mark(tournament, playing),
    }


def _compute_page_mark(tournament: Marked, playing: Playing) -> str:
    return f"{cache.compute_change_mark(tournament)}.{playing.mark}"


def _own_part(
    request: HttpRequest,
    tournament: Marked,
    snapshot: TournamentSnapshot,
    faces: Faces,
    *,
    apart: Collection[int],
) -> dict[str, object]:
    """Return the context of the reader's own part, with the latest round and the top of the standings."""
    reader, latest = request.user.pk, _build_latest_round(snapshot, faces)
    top = build_standings_lines(snapshot, faces, _select_top_lines(snapshot, reader))
    mine = own.build_reader_part(snapshot, faces, latest["now"], reader=reader, at=clocks.now())
    asks = request.user if mine.may_register and isinstance(request.user, Player) else None
    return {
        **latest,
        "mine": mine,
        "team": team_page.build_own_team(snapshot, reader=reader, apart=apart),
        "for_teams": snapshot.plan.team,
        "typed_team": request.POST.get("team", ""),
        "objection": eligibility.describe_entry_objection(tournament, asks) if asks else "",
        "top": top[:MAX_TOP_LINES],
        "own_line": next((line for line in top if line.who.me), None),
        "count": len(snapshot.ranking),
        **_build_standings_context(snapshot),
    }


def _build_standings_context(snapshot: TournamentSnapshot) -> dict[str, object]:
    """Return what the top of the standings shows beside each name: the points, or the knockout after it has started."""
    started = any(isinstance(round_.stage, Knockout) for round_ in snapshot.published)
    return {"for_points": bool(snapshot.standing) and not started, "for_knockout": started}


def _select_top_lines(snapshot: TournamentSnapshot, reader: int | None) -> Iterator[Ranked]:
    """Yield the top of the ranking, plus the reader's own line."""
    entry = snapshot.of(reader)
    for number, line in enumerate(snapshot.ranking if snapshot.published else ()):
        if number < MAX_TOP_LINES or (entry is not None and line.entrant == entry.number):
            yield line


def _build_hosting_context(tournament: Marked, reader: int | None, *, desk: bool) -> dict[str, object]:
    """Return the context for those who look after the tournament on this page instead of its dashboard."""
    creator, helpers = (
        tournament.hosted and tournament.host_pk == (reader or 0),
        _find_co_organisers(tournament, reader),
    )
    host = not desk and (creator or any(helper.player_id == reader for helper in helpers))
    writes = host and not writing.describe_posting_objection(tournament, now=clocks.now())
    return {
        "host": host,
        "creator": creator,
        "helpers": helpers if host else (),
        "hosting": host and (not tournament.ended or writes),
        "writes": writes,
    }


def _find_co_organisers(tournament: Marked, reader: int | None) -> tuple[Organiser, ...]:
    """Return the co-organisers that the creator has named; none for other tournaments."""
    if not tournament.hosted or reader is None:
        return ()
    rows = Organiser.objects.filter(tournament=tournament, helper=True)
    return tuple(rows.select_related("player").order_by("pk"))


def _build_dashboard_address(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address of the dashboard for users who have access to it."""
    if not request.user.is_staff or get_tournament_right(request.user, tournament) is Right.NONE:
        return ""
    return reverse("admin:tournaments_tournament_desk", args=[tournament.pk])


def build_tournament_context(
    request: HttpRequest, tournament: Tournament, snapshot: TournamentSnapshot, here: str
) -> dict[str, object]:
    """Return the context that every page of a tournament needs."""
    return {**build_outline_context(request, tournament, here), "rounds": list_round_labels(snapshot)}


def build_outline_context(request: HttpRequest, tournament: Tournament, here: str) -> dict[str, Any]:
    """Return the context that a page of a tournament needs before anything is read."""
    plan = msgspec.convert(tournament.plan, Plan)
    rules = load_games()[tournament.game]
    return {
        "tournament": tournament,
        "here": here,
        "game": rules.meta,
        "title": _(rules.meta.title),
        "formats": formats.describe_format(plan),
        "pace": pace_title(tournament.pace_name),
        "options": options.describe_unusual_options(rules, tournament.options),
        "bracket": any(isinstance(stage, Knockout) for stage in plan.stages),
        "desk": _build_dashboard_address(request, tournament),
    }


def _build_entrant_faces(snapshot: TournamentSnapshot, faces: Faces, state: str) -> tuple[Face, ...]:
    return faces.each(entry.number for entry in snapshot.entries.values() if entry.state == state)


def _count_lacking_entrants(tournament: Tournament, snapshot: TournamentSnapshot) -> int:
    """Return how many more must enter so that a tournament that starts by itself isn't cancelled."""
    if tournament.live or tournament.ended or not tournament.by_itself:
        return 0
    return max(0, tournament.least - sum(entry.state == Entry.State.IN for entry in snapshot.entries.values()))


def _checked_in(tournament: Tournament, snapshot: TournamentSnapshot, *, now: datetime) -> int | None:
    """Count the entrants who have checked in, bots excluded; None while check-in is closed."""
    opens_at = tournament.check_in_opens_at
    if opens_at is None or now < opens_at or tournament.live or tournament.ended:
        return None
    return sum(entry.plays and not entry.bot and entry.present(opens_at) for entry in snapshot.entries.values())


def _next_at(snapshot: TournamentSnapshot) -> datetime | None:
    """Return the start of the next round, if it is known."""
    proposed = snapshot.proposed
    by_itself = snapshot.tournament.by_itself and snapshot.tournament.status == Tournament.Status.RUNNING
    return proposed.round.starts_at if proposed is not None and by_itself and snapshot.published else None
