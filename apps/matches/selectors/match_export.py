"""A match in the export format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC
from typing import Literal

import msgspec

from apps.kernel.chance import compute_commitment
from apps.kernel.record import (
    RECORD_FORMAT,
    RECORD_VERSION,
    RECORD_VERSION_WITH_WORDS,
    Former,
    Header,
    Line,
    Player,
    Record,
    Result,
    Shuffle,
)
from apps.kernel.table import REFEREE, Observer
from apps.matches.engine.tenures import SeatedPlayer, Sitter
from apps.matches.models import Match, Seed
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.store.log import read_log


def build_match_record(loaded: LoadedMatch, *, observer: Observer) -> Record:
    """Return the match in the export format, as far as the observer can see it, with its seed once it's over."""
    match = loaded.match
    heard_in: dict[int, list[msgspec.Raw]] = {}
    begins: list[int] = []
    log = read_log(match, observer)
    for fact in log.facts:
        if fact.move not in heard_in:
            heard_in[fact.move] = []
            begins.append(fact.n)
        heard_in[fact.move].append(msgspec.Raw(fact.event.encode()))
    made = {move.number: move for move in log.moves}
    lines: list[Line] = []
    for number, texts in heard_in.items():
        heard, move = tuple(texts), made.get(number)
        if move is None:  # It's part of another player's sealed move, so neither its author nor its time is known.
            lines.append(Line(len(lines), "", heard))
            continue
        own = observer == REFEREE or move.seat == observer
        action = msgspec.Raw(move.action.encode()) if move.action and own else msgspec.UNSET
        at = move.at.astimezone(UTC).isoformat(timespec="seconds")
        lines.append(Line(len(lines), move.cause, heard, seat=move.seat, key=move.key, action=action, at=at))
    over = match.status == Match.Status.OVER
    seed, shuffle = load_published_seed(match)
    header = Header(
        format=RECORD_FORMAT,
        version=RECORD_VERSION if shuffle is None else RECORD_VERSION_WITH_WORDS,
        game=match.game,
        setup=msgspec.Raw(match.setup.encode()),
        commitment=match.commitment,
        seed=seed,
        code=match.code,
        observer=observer,
        players=tuple(_build_record_player(seated, begins) for seated in loaded.seats),
        shuffle=shuffle,
    )
    return Record(header, tuple(lines), Result(msgspec.Raw(msgspec.json.encode(match.outcome))) if over else None)


def load_published_seed(match: Match) -> tuple[str, Shuffle | None]:
    """Return the published parts of a match's seed: the seed itself, and the secret and words it was made of.

    While the match runs that's no more than the secret's commitment.
    """
    kept = Seed.objects.filter(match=match).first()
    if kept is None:
        return "", None
    over = match.status == Match.Status.OVER
    seed = bytes(kept.seed).hex() if over else ""
    if kept.secret is None:
        return seed, None
    secret = bytes(kept.secret)
    commitment = compute_commitment(secret)
    return seed, Shuffle(commitment, secret.hex(), tuple(kept.words or ())) if over else Shuffle(commitment)


def _build_record_player(seated: SeatedPlayer, begins: Sequence[int]) -> Player:
    """Return the current and former players of a seat.

    :param begins: the first facts of the record's lines, in order
    """
    before = [
        Former(_get_sitter_kind(sitter), sitter.name, bisect_left(begins, former.until))
        for sitter, former in zip(seated.ever(), seated.before, strict=False)
    ]
    return Player(_get_sitter_kind(seated.now), seated.name, tuple(before))


def _get_sitter_kind(sitter: Sitter) -> Literal["person", "bot"]:
    return "bot" if sitter.bot else "person"
