"""The list of arenas, an arena's page, joining and leaving."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import relations
from apps.common import clocks, markdown
from apps.games import load_games
from apps.tournaments.models import Arena
from apps.tournaments.selectors import arena_list
from apps.tournaments.selectors import arenas as selector
from apps.tournaments.services import arenas
from apps.tournaments.views.joining import build_joining_button
from apps.tournaments.wording.arenas import describe_arena_rules


@never_cache
@require_safe
def show_arenas(request: HttpRequest) -> HttpResponse:
    """Show all arenas."""
    return render(
        request,
        "tournaments/list.html",
        {
            "page": arena_list.build_arena_list(request.GET.get("page"), reader=request.user.pk, now=clocks.now()),
            "heading": _("Arenas"),
            "lead": _(
                "A few days, one game, as many tables as you like. Every rated match between arena players counts."
            ),
            "none": _("No arenas yet"),
        },
    )


@never_cache
@require_safe
def show_arena(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an arena: how it works, its results so far, and how to join."""
    return render_arena(request, _get_arena_or_404(pk))


def _get_arena_or_404(pk: int) -> Arena:
    arena = Arena.objects.filter(pk=pk, circle="", game__in=list(load_games())).first()
    if arena is None:
        raise Http404(_("We can’t find that arena."))
    return arena


def render_arena(
    request: HttpRequest, arena: Arena, *, sentence: str = "", keep: bool = False, edit: str = "", status: int = 200
) -> HttpResponse:
    """Render the arena's page, with the reason for a refusal and the link for its club to `edit` it, if any."""
    reader = request.user.pk
    context = {
        "arena": arena,
        "page": selector.build_arena_page(
            arena, reader=reader, apart=relations.find_players_apart(reader), now=clocks.now()
        ),
        "title": _(load_games()[arena.game].meta.title),
        "about": markdown.render_markdown(arena.about),
        "sentences": describe_arena_rules(arena),
        "said": sentence,
        "keep": keep,
        "edit": edit,
    }
    return render(request, "tournaments/arena.html", context, status=status)


join_arena = build_joining_button(
    arenas.join_arena,
    gettext_lazy("You’ve joined the arena. Matches that start from now on count."),
    find=_get_arena_or_404,
    draw=render_arena,
    alone=gettext_lazy("You need an account to join an arena."),
)
leave_arena = build_joining_button(
    arenas.leave_arena, gettext_lazy("You’ve left the arena."), find=_get_arena_or_404, draw=render_arena
)
