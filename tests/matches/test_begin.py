"""Tests of the start of a match."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest

from apps.games.fuse.state import Dealt, Received, Shuffled
from apps.kernel.chance import compute_commitment
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches.engine import deadlines, visibility
from apps.matches.models import Fact, Match, Question, Seed
from apps.matches.services import play
from tests.database import everything
from tests.factories.matches import FUSE, NOW, PACE, new_match

pytestmark = pytest.mark.django_db


def test_the_deal_is_move_0_and_asks_the_starter_until_the_deadline(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    (move,) = table.moves()
    assert (move.number, move.cause, move.at) == (0, "deal", NOW)
    question = Question.objects.get(match__code=table.code)
    assert question.seat == table.facts()[0].starter
    assert question.due_at == table.match.wake_at == NOW + timedelta(seconds=PACE["turn"])


def test_every_fact_is_stored_for_those_who_were_told(ada: Any, ben: Any) -> None:
    facts, told = new_match(ada, ben).facts(), defaultdict(list)
    for mask, fact in zip(Fact.objects.order_by("n").values_list("audience", flat=True), facts, strict=True):
        told[type(fact)].append(mask)
    assert told[Dealt] == [0b111]
    assert told[Shuffled] == [0]
    assert told[Received] == [visibility.get_observer_bit(Seat(0)), visibility.get_observer_bit(Seat(1))]


def test_the_commitment_fits_the_seed_that_lies_apart(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    assert compute_commitment(bytes(Seed.objects.get(match=table.match).seed)) == table.match.commitment


def test_two_matches_have_different_seeds_and_codes(ada: Any, ben: Any) -> None:
    sitters = [play.Sitter(player=ada.pk), play.Sitter(player=ben.pk)]
    codes = [play.start_match(game="fuse", setup=FUSE.setup(2), pace=PACE, seats=sitters, now=NOW) for _ in range(2)]
    assert len({*codes}) == len({bytes(seed) for seed in Seed.objects.values_list("seed", flat=True)}) == 2


@pytest.mark.parametrize("seconds", [-1, 0, deadlines.MIN_PACE_SECONDS - 1, deadlines.MAX_PACE_SECONDS + 1, 10**12])
def test_a_pace_out_of_bounds_is_refused_and_nothing_is_written(ada: Any, ben: Any, seconds: int) -> None:
    with pytest.raises(Illegal, match="turn"):
        new_match(ada, ben, pace={"turn": seconds, "matchman": 600})
    assert not Match.objects.exists()


def test_a_pace_must_name_every_kind_of_question_and_no_other(ada: Any, ben: Any) -> None:
    with pytest.raises(Illegal, match="matchman"):
        new_match(ada, ben, pace={"turn": 60})
    with pytest.raises(Illegal, match="tea"):
        new_match(ada, ben, pace={"turn": 60, "matchman": 60, "tea": 60})


def test_as_many_must_sit_down_as_were_agreed(ada: Any, ben: Any) -> None:
    with pytest.raises(Illegal):
        play.start_match(game="fuse", setup=FUSE.setup(3), pace=PACE, seats=[play.Sitter(player=ada.pk)], now=NOW)
    assert not Match.objects.exists()


def test_nobody_sits_twice_at_a_table(ada: Any) -> None:
    with pytest.raises(Illegal):
        new_match(ada, ada)
    assert not Match.objects.exists()


def test_an_unknown_game_is_refused(ada: Any, ben: Any) -> None:
    before = everything()
    with pytest.raises(Illegal):
        play.start_match(game="chess", setup=FUSE.setup(2), pace=PACE, seats=[play.Sitter(player=ada.pk)] * 2, now=NOW)
    assert everything() == before
