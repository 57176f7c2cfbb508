"""The decisions of finished matches that are open to everybody, for puzzles: to look through all of them, and to show
one as its seat knew it. The one door through which puzzles see a match.

Nobody is named: whoever sat there agreed to a record, and to no lesson about what they did. There is no preference by
which they could.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from apps.kernel import forms
from apps.kernel.analysis import Rated
from apps.kernel.game import Ask, Game, Illegal
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine.insight import Made
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Chair, Match
from apps.matches.selectors import analysis, match_view
from apps.matches.selectors.analysis import Choice
from apps.matches.selectors.hints import because
from apps.matches.selectors.match_view.questions import Question
from apps.matches.store.log import read_log
from apps.matches.store.snapshots import LATEST

_OPEN: Final = {"match__listed": True, "match__status": Match.Status.OVER, "match__origin": ""}


class Open(NamedTuple):
    """A match whose decisions anybody may look at."""

    match: int
    code: str


@dataclass(frozen=True)
class Decided:
    """What somebody answered, and what their seat knew."""

    game: Game[Any, Any, Any]
    move: int
    ask: Ask[Any]
    state: Any
    given: Any


@dataclass(frozen=True)
class Why:
    """What speaks for an answer, for `{% reasoned why %}`."""

    because: str
    """The template with a block for each kind of reason."""
    kind: str
    says: Mapping[str, str | int]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """A decision as its page shows it."""

    game: Game[Any, Any, Any]
    state: Any
    """What the seat knew."""
    sight: match_view.MatchView
    """The table as it knew it, with nobody's name."""
    at: int
    """The move after which it was asked, as the record counts it for the seat."""

    @property
    def template(self) -> str:
        """A block for each kind of answer."""
        return f"{self.game.meta.slug}/answers.html"

    def question(self, about: str) -> Question | None:
        """Return the open question of this kind, for the game's own form; None if the seat isn't asked that."""
        return next((question for question in self.sight.questions if question.about == about), None)

    def action(self, words: Mapping[str, Any]) -> Any:
        """Return the answer that the words of a form mean.

        :raises Illegal: if they mean none that the seat may give
        """
        try:
            action = forms.read(words, self.game.action)
        except msgspec.ValidationError as error:
            raise Illegal(str(error)) from error
        if action not in self.game.legal(self.state, Seat(self.sight.seat or 0)):
            raise Illegal("This answer isn't among those the seat may give.")
        return action

    def choices(self, answers: Collection[Rated], *, given: int) -> tuple[Choice, ...]:
        """These answers in words."""
        return tuple(analysis.choice(self.game, each, given=number == given) for number, each in enumerate(answers))

    def why(self, answer: Rated) -> Why:
        """What speaks for one of them."""
        seat = Seat(self.sight.seat or 0)
        reason = self.game.because(self.state, seat, self.game.answer.decode(answer.action))
        return Why(because(self.game.meta.slug, reason), reason.kind, reason.says, self.sight.names)


def in_sight(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those of these rows, each of which names its `match`, whose match is over, and in the lists."""
    return rows.filter(**_OPEN)


def unread(*, game: str, done: QuerySet[Any]) -> Open | None:
    """The latest match of a game that everybody may look at and that these rows, which name their `match`, do not name.

    Lessons are no decisions of anybody's: bubbles said what to do, in a shuffle that was searched for.
    """
    theirs = done.filter(match=OuterRef("pk"))
    over = Match.objects.filter(
        ~Exists(theirs), ~Q(outcome__places=[]), game=game, status=Match.Status.OVER, listed=True, lesson__isnull=True
    )
    found = over.order_by("-over_at", "-pk").values_list("pk", "code").first()
    return None if found is None else Open(*found)


def made(code: str) -> Iterator[tuple[int, Decided | None]]:
    """Move by move (so many were looked at) what was decided; None of a move that was no decision.

    :raises Match.DoesNotExist, Unreadable: if its record is gone, or cannot be read
    """
    log = analysis.log(Match.objects.get(code=code))
    game = log.game
    known = {seat: game.recall(log.setup, (), seat) for seat in log.setup.everyone()}
    for reached, move in enumerate(log.moves, start=1):
        decided = None
        if move.seat not in (None, HOUSE) and move.action is not None and not move.by_clock:
            decided = _decided(game, known[move.seat], move)
        yield reached, decided
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}


def _decided(game: Game[Any, Any, Any], state: Any, move: Made) -> Decided | None:
    asked = [each for each in game.asks(state) if each.seat == move.seat and each.key == move.key]
    if not asked or asked[0].answered:
        return None  # What only changes an answer tells what was answered before.
    return Decided(game, move.number, asked[0], state, move.action)


def show(match: Match, seat: Seat, move: int) -> Shown:
    """What a seat knew when it made a move, and what it was asked: from the facts it was told, and no others.

    :raises Unreadable: if the record cannot be read
    """
    game, setup = match_view.rules(match)
    rows = [fact for fact in read_log(match, seat).facts if fact.move < move]
    seats = tuple(_nobody(match, each, own=each == seat) for each in setup.everyone())
    try:
        told = [LoggedFact(n, audience, game.fact.decode(text), "", 0) for n, _move, audience, text in rows]
        projection = Projection(seat, game.blank(setup))
        projection.learn(game, [(fact.n, fact.audience, fact.event) for fact in told])
        at = told[-1].n if told else 0
        asked = copy(match)
        asked.status = Match.Status.PLAYING  # Then the question is open, and the game draws its own form for it.
        sight = match_view.of(Position(asked, seats, game, setup, projection, told[-LATEST:], at=at))
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
    # Neither the address of the match, which would tell the answer, nor how it ended.
    sight = replace(sight, code="", outcome=None, proposals=(), occasion="", occasion_path="")
    return Shown(game, projection.state, sight, max(0, len({fact.move for fact in rows}) - 1))


def _nobody(match: Match, seat: Seat, *, own: bool) -> SeatedPlayer:
    name = gettext("Player %(number)d (you)") if own else gettext("Player %(number)d")
    return SeatedPlayer(Chair(match=match, index=seat), name % {"number": seat + 1}, None, (), None, None)
