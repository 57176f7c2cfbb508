"""Old matches as people and bots really play them, and everything that pages show of one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from apps.accounts.models import Player
from apps.config.demo import playing
from apps.kernel.record import encode_record
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.kernel.verify import verify_record
from apps.matches import personal_data
from apps.matches.admin import detail
from apps.matches.models import CompactLog, Fact, Match, Memory, Move
from apps.matches.selectors import analysis, digests, match_export, match_view, replay, results, score_history
from apps.matches.selectors.narrative import build_narrative
from apps.matches.services import compaction, seats
from apps.matches.store.log import read_log
from apps.tournaments.selectors.unsettled import find_unsettled_matches

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
NOW = LONG_AGO + timedelta(days=300)
POSITIONS = 3
"""The number of positions per replay and observer. What a page shows follows from the log, which is compared whole."""


def old_match(game: str, players: Sequence[Any], *, bots: int = 0, seed: int = 1, leaves: Any = None) -> Match:
    """Return a match that was over long ago. The player in `leaves` quits soon after its start."""
    code = playing.start_demo_match(game, [each.pk for each in players], bots=bots, now=LONG_AGO)
    luck, until = Random(seed), LONG_AGO + timedelta(days=200)
    if leaves is not None:
        then = playing.play_out(code, since=LONG_AGO, until=until, luck=luck, moves=6)
        seats.resign_seat(code=code, seat=Seat(list(players).index(leaves)), by=leaves.pk, now=then)
    playing.play_out(code, since=LONG_AGO, until=until, luck=luck)
    return Match.objects.get(code=code)


def compact_all(*, now: datetime = NOW) -> int:
    """Compact all old matches, as the worker does."""
    return sum(1 for _saved in compaction.compact_due(now=now, spared=find_unsettled_matches()))


def form(match: Match) -> str:
    """Return `rows` or `compact`, or the counts if the log isn't whole in one form."""
    moves, facts = Move.objects.filter(match=match).count(), Fact.objects.filter(match=match).count()
    compact = CompactLog.objects.filter(match=match).count()
    fresh = Match.with_sandboxes.get(pk=match.pk)
    if (moves, facts, compact, fresh.compacted) == (match.moves, match.facts, 0, False):
        return "rows"
    if (moves, facts, compact, fresh.compacted) == (0, 0, 1, True):
        return "compact"
    return f"{moves} moves, {facts} facts and {compact} compact logs, compacted: {fresh.compacted}"


def everything_told(match: Match) -> dict[str, Any]:
    """Return everything that anyone can see of a finished match, by where it is shown."""
    Memory.objects.filter(match=match).delete()
    loaded = match_view.load_match(match.code)
    setup = match_view.get_match_rules(match)[1]
    observers: list[Observer] = [REFEREE, PUBLIC, *setup.everyone()]
    told: dict[str, Any] = {}
    for who in observers:
        told[f"log of {who}"] = read_log(match, who)
        told[f"export of {who}"] = b"".join(encode_record(match_export.build_match_record(loaded, observer=who)))
        last = replay.build_replay(loaded, observer=who, at=None).last
        for at in range(0, last + 1, max(1, last // POSITIONS)):
            told[f"move {at} of {who}"] = replay.build_replay(loaded, observer=who, at=at)
        told[f"page of {who}"] = match_view.load_match_view(code=match.code, player=None, observer=who, loaded=loaded)
    whole = match_export.build_match_record(loaded, observer=REFEREE)
    told["verdict"] = verify_record(match_view.get_match_rules(match)[0], whole)
    told["story"] = build_narrative(loaded)
    told["scores"], told["course"], told["scored"] = (
        score_history.build_score_curves(loaded),
        score_history.load_score_course(loaded),
        score_history.load_scored_moves(loaded),
    )
    told["analysis"] = analysis.load_analysis_log(match).moves
    digest, feats = digests.build_digest_and_feats(match.code)
    told["digest"] = digest.leads, digest.margin, digest.excitement, bytes(digest.course)
    told["feats"] = [(feat.kind, feat.number, feat.fact, feat.seat, feat.player_id) for feat in feats]
    told["admin"] = detail.render_log(match, observer=REFEREE), detail.render_log(match, observer=PUBLIC)
    told["result"] = list(results.load_finished_matches(match.game))
    told["progress"] = results.load_match_progress(Match.objects.filter(pk=match.pk).values("pk"))
    for player in Player.objects.filter(seats__match=match).order_by("pk"):
        own = match_view.load_match(match.code, player=player.pk)
        heard = match_view.count_heard_facts(own)
        told[f"heard by {player}"] = heard, match_view.build_recap(own, since=3, heard=heard, most=9)
        told[f"personal data of {player}"] = list(personal_data.export_matches(player=player.pk))
    return told
