"""A match in short: its digest and feats, as rows that aren't stored yet."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from apps.games import load_games
from apps.kernel.events import Public
from apps.kernel.feats import Feat, select_greatest_feats
from apps.kernel.game import CLAIMED
from apps.matches.engine import digest
from apps.matches.errors import Unreadable
from apps.matches.models import Chair, Match, MatchDigest, MatchFeat, Tenure
from apps.matches.selectors import match_view, score_history
from apps.matches.selectors.match_view import LoadedMatch

_EMPTY_DIGEST: Final = digest.compute_digest((), ())
_ENDLESS_MOVES: Final = 2**31 - 1


class Computed(NamedTuple):
    """The rows of one match."""

    digest: MatchDigest
    feats: tuple[MatchFeat, ...]


def find_undigested_matches(*, since: datetime | None = None) -> QuerySet[Match]:
    """Return finished matches without a digest of the current edition, oldest first.

    :param since: only matches that ended since then
    """
    known = MatchDigest.objects.filter(match=OuterRef("pk"), edition=digest.DIGEST_EDITION)
    over = Match.objects.filter(~Exists(known), status=Match.Status.OVER, over_at__isnull=False)
    return (over.filter(over_at__gte=since) if since else over).order_by("over_at", "pk")


def build_digest_and_feats(code: str) -> Computed:
    """Calculate a match's rows from its log alone.

    An unreadable log gets an empty digest, so that it isn't tried again.
    """
    loaded = match_view.load_match(code)
    match = loaded.match
    try:
        game, setup = match_view.get_match_rules(match)
        course = score_history.load_scored_moves(loaded)
    except Unreadable:
        return Computed(_build_digest_row(loaded, _EMPTY_DIGEST), ())
    outcome = match.outcome or {}
    final = () if outcome.get("why") == CLAIMED else outcome.get("scores", ())  # A claim isn't about closeness.
    short = _build_digest_row(loaded, digest.compute_digest([scores for _move, scores in course], final))
    if game.feats is None:
        return Computed(short, ())
    moves = {fact.n: number for number, (move, _scores) in enumerate(course) for fact in move.facts}
    told = (
        (fact.n, feat)
        for move, _scores in course
        for fact in move.facts
        if isinstance(fact.event, Public)  # A feat that isn't public would reveal something.
        for feat in game.feats.of(setup, fact.event)
    )
    best = select_greatest_feats(told)
    sitters = _Sitters(match)
    return Computed(short, tuple(_build_feat_row(short, sitters, n, moves[n], feat) for n, feat in best.values()))


class _Sitters:
    """The sitters of each seat over time, by their keys because names can change."""

    def __init__(self, match: Match) -> None:
        chairs = Chair.objects.filter(match=match).values_list("index", "player", "bot")
        self._now = {index: (player, bot) for index, player, bot in chairs}
        former = Tenure.objects.filter(match=match).order_by("until")
        self._before = list(former.values_list("seat", "until", "player", "bot"))

    def at(self, seat: int, fact: int) -> tuple[int | None, bool]:
        """Return the player at this fact, and whether it was a house bot."""
        for index, until, player, bot in self._before:
            if index == seat and fact < until:
                return player, bot
        return self._now[seat]


def _build_feat_row(short: MatchDigest, sitters: _Sitters, n: int, move: int, feat: Feat) -> MatchFeat:
    player, bot = sitters.at(feat.seat, n) if feat.seat is not None else (None, False)
    return MatchFeat(
        match_id=short.match_id, game=short.game, month=short.month, kind=feat.kind, number=feat.number,
        fact=n, move=move, seat=feat.seat, player_id=player, bot=bot,
    )  # fmt: skip


def _build_digest_row(loaded: LoadedMatch, short: digest.Digest) -> MatchDigest:
    match = loaded.match
    ended = (match.over_at or match.begun_at).astimezone(UTC)
    return MatchDigest(
        match_id=match.pk,
        edition=digest.DIGEST_EDITION,
        game=match.game,
        month=date(ended.year, ended.month, 1),
        begun_at=match.begun_at,
        seats=len(loaded.seats),
        moves=match.moves,
        length=digest.classify_length(match.moves, _get_length_thirds(match.game)),
        leads=short.leads,
        margin=short.margin,
        excitement=short.excitement,
        course=short.course,
    )


def _get_length_thirds(slug: str) -> tuple[int, int]:
    """Return the thirds of a game. For a game that's no longer played here, every match is short."""
    known = load_games().get(slug)
    return known.meta.thirds if known is not None else (_ENDLESS_MOVES, _ENDLESS_MOVES)
