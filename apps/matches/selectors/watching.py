"""Activity on this server for visitors: a match worth watching, and how much is played."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, Value

from apps.common import clocks
from apps.matches.engine.visibility import GALLERY_BIT
from apps.matches.models import Chair, Fact, Match
from apps.matches.selectors import match_view
from apps.matches.selectors.glance import GLANCE_FACTS, Glance, at_a_glance
from apps.matches.store import seating

ACTIVITY_CACHE_SECONDS: Final = 60
"""How long everyone gets the same answer, in seconds."""
WEEK: Final = timedelta(days=7)
_MAX_CANDIDATES: Final = 8
"""The number of matches to choose from, so that readers get none at which they sit."""
_MAX_FRIENDS_MATCHES: Final = 3
_MIN_FACTS_TO_WATCH: Final = 5
"""The number of facts for everyone after the deal, from which on there is something to see.

The number of moves would count sealed answers, and so tell how many there are.
"""


class Played(NamedTuple):
    """The amount of activity."""

    running: int
    finished: int
    """The number of matches finished in the last seven days."""


def count_played_matches() -> Played:
    """Count running and recently finished matches, with one statement per minute for all readers."""

    def count() -> tuple[int, int]:
        found = dict(
            _count_matches("running", wake_at__isnull=False).union(
                _count_matches("over", over_at__gte=clocks.now() - WEEK)
            )
        )
        return found.get("running", 0), found.get("over", 0)

    kept: Any = cache.get_or_set("matches-played", count, ACTIVITY_CACHE_SECONDS)
    return Played(*kept)


def _count_matches(name: str, **which: object) -> QuerySet[Any, Any]:
    """Return the number of these matches under a name.

    Each of the two numbers has an index of its own, which a joint count wouldn't use.
    """
    found = Match.objects.filter(**which).order_by().annotate(name=Value(name)).values("name")
    return found.annotate(number=Count("pk")).values_list("name", "number")


def worth_watching(*, player: int | None, friends: Collection[int] = ()) -> Glance | None:
    """Return a public match between people in which something will happen soon, as the public sees it.

    One of the player's friends comes first. Matches at which the player sits are left out.
    """
    chosen = [*_find_matches_of_friends(friends), *_find_watchable_matches()]
    tables = seating.load_all(chosen, player=player, now=clocks.now())
    for table in (tables[key] for key in chosen if key in tables):
        if table.own is None and table.match.listed and table.match.status == Match.Status.PLAYING:
            for view in match_view.look_all([table], latest=GLANCE_FACTS).values():
                return at_a_glance(table, view)
    return None


def _find_matches_of_friends(friends: Collection[int]) -> list[int]:
    """Return a few of these players' matches, the soonest deadline first."""
    if not friends:
        return []
    theirs = Chair.objects.filter(player__in=friends).values("match")
    return list(_find_lively_matches().filter(pk__in=theirs).values_list("pk", flat=True)[:_MAX_FRIENDS_MATCHES])


def _find_watchable_matches() -> list[int]:
    """Return the matches to choose from, the soonest deadline first."""
    found = _find_lively_matches()
    kept: Any = cache.get_or_set(
        "worth-watching", lambda: list(found.values_list("pk", flat=True)[:_MAX_CANDIDATES]), ACTIVITY_CACHE_SECONDS
    )
    return list(kept)


def _find_lively_matches() -> QuerySet[Match]:
    """Return public matches between people in which something has happened, the soonest deadline first."""
    told = Fact.objects.alias(public=F("audience").bitand(GALLERY_BIT)).filter(
        match=OuterRef("pk"), move__gt=0, public__gt=0
    )
    people = Chair.objects.filter(match=OuterRef("pk"), player__isnull=False, bot=False, autopilot=False).order_by()
    return (
        Match.objects.filter(wake_at__isnull=False, listed=True, lesson__isnull=True)
        .alias(people=Subquery(people.values("match").annotate(number=Count("pk")).values("number")))
        .filter(Exists(told[_MIN_FACTS_TO_WATCH - 1 :]), people__gte=2)
        .order_by("wake_at")
    )
