"""Records the results of finished matches, each once, by their end. Only this module writes ratings.

A sheet says which place counts for each player in a match, and whether only bots' ratings change. Ratings follow from a
game's sheets alone, in order of `over_at`. If a match arrives late because its transaction
took long, the whole game is recomputed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import OperationalError, transaction
from django.db.models import Q

from apps.accounts.models import Player
from apps.matches.selectors import results
from apps.matches.selectors.results import Finished
from apps.ratings import rating_changes
from apps.ratings.displayed_rating import compute_lower_bound
from apps.ratings.models import Ladder, Rating, RatingStep, Result, Sheet
from apps.ratings.rating_changes import Placed, Skill

logger = logging.getLogger(__name__)

SETTLING_TIME: Final = timedelta(seconds=5)
"""Time after its end for which a match is left alone, so that most that end at the same time are stored by then."""
BATCH_SIZE: Final = 100


def record_results(*, now: datetime, limit: int = 1_000) -> int:
    """Record up to `limit` ended matches, and return how many.

    A killed run loses nothing, and the next one continues.
    """
    judged = 0
    while judged < limit:
        found = results.find_unjudged_matches(
            judged=Sheet.objects.all(), until=now - SETTLING_TIME, limit=min(BATCH_SIZE, limit - judged)
        )
        entered = sum(_try_record_result(match) for match in found)
        judged += entered
        if len(found) < BATCH_SIZE or not entered:
            break
    return judged


def _try_record_result(match: Finished) -> bool:
    """Record a match, and return whether that worked. A broken match must not stop all the others."""
    try:
        record_result(match)
    except OperationalError:
        raise
    except Exception:
        logger.exception("Match %s: could not record the result", match.match)
        return False
    return True


def record_result(match: Finished) -> None:
    """Record one match in one transaction, and never twice."""
    placed, bots = rating_changes.list_rated_places(match), rating_changes.list_bot_places(match)
    with transaction.atomic():
        ladder = _lock_ladder(match.game)
        if Sheet.objects.filter(match=match.match).exists():
            return  # Another sweep was faster.
        sheet = Sheet(match_id=match.match, game=match.game, over_at=match.over_at, places=placed)
        sheet.bot_places = bots or None
        sheet.save(force_insert=True)
        Result.objects.bulk_create(_build_results(match, placed))
        if not placed and not bots:
            return
        if ladder.upto_at is not None and (match.over_at, match.match) < (ladder.upto_at, ladder.upto):
            _count_anew(ladder)
        else:
            people = [player for player, *_place in placed or bots if player is not None]
            _apply_sheets(ladder, [sheet], _find_skills(match.game, people))


def recompute_ratings(*, game: str) -> int:
    """Recompute the ratings of a game from its sheets, and return the number of rated matches."""
    with transaction.atomic():
        return _count_anew(_lock_ladder(game))


def find_doubtful_matches(*, game: str) -> Iterator[str]:
    """Yield the codes of matches whose sheet differs from a new calculation.

    Matches of deleted accounts are skipped, because they no longer know who sat there.
    """
    here = set(Player.objects.values_list("pk", flat=True))
    kept = {
        match: told for match, *told in Sheet.objects.filter(game=game).values_list("match", "places", "bot_places")
    }
    for match in results.load_finished_matches(game):
        sheet, bots = ([tuple(placed) for placed in told or ()] for told in kept.get(match.match, ((), ())))
        known = match.match in kept and all(placed[0] in here for placed in (*sheet, *bots))
        anew = rating_changes.list_rated_places(match), rating_changes.list_bot_places(match)
        if known and (sheet, bots) != anew:
            yield results.get_match_code(match.match)


def _lock_ladder(game: str) -> Ladder:
    Ladder.objects.bulk_create([Ladder(game=game)], ignore_conflicts=True)
    return Ladder.objects.select_for_update(no_key=True).get(game=game)


def _count_anew(ladder: Ladder) -> int:
    Rating.objects.filter(game=ladder.game).delete()
    RatingStep.objects.filter(game=ladder.game).delete()
    counts = ~Q(places=[]) | Q(bot_places__isnull=False)
    sheets = list(Sheet.objects.filter(counts, game=ladder.game).order_by("over_at", "match"))
    ladder.upto_at, ladder.upto = None, 0
    _apply_sheets(ladder, sheets, {})
    return len(sheets)


def _find_skills(game: str, players: Iterable[int]) -> dict[int, Skill]:
    known = Rating.objects.filter(game=game, player__in=players).values_list("player", "mu", "sigma", "matches")
    return {player: Skill(mu, sigma, matches) for player, mu, sigma, matches in known}


def _apply_sheets(ladder: Ladder, sheets: Iterable[Sheet], skills: dict[int, Skill]) -> None:
    """Apply these sheets to the skills, and store the results."""
    steps: list[RatingStep] = []
    seen: dict[int, datetime] = {}
    for sheet in sheets:
        places, changed = _rate_sheet(sheet, skills)
        for player, after in changed.items():
            steps.append(_build_rating_step(sheet, player, places[player], skills.get(player, Skill()), after))
            seen[player] = sheet.over_at
        skills.update(changed)
        ladder.upto_at, ladder.upto = sheet.over_at, sheet.pk
    there = Player.objects.filter(pk__in=seen).order_by("pk")  # A fixed order: other games' sweeps lock them, too.
    here = set(there.select_for_update(no_key=True).values_list("pk", flat=True))
    RatingStep.objects.bulk_create([step for step in steps if step.player_id in here], batch_size=500)
    Rating.objects.bulk_create(
        [_build_rating(ladder.game, player, skills[player], at) for player, at in seen.items() if player in here],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["mu", "sigma", "least", "matches", "updated_at"],
    )
    ladder.save()


def _rate_sheet(sheet: Sheet, skills: Mapping[int, Skill]) -> tuple[dict[int | None, int], dict[int, Skill]]:
    """Return the places of a match, and the skills that it changes, in seat order."""
    match: list[Placed] = [(player, place) for player, place, *_bot in sheet.bot_places or sheet.places]
    changed = rating_changes.compute_new_ratings(skills, match)
    if sheet.bot_places:
        bots = {player for player, _place, bot in sheet.bot_places if bot}
        changed = {player: skill for player, skill in changed.items() if player in bots}
    return dict(match), changed


def _build_rating_step(sheet: Sheet, player: int, place: int, before: Skill, after: Skill) -> RatingStep:
    return RatingStep(
        player_id=player,
        match_id=sheet.pk,
        game=sheet.game,
        number=after.matches,
        place=place,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
        at=sheet.over_at,
    )


def _build_rating(game: str, player: int, skill: Skill, at: datetime) -> Rating:
    return Rating(
        player_id=player,
        game=game,
        mu=skill.mu,
        sigma=skill.sigma,
        least=compute_lower_bound(skill.mu, skill.sigma),
        matches=skill.matches,
        updated_at=at,
    )


def _build_results(match: Finished, placed: list[Placed]) -> list[Result]:
    """Return a result for everyone who ever sat there. In a rated match, original players get their rated place."""
    rated = dict(placed)
    found: dict[int, int | None] = {}
    for seat, sitting in enumerate(match.sittings):
        place = match.places[seat] if match.places else None
        for player in (sitting.last, sitting.first):
            if player is not None:
                found[player] = rated.get(player, place)
    return [
        Result(
            player_id=player,
            match_id=match.match,
            game=match.game,
            place=place,
            listed=match.listed,
            over_at=match.over_at,
        )
        for player, place in found.items()
    ]
