"""Decisions of finished public matches, for puzzles.

Puzzles see matches only through this module, which iterates over all decisions and shows one as its seat knew it.

No one is named: players agreed to a public replay, but not to a lesson about their moves, and no preference lets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

import msgspec
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from apps.kernel import forms
from apps.kernel.analysis import Rated
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState, Illegal
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine.insight import Made
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Chair, Match
from apps.matches.selectors import analysis, match_view
from apps.matches.selectors.analysis import Choice
from apps.matches.selectors.hints import get_reason_template
from apps.matches.selectors.match_view.questions import Question
from apps.matches.store.log import read_log
from apps.matches.store.snapshots import LATEST_FACTS

_Row = TypeVar("_Row", bound=Model)
_PUBLIC_OVER_FILTER: Final = {"match__listed": True, "match__status": Match.Status.OVER, "match__origin": ""}


class Open(NamedTuple):
    """A match whose decisions anyone can see."""

    match: int
    code: str


@dataclass(frozen=True)
class Decided:
    """A player's answer, with their seat's knowledge."""

    game: AnyGame
    move: int
    ask: AnyAsk
    state: AnyState
    given: AnyAction


@dataclass(frozen=True)
class Why:
    """The reason for an answer, for `{% reasoned why %}`."""

    because: str
    """The template with a block for each kind of reason."""
    kind: str
    says: Mapping[str, str | int]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """A decision as its page shows it."""

    game: AnyGame
    state: AnyState
    """The seat's knowledge."""
    sight: match_view.MatchView
    """The table as the seat knew it, without anyone's name."""
    at: int
    """The move after which it was asked, as the seat's replay counts it."""

    @property
    def template(self) -> str:
        """Return the template with a block for each kind of answer."""
        return f"{self.game.meta.slug}/answers.html"

    def question(self, about: str) -> Question | None:
        """Return the open question of this kind, for the game's own form; None if the seat isn't asked that."""
        return next((question for question in self.sight.questions if question.about == about), None)

    def legal(self) -> Collection[AnyAction]:
        """Return the actions that the seat can take."""
        return self.game.legal(self.state, Seat(self.sight.seat or 0))

    def action(self, words: Mapping[str, object]) -> AnyAction:
        """Parse the fields of a form as an answer.

        :raises Illegal: if it isn't one that the seat can give
        """
        try:
            action = forms.parse_form_fields(words, self.game.action)
        except msgspec.ValidationError as error:
            raise Illegal(str(error)) from error
        if action not in self.legal():
            raise Illegal("This answer isn't among those the seat may give.")
        return action

    def choices(self, answers: Collection[Rated], *, given: int) -> tuple[Choice, ...]:
        """Return these answers in words."""
        return tuple(
            analysis.build_choice(self.game, each, given=number == given) for number, each in enumerate(answers)
        )

    def why(self, answer: Rated) -> Why:
        """Return the reason for one of them."""
        seat = Seat(self.sight.seat or 0)
        reason = self.game.because(self.state, seat, self.game.answer.decode(answer.action))
        return Why(get_reason_template(self.game.meta.slug, reason), reason.kind, reason.says, self.sight.names)


def in_sight(rows: QuerySet[_Row]) -> QuerySet[_Row]:
    """Return those of these rows whose `match` is over and listed."""
    return rows.filter(**_PUBLIC_OVER_FILTER)


def find_unread_match(*, game: str, done: QuerySet[Model]) -> Open | None:
    """Return the latest public match of a game that no row in `done` names as its `match`.

    Lessons are left out, because their bubbles suggested the moves, in a chosen shuffle.
    """
    theirs = done.filter(match=OuterRef("pk"))
    over = Match.objects.filter(
        ~Exists(theirs), ~Q(outcome__places=[]), game=game, status=Match.Status.OVER, listed=True, lesson__isnull=True
    )
    found = over.order_by("-over_at", "-pk").values_list("pk", "code").first()
    return None if found is None else Open(*found)


def load_decisions(code: str) -> Iterator[tuple[int, Decided | None]]:
    """Yield for each move the number of moves read and the decision, or None if it was none.

    :raises Match.DoesNotExist, Unreadable: if the match is gone, or can't be read
    """
    log = analysis.load_analysis_log(Match.objects.get(code=code))
    game = log.game
    known = {seat: game.recall(log.setup, (), seat) for seat in log.setup.everyone()}
    for reached, move in enumerate(log.moves, start=1):
        decided = None
        if move.seat not in (None, HOUSE) and move.action is not None and not move.by_clock:
            decided = _build_player_decision(game, known[move.seat], move)
        yield reached, decided
        known = {seat: game.learn(state, move.facts, seat) for seat, state in known.items()}


def _build_player_decision(game: AnyGame, state: AnyState, move: Made) -> Decided | None:
    asked = [each for each in game.asks(state) if each.seat == move.seat and each.key == move.key]
    if not asked or asked[0].answered:
        return None  # A change of an answer would reveal the earlier one.
    return Decided(game, move.number, asked[0], state, move.action)


def build_shown_decision(match: Match, seat: Seat, move: int) -> Shown:
    """Return what a seat knew and was asked when it made a move, from the facts it could see and no others.

    :raises Unreadable: if the log can't be read
    """
    game, setup = match_view.get_match_rules(match)
    rows = [fact for fact in read_log(match, seat).facts if fact.move < move]
    seats = tuple(_build_unnamed_player(match, each, own=each == seat) for each in setup.everyone())
    try:
        told = [LoggedFact(n, audience, game.fact.decode(text), "", 0) for n, _move, audience, text in rows]
        projection = Projection(seat, game.blank(setup))
        projection.learn(game, [(fact.n, fact.audience, fact.event) for fact in told])
        at = told[-1].n if told else 0
        asked = copy(match)
        asked.status = Match.Status.PLAYING  # That opens the question, so that the game draws its own form for it.
        sight = match_view.build_match_view(
            Position(asked, seats, game, setup, projection, told[-LATEST_FACTS:], at=at)
        )
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
    # The match's code would lead to the answer, and its outcome would hint at it.
    sight = replace(sight, code="", outcome=None, proposals=(), occasion="", occasion_path="")
    return Shown(game, projection.state, sight, max(0, len({fact.move for fact in rows}) - 1))


def _build_unnamed_player(match: Match, seat: Seat, *, own: bool) -> SeatedPlayer:
    # Short enough for the plates of a phone, so that bids and story name the same players as the plates do.
    name = gettext("P%(number)d (you)") if own else gettext("P%(number)d")
    return SeatedPlayer(Chair(match=match, index=seat), name % {"number": seat + 1}, None, (), None, None)
