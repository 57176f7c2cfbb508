"""The story of a finished match in a few sentences, and the facts that play the moment that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.kernel.events import Announced, Event, Public
from apps.kernel.game import AnyGame
from apps.kernel.table import Seat
from apps.matches.engine import gist, moments
from apps.matches.engine.gist import Statement
from apps.matches.engine.leads import Scores
from apps.matches.selectors.match_view import Sentence
from apps.matches.store.snapshots import LATEST_FACTS

_MIN_POINTS_WORTH_SAYING: Final = 2
"""The points from which it's worth saying that a move brought them."""
_PLAYER_SENTENCES: Final = {
    "throughout": (
        gettext_noop("%(name)s had the highest score from start to finish."),
        gettext_noop("You had the highest score from start to finish."),
    ),
    "mostly": (
        gettext_noop("%(name)s had the highest score for most of the match."),
        gettext_noop("You had the highest score for most of the match."),
    ),
    "early": (gettext_noop("%(name)s was the first to lead."), gettext_noop("You were the first to lead.")),
    "ahead": (
        gettext_noop("%(name)s was ahead from move %(move)d on."),
        gettext_noop("You were ahead from move %(move)d on."),
    ),
    "last": (
        gettext_noop("%(name)s took the lead with the very last move."),
        gettext_noop("You took the lead with the very last move."),
    ),
    "tiebreak": (
        gettext_noop("The best two finished level on %(score)s, and %(name)s won the tiebreak."),
        gettext_noop("The best two finished level on %(score)s, and you won the tiebreak."),
    ),
    "claimed": (
        gettext_noop("%(name)s claimed the win, because no one else was left."),
        gettext_noop("You claimed the win, because no one else was left."),
    ),
}
"""The sentences about a player, and the same addressed to them."""


class Decided(msgspec.Struct, frozen=True):
    """The stored moment that decided a match."""

    move: int
    facts: tuple[msgspec.Raw, ...]
    """The latest public facts up to then, the deciding one last. It's drawn among what was on the table."""


@dataclass(frozen=True)
class GistLine:
    """A sentence about a match."""

    text: str
    move: int | None
    """The move that it's about; None if it's about many."""


def select_deciding_moment(
    game: AnyGame, scores: Scores, places: Sequence[int], moves: Sequence[Sequence[Event]]
) -> Decided | None:
    """Return the moment that decided a match with these moves, or None."""
    found = gist.find_decisive_fact(scores, places, moves, game.decisive or game.moments)
    if found is None:
        return None
    before = chain(*moves[: found.move], moves[found.move][: found.fact + 1])
    open_facts = [fact for fact in before if isinstance(fact, Public) and not isinstance(fact, Announced)]
    return Decided(found.move, tuple(msgspec.Raw(msgspec.json.encode(fact)) for fact in open_facts[-LATEST_FACTS:]))


def build_deciding_scene(
    game: AnyGame, kept: Decided | None, names: Sequence[str], me: int | None
) -> tuple[Sentence, ...]:
    """Return the deciding fact and those before it, the newest first, as sentences for the reader in seat `me`."""
    return tuple(_build_scene_sentence(game, fact, tuple(names), me) for fact in scene_facts(game, kept))


def scene_facts(game: AnyGame, kept: Decided | None) -> tuple[Event, ...]:
    """Return the deciding fact and those before it, the newest first.

    :raises msgspec.DecodeError: if another release wrote them differently
    """
    return () if kept is None else tuple(game.fact.decode(fact) for fact in reversed(kept.facts))


def build_gist_lines(
    game: AnyGame,
    scores: Scores,
    places: Sequence[int],
    why: str,
    kept: Decided | None,
    names: Sequence[str],
    me: int | None,
) -> tuple[GistLine, ...]:
    """Return the story of a match for the reader in seat `me`; empty for one without a result."""
    said = gist.build_gist(scores, places, why, kept.move if kept else None)
    lines = (GistLine(_describe_statement(each, game, kept, names, me), each.move) for each in said)
    return tuple(line for line in lines if line.text)


def _describe_statement(
    one: Statement, game: AnyGame, kept: Decided | None, names: Sequence[str], me: int | None
) -> str:
    mine = me is not None and one.seat == me
    if one.kind == "often":
        many = {"times": one.number}
        return ngettext("The lead changed hands once.", "The lead changed hands %(times)s times.", one.number) % many
    if one.kind == "shared":
        return _("%(number)d players shared the win with %(score)s.") % {
            "number": one.number,
            "score": _format_score(one.score),
        }
    if one.kind == "decided":
        sentence = _of_game(game, kept, mine=mine, points=one.number)
    elif one.kind == "won":
        sentence = _get_win_sentence(one, me)
    else:
        sentence = _PLAYER_SENTENCES[one.kind][mine]
    if not sentence:
        return ""
    return _(sentence) % {
        "name": "" if one.seat is None else names[one.seat],
        "other": "" if one.other is None else names[one.other],
        "move": one.move,
        "points": one.number,
        "margin": one.number,
        "score": _format_score(one.score),
    }


def _of_game(game: AnyGame, kept: Decided | None, *, mine: bool, points: int) -> str:
    """Return what the game says about the deciding fact; empty if its points aren't worth saying."""
    if kept is None:
        return ""
    sentence = game.decisive.get(type(game.fact.decode(kept.facts[-1])), ("", ""))[mine]
    return "" if "%(points)d" in sentence and points < _MIN_POINTS_WORTH_SAYING else sentence


def _get_win_sentence(one: Statement, me: int | None) -> str:
    if one.other is None:
        if one.seat == me:
            return gettext_noop("You won with %(score)s, %(margin)d ahead of second place.")
        return gettext_noop("%(name)s won with %(score)s, %(margin)d ahead of second place.")
    if one.seat == me:
        return gettext_noop("You won with %(score)s, %(margin)d ahead of %(other)s.")
    if one.other == me:
        return gettext_noop("%(name)s won with %(score)s, %(margin)d ahead of you.")
    return gettext_noop("%(name)s won with %(score)s, %(margin)d ahead of %(other)s.")


def _format_score(score: int) -> str:
    return str(score).replace("-", "−")


def _build_scene_sentence(game: AnyGame, fact: Event, names: tuple[str, ...], me: int | None) -> Sentence:
    """Return a fact for its template, without its number, because a page has each number once, in its story."""
    seat, words = getattr(fact, "seat", None), game.words(fact)
    return Sentence(
        heard=0,
        template=f"{game.meta.slug}/story.html",
        fact=moments.get_event_tag(type(fact)),
        words=words,
        who="" if seat is None else names[seat],
        mine=me is not None and seat == me,
        names=names,
        cause="",
        seat=seat,
        yours=me is not None and words.get("target") == me,
        reader=None if me is None else Seat(me),
    )
