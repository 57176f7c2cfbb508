"""The search for puzzles in finished matches, a few decisions at a time, outside any transaction, none twice."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, Model, QuerySet

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.search import never_enough
from apps.matches.selectors import decisions, match_view
from apps.matches.selectors.decisions import Decided
from apps.puzzles.finding.found import Found, find_puzzle, is_puzzle
from apps.puzzles.finding.theme import choose_theme
from apps.puzzles.models import Puzzle, Search

logger = logging.getLogger(__name__)

ENOUGH_UNPUBLISHED: Final = 30
"""Number of unpublished puzzles of a game at which a hosted installation stops searching."""
MAX_PUZZLES_PER_MATCH: Final = 3
"""Maximum puzzles from one match, because more would keep asking about the same players."""


def mine_match(
    *, enough: Callable[[], bool], give_up: Callable[[], bool] = never_enough, stock: int = ENOUGH_UNPUBLISHED
) -> bool:
    """Examine the next decisions until `enough`, and return whether there were any.

    A killed search continues with the same decision. Two at the same time find the same puzzle once.

    :param give_up: called between playouts. If true, the search stops within a decision, which the next one repeats
    :param stock: how many unpublished puzzles of each game are enough
    """
    found = _find_next_search(stock)
    if found is None:
        return False
    search, code = found
    try:
        _go_on(search, code, enough, give_up)
    except (OperationalError, InterfaceError):
        raise  # A lock or a missing database isn't the match's fault.
    except Exception:  # The next match must get its turn despite any error.
        logger.exception("Match %s: could not search for puzzles", code)
        Search.objects.filter(pk=search.pk).update(over=True)
    return True


def _find_next_search(stock: int) -> tuple[Search, str] | None:
    """Return a match of the game with the fewest unpublished puzzles and, on a tie, the fewest searches.

    It's one whose search has started, or the latest.
    """
    left = _count_by_game(decisions.in_sight(Puzzle.objects.filter(published_on=None)))
    looked = _count_by_game(Search.objects.all())
    able = [slug for slug, game in load_games().items() if game.imagines]
    for game in sorted(able, key=lambda slug: (left.get(slug, 0), looked.get(slug, 0))):
        if left.get(game, 0) >= stock:
            return None
        begun = decisions.in_sight(Search.objects.filter(game=game, over=False)).select_related("match").first()
        if begun is not None:
            return begun, begun.match.code
        new = decisions.find_unread_match(game=game, done=Search.objects.all())
        if new is not None:
            search, _made = Search.objects.get_or_create(match_id=new.match, defaults={"game": game})
            return search, new.code
    return None


def restore_puzzles(code: str, found: Mapping[int, Found]) -> None:
    """Store what a search found earlier in a match that was played the same way, as far as it fits, and end its search.

    :param found: the puzzles by move
    """
    match = match_view.load_match(code).match
    search, _made = Search.objects.get_or_create(match=match, defaults={"game": match.game})
    decisions_made = (each for _reached, each in decisions.load_decisions(code) if each and each.move in found)
    fitting = [
        each for each in decisions_made if is_puzzle(each.game, each.state, each.ask, each.given, found[each.move])
    ]
    Puzzle.objects.bulk_create(
        [_build_puzzle(search, each, found[each.move]) for each in fitting], ignore_conflicts=True
    )
    Search.objects.filter(pk=search.pk).update(over=True)


def _count_by_game(rows: QuerySet[Model]) -> dict[str, int]:
    return dict(rows.order_by().values_list("game").annotate(Count("pk")))


def _go_on(search: Search, code: str, enough: Callable[[], bool], give_up: Callable[[], bool]) -> None:
    seed = hashlib.sha256(b"puzzles:" + code.encode()).digest()
    many = Puzzle.objects.filter(match=search.match_id).count()
    rows = Search.objects.filter(pk=search.pk)
    for reached, decided in decisions.load_decisions(code):
        if reached <= search.reached or decided is None:
            continue
        found = find_puzzle(
            decided.game, decided.state, decided.ask, decided.given, Chance(seed, decided.move), give_up
        )
        if give_up():
            return
        with transaction.atomic():
            if found is not None:
                Puzzle.objects.bulk_create([_build_puzzle(search, decided, found)], ignore_conflicts=True)
            rows.update(reached=reached)
        many += found is not None
        if many >= MAX_PUZZLES_PER_MATCH:
            break
        if enough():
            return
    rows.update(over=True)


def _build_puzzle(search: Search, decided: Decided, found: Found) -> Puzzle:
    meta, about = decided.game.meta, decided.ask.about
    answers = [decided.game.answer.decode(each.action) for each in found.answers]
    return Puzzle(
        game=meta.slug,
        match_id=search.match_id,
        seat=decided.ask.seat,
        move=decided.move,
        about=about,
        theme=choose_theme(meta, about, answers),
        found=msgspec.json.encode(found).decode(),
    )
