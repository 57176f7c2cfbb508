"""Tests of the Kobold Bombs pages: the values for templates, and that every form they draw is accepted."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.html import escape

from apps.games.kobolds import GAME
from apps.games.kobolds.board import Board
from apps.games.kobolds.box import BOX
from apps.games.kobolds.cards import APPARATUSES, MECHANISMS
from apps.games.kobolds.faces import build_face as drawn
from apps.games.kobolds.hand import Held
from apps.games.kobolds.mine import Mine
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.state import Action, Noted, Pass, Phased, Play, Secured, State, Tinker
from apps.games.kobolds.tricks import TRICKS, get_mission_key
from apps.kernel.chance import Chance
from apps.kernel.playout import play_out_match
from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import Sentence
from apps.matches.services import play
from apps.matches.templatetags.story import render_sentence
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, Table
from tests.reading import forms_of

T = TypeVar("T")


def seen(table: Table, who: Observer) -> Board:
    board = GAME.board(table.memory(who), who)
    assert isinstance(board, Board)
    return board


def test_passing_is_told_only_if_silence_did_it() -> None:
    def told(action: Pass | Play, cause: str) -> str:
        words = GAME.words(Noted((ADA,), ADA, action))
        return render_sentence(Sentence(1, "kobolds/story.html", "noted", words, "Ada", True, ("Ada", "Ben"), cause))

    card = next(iter(next(iter(TRICKS.values())).copies))
    assert "secretly" in told(Play(card), "seat")
    assert told(Pass(), "seat") == ""
    assert told(Pass(), "order") == ""
    assert "You pass." in told(Pass(), "clock")


def mine(table: Table, who: Seat) -> Mine:
    found = seen(table, who).mine
    assert found is not None
    return found


def card(table: Table, who: Seat, word: str) -> Held:
    return next(each for each in mine(table, who).hand if word in (each.face.sign, each.face.id))


def why(table: Table, who: Seat, word: str) -> str:
    return card(table, who, word).why_not


# -- the outlook -----------------------------------------------------------------------


def test_the_outlook_names_the_gadget_and_the_bomb_that_decide_who_is_hit() -> None:
    table = Table.armed(4, apparatus="AP1", bomb="BO05")
    observers: tuple[Observer, ...] = (PUBLIC, BEN)
    for who in observers:
        board = seen(table, who)
        part = {"outlook": board.outlook, "bomb": board.bomb, "names": ("Ada", "Ben", "Cleo", "Dora"), "me": None}
        html = render_to_string("kobolds/outlook.html", part)
        said = " ".join(re.sub(r"<[^>]+>", "", html).split())
        assert f"{drawn('AP1').title}: {drawn('AP1').brief} · Elf Bomb: also hits the right" in said


@pytest.mark.parametrize(
    ("table", "when"),
    [
        (Table(3), "safe"),
        (Table.armed(3, primed=False), "next"),
        (Table.armed(3), "now"),
        (Table.armed(3, active=[("SLOW", CLEO)]), "later"),
    ],
)
def test_the_outlook_says_in_which_turn_the_bomb_goes_off(table: Table, when: str) -> None:
    outlook = seen(table, PUBLIC).outlook
    assert outlook is not None
    assert outlook.when == when


def test_the_page_says_that_others_choose_only_if_others_are_asked() -> None:
    table = Table(3, "FRIEND TR", "TR", "TR")
    assert mine(table, BEN).together
    table.plays(ADA, "FRIEND", BEN)
    assert mine(table, BEN).together
    assert not mine(Table(3, "TR", "ME", "AP1"), ADA).together


def test_everybody_is_told_who_would_be_killed_by_an_armed_bomb_and_who_is_protected() -> None:
    table = Table.armed(4, apparatus="AP2", active=[("TROLL", CLEO)])
    for who in (ADA, BEN, PUBLIC, REFEREE):
        outlook = seen(table, who).outlook
        assert outlook is not None
        assert (set(outlook.killed), outlook.spared, outlook.apparatus) == ({BEN, DORA}, (CLEO,), False)
        assert [plate.doomed for plate in seen(table, who).plates] == [False, True, False, True]
    assert not any(plate.doomed for plate in seen(Table(4), ADA).plates), "it is not armed"


def test_what_goes_off_next_turn_is_judged_by_whoever_holds_it_then() -> None:
    outlook = seen(Table.armed(4, primed=False, apparatus="AP1"), PUBLIC).outlook
    assert outlook is not None
    assert (outlook.when, outlook.holder, outlook.killed) == ("next", BEN, (CLEO,))

    outlook = seen(Table.armed(4, primed=False, apparatus="AP1", active=[("TROLL", CLEO)]), PUBLIC).outlook
    assert outlook is not None
    assert (outlook.killed, outlook.spared) == ((CLEO,), ()), "what protects her is gone by then"


def test_an_apparatus_in_a_secured_bomb_is_known_to_its_holder_and_a_doubt_for_the_others() -> None:
    table = Table(4, inside="ME ME AP1")
    outlooks = [seen(table, who).outlook for who in (ADA, CLEO)]
    assert [(each.killed, each.apparatus) for each in outlooks if each] == [((BEN,), False), ((ADA,), True)]


def test_where_hands_are_closed_it_says_that_mechanisms_cannot_be_seen() -> None:
    for closed in (True, False):
        outlook = seen(Table.armed(3, active=[("SPLINTER", CLEO)], closed_hands=closed), ADA).outlook
        assert outlook is not None
        assert outlook.mechanisms is closed


def test_a_holder_reads_whom_the_bomb_will_kill_if_they_take_its_last_mechanism() -> None:
    def arming(*hands: str, inside: str, **more: Any) -> Any:
        tinkering = mine(Table(4, *hands, inside=inside, phase="tinker", **more), ADA).tinkering
        assert tinkering is not None
        return tinkering.arming

    found = arming("TR", inside="ME AP1 TR", active=[("TROLL", CLEO)])
    assert (found.when, found.holder, found.killed) == ("next", BEN, (CLEO,)), "what protects her is gone by then"
    assert arming("TR", inside="ME TR TR").killed == (BEN,)
    assert arming("TR", inside="ME ME AP1") is None, "one mechanism is left"
    assert arming("AP1 TR", inside="ME TR TR") is None, "the gadget in hand could go in"
    assert arming("TR", inside="TR TR TR", armer=BEN) is None, "it's armed already"


# -- the table -------------------------------------------------------------------------


def test_only_the_holder_sees_faces_in_the_bomb_and_others_see_kinds() -> None:
    table = Table(3, inside="ME TROLL AP1")
    views: dict[Observer, list[str]] = {ADA: ["ME", "AP1", "TROLL"], BEN: ["", "", ""], PUBLIC: ["", "", ""]}
    for who, signs in views.items():
        bomb = seen(table, who).bomb
        assert bomb is not None
        assert [each.sign for each in bomb.inside] == signs
        assert [each.back for each in bomb.inside] == ["ME", "AP", "TR"]


def test_a_former_holder_remembers_what_they_saw() -> None:
    table = Table(3, inside="ME ME TROLL", phase="end")
    assert [bomb.remembered for who in (ADA, BEN) if (bomb := seen(table, who).bomb)] == [False, False]
    table.happens(Phased("end"))
    assert table.state.holder == BEN
    assert [bomb.remembered for who in (ADA, BEN, CLEO) if (bomb := seen(table, who).bomb)] == [True, False, False]


def test_hands_of_others_are_counted_by_kind() -> None:
    packs = seen(Table(3, "", "TR TR ME AP"), ADA).plates[BEN].hand
    assert [(pack.back.back, pack.unseen, pack.faces) for pack in packs] == [
        ("ME", 1, ()),
        ("AP", 1, ()),
        ("TR", 2, ()),
    ]
    closed = seen(Table(3, "", "TR TR ME AP", closed_hands=True), ADA).plates[BEN].hand
    assert [(pack.back.back, pack.unseen) for pack in closed] == [("closed", 4)]


def test_the_stack_is_shown_in_the_order_of_settling_with_what_comes_of_it() -> None:
    table = Table(4, "NOWAY", "TRY", "MINE TR")
    table.plays(BEN, "TRY", BEN)
    table.plays(CLEO, "MINE", DORA)
    board = seen(table, DORA)
    assert [(each.face.sign, each.seat) for each in board.stack] == [("MINE", CLEO), ("TRY", BEN)]
    assert board.stands is not None
    assert (board.stands.face.sign, board.stands.seat, board.stands.target) == ("TRY", CLEO, DORA)
    table.plays(ADA, "NOWAY")
    board = seen(table, DORA)
    assert [each.face.sign for each in board.stack] == ["NOWAY", "MINE", "TRY"]
    assert board.stands is not None
    assert (board.stands.seat, board.stands.target) == (BEN, BEN)


def test_upon_two_no_ways_it_says_why_nothing_but_another_can_be_played() -> None:
    table = Table(4, "NOWAY TR", "FRIEND NOWAY TR", "MINE NOTME", "NOWAY TR")
    table.plays(BEN, "FRIEND", CLEO)
    said: list[bool] = []
    for seat in (ADA, BEN, DORA):
        table.plays(seat, "NOWAY")
        board = seen(table, CLEO)
        page = render_to_string("kobolds/stack.html", {"stack": board.stack, "stands": board.stands, "names": "ABCD"})
        said.append("only another No Way! can be played now" in " ".join(page.split()))
        assert [why(table, CLEO, word) for word in ("MINE", "NOTME")] == ["upon", "unnamed"]
    assert said == [False, True, True]


def test_whoever_is_asked_after_a_trick_is_told_from_whom_the_next_is_looked_for() -> None:
    table = Table(4, "TR", "TROLL TR", "TR", "")
    assert mine(table, ADA).first is None, "from the holder"
    table.plays(BEN, "TROLL")
    assert mine(table, ADA).first is None, "interrupts too"
    table.settles()
    assert [mine(table, seat).first for seat in (ADA, BEN, CLEO, DORA)] == [CLEO, CLEO, CLEO, None]


def test_the_last_explosion_is_told_step_by_step_with_what_was_paid() -> None:
    table = Table.armed(4, "ME", "", "TR12", apparatus="AP1", active=[("FRIEND", ADA, DORA), ("TROLL", CLEO)])
    table.passes()
    last = seen(table, PUBLIC).last
    assert last is not None
    assert last.apparatus is not None
    assert (last.holder, last.apparatus.sign, last.direct, set(last.killed)) == (ADA, "AP1", (BEN,), {BEN, DORA})
    assert [(each.face.sign, each.seat, each.target) for each in last.added] == [("FRIEND", ADA, DORA)]
    pay = [(each.killed, each.survival, each.hazard, each.rescue, each.missions, each.total) for each in last.pay]
    assert pay == [(False, 1, 1, 1, 0, 3), (True, 0, 0, 0, 0, 0), (False, 1, 0, 0, 0, 1), (True, 0, 0, 0, 0, 0)]


def test_the_last_explosion_is_news_until_the_next_holder_tinkers_and_never_again() -> None:
    def fresh() -> tuple[str, bool]:
        last = seen(table, PUBLIC).last
        assert last is not None
        return table.state.phase, last.fresh

    table = Table.armed(4, "ME", "TR", "TR12", apparatus="AP1")
    table.passes()
    assert fresh() == ("trick1", True)
    table.passes()
    assert fresh() == ("tinker", False)
    table.happens(Secured(ADA))
    assert fresh() == ("tinker", False)


# -- the hand --------------------------------------------------------------------------


def test_a_mission_is_read_by_its_owner_alone() -> None:
    table = Table(3, "", "TR05")
    held = card(table, BEN, "TR05")
    assert held.mission is not None
    assert (held.mission.text, held.mission.gold) == (MISSIONS[get_mission_key("TR05")].text, 1)
    assert MISSIONS[get_mission_key("TR05")].text not in repr([seen(table, who).plates for who in (ADA, CLEO, PUBLIC)])
    assert seen(table, PUBLIC).mine is None


def test_every_card_that_may_lie_in_a_hand_says_in_a_few_words_what_it_does() -> None:
    for card_id in (*APPARATUSES, *MECHANISMS, *(each for printed in TRICKS.values() for each in printed.copies)):
        assert 8 < len(drawn(card_id).brief) < 42, card_id


def test_a_trick_says_what_it_would_be_good_for_as_things_are() -> None:
    armed = Table.armed(4, "TROLL STICK FRIEND", "TROLL GIMME TAKE TRY")
    assert [card(armed, ADA, word).brings for word in ("TROLL", "STICK", "FRIEND")] == ["saves", "saves", ""]
    assert [card(armed, BEN, word).brings for word in ("TROLL", "GIMME", "TAKE", "TRY")] == [
        "safe",
        "armed",
        "armed",
        "",
    ]
    calm = Table(4, "TROLL SPLINTER UNDIES TAKE", "GIMME NOWAY")
    assert [card(calm, ADA, word).brings for word in ("TROLL", "SPLINTER", "UNDIES", "TAKE")] == [
        "calm",
        "calm",
        "",
        "",
    ]
    assert [card(calm, BEN, word).brings for word in ("GIMME", "NOWAY")] == ["", ""]


def test_a_card_can_be_ordered_unless_it_chooses_cards_of_the_bomb() -> None:
    table = Table(4, "TROLL TRY NOWAY NOTME QUICK PIN ME")
    held = [card(table, ADA, word) for word in ("TROLL", "TRY", "NOWAY", "NOTME", "QUICK", "PIN", "ME")]
    assert [each.orderable for each in held] == [True, True, True, True, False, False, False]
    assert [each.names for each in held] == [False, True, False, True, False, False, False]


def test_every_card_that_cannot_be_played_says_why() -> None:
    first = Table(3, "GIMME NOWAY SLOW ME", "STICK PIN")
    assert [why(first, ADA, word) for word in ("GIMME", "NOWAY", "SLOW", "ME")] == [
        "holder", "interrupt", "late", "material",
    ]  # fmt: skip
    assert [why(first, BEN, word) for word in ("STICK", "PIN")] == ["others", "nothing"]
    second = Table(3, "SLOW GETTINK", phase="trick2")
    assert [why(second, ADA, word) for word in ("SLOW", "GETTINK")] == ["calm", "early"]
    assert why(Table(3, "TROLL", phase="tinker"), ADA, "TROLL") == "closed"
    assert why(Table(3, "TROLL", risen=["RE06", None, None]), ADA, "TROLL") == "quirk"


def test_in_a_reply_window_every_card_that_does_not_fit_says_why() -> None:
    table = Table(4, "TROLL NOTME", "TROLL TRY", "MINE NOWAY", "NOTME")
    table.plays(BEN, "TROLL")
    assert [why(table, ADA, word) for word in ("TROLL", "NOTME")] == ["reply", "unnamed"]
    assert why(table, BEN, "TRY") == "own"
    table.plays(CLEO, "NOWAY")
    assert why(table, DORA, "NOTME") == "unnamed"


def test_what_breaks_a_resurrection_card_is_marked_with_its_price() -> None:
    held = card(Table(4, "TRY", risen=["RE10", None, None, None], gold=[1, 0, 0, 0]), ADA, "TRY")
    (way,) = held.ways
    assert {target.seat: target.cost for target in way.targets} == {ADA: False, BEN: True, CLEO: False, DORA: True}
    assert not way.cost
    (dear,) = card(Table(4, "TROLL", risen=["RE06", None, None, None], gold=[1, 0, 0, 0]), ADA, "TROLL").ways
    assert dear.cost


def test_what_is_sealed_is_shown_to_its_owner_alone() -> None:
    table = Table(3, "TRY", "TR", "TR")
    table.answers(ADA, Play(table.card(ADA, "TRY"), CLEO, keep=True))
    sealed = mine(table, ADA).sealed
    assert sealed is not None
    assert sealed.face is not None
    assert (sealed.face.sign, sealed.target, sealed.keep) == ("TRY", CLEO, True)
    assert card(table, ADA, "TRY").sealed
    assert [target.seat for target in card(table, ADA, "TRY").ways[0].targets if target.chosen] == [CLEO]
    assert mine(table, BEN).sealed is None
    table.answers(ADA, Pass())
    sealed = mine(table, ADA).sealed
    assert sealed is not None
    assert sealed.face is None


def test_the_plan_for_the_tinkering_is_offered_to_the_holder_in_the_first_trick_phase_only() -> None:
    assert mine(Table(3, "TR", "TR"), ADA).plan is not None
    assert mine(Table(3, "TR", "TR"), BEN).plan is None
    assert mine(Table(3, "TR", "TR", phase="trick2"), ADA).plan is None


def test_an_apparatus_that_must_replace_another_has_a_form_of_its_own() -> None:
    tinkering = mine(Table(3, "AP TROLL", inside="ME AP1", phase="tinker"), ADA).tinkering
    assert tinkering is not None
    forms = [({each.face.back for each in way.gives}, {each.face.back for each in way.takes}) for way in tinkering.ways]
    assert forms == [({"AP"}, {"AP"}), ({"TR"}, {"ME", "AP"})]


def _offered(board: Board) -> Iterator[Action]:
    """Yield every answer that some choice in a form of the hand or the tinkering would send."""
    own = board.mine
    for held in own.hand if own is not None else ():
        for way in held.ways:
            for target in _each([each.seat for each in way.targets]):
                for give in _each([each.face.id for each in way.gives]):
                    for take in _each([each.face.id for each in way.takes]):
                        yield Play(held.face.id, target, give, take)
    for way in own.tinkering.ways if own is not None and own.tinkering is not None else ():
        yield from (Tinker(give.face.id, take.face.id) for give in way.gives for take in way.takes)


def _each(choices: list[T]) -> list[T] | list[None]:
    """Return the choices of a field, or None alone if the form lacks it."""
    return choices or [None]


def _possible(state: State, seat: Seat) -> set[Action]:
    return {
        act
        for act in GAME.legal(state, seat)
        if isinstance(act, Play | Tinker) and not act.hush and not getattr(act, "keep", False)
    }


@pytest.mark.parametrize("seed", range(6))
def test_the_forms_offer_every_legal_trick_and_exchange_and_nothing_else(seed: int) -> None:
    luck, asked = random.Random(seed), []
    setup = GAME.setup(3 + seed % 4, {"gold": 5, "resurrection": bool(seed % 2), "closed_hands": seed % 3 == 0})

    def choose(state: Any, ask: Any, _: Chance) -> Any:
        if ask.seat >= 0:
            offered = set(_offered(GAME.board(state, ask.seat)))
            asked.append(len(offered))
            assert offered == _possible(state, ask.seat)
        return luck.choice(list(GAME.legal(state, ask.seat)))

    play_out_match(GAME, setup, bytes([seed]) * 32, choose)
    assert max(asked) > 3


def test_a_card_without_a_form_always_has_a_reason_and_one_with_a_form_has_none() -> None:
    luck = random.Random(7)

    def choose(state: Any, ask: Any, _: Chance) -> Any:
        own = GAME.board(state, ask.seat).mine
        assert all(bool(held.ways) != bool(held.why_not) for held in own.hand)
        return luck.choice(list(GAME.legal(state, ask.seat)))

    play_out_match(GAME, GAME.setup(4, {"gold": 5, "resurrection": True}), bytes(32), choose)


def test_a_kept_trick_that_cannot_be_played_any_more_is_not_shown_as_sealed() -> None:
    table = Table(3, "TR", "PICK TR", "TROLL", holder=CLEO)
    table.answers(BEN, Play(table.card(BEN, "PICK"), CLEO, keep=True))
    table.plays(CLEO, "TROLL")
    table.settles()
    assert [each.seat for each in table.memory(BEN).sealed] == [BEN]
    assert mine(table, BEN).sealed is None
    assert not card(table, BEN, "PICK").sealed
    assert why(table, BEN, "PICK") == ""


# -- the pages -------------------------------------------------------------------------


def test_the_rules_page_shows_every_card_with_its_text(db: None) -> None:
    request = RequestFactory().get("/games/kobolds/")
    request.user = AnonymousUser()
    about = {"game": GAME.meta, "box": BOX, "options": GAME.setup(3).options, "edition": GAME.meta.edition}
    page = render_to_string("kobolds/rules.html", about, request=request)
    faces = [*BOX.apparatuses, *BOX.quirks, *(kind.face for kind in (*BOX.bombs, *BOX.tricks, *BOX.interrupts))]
    assert len(faces) == 7 + 18 + 5 + len(TRICKS)
    for face in faces:
        assert escape(face.title) in page
        assert escape(face.text) in page
    assert all(escape(each.title) in page for each in BOX.mechanisms)
    assert all(escape(each.text) in page for each in MISSIONS.values())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whatever_form_of_the_page_is_sent_it_is_accepted(client: Client, ada: Any, seed: int) -> None:
    luck, now = random.Random(seed), timezone.now()
    setup = GAME.setup(3, {"gold": 10, "resurrection": True})
    seats = [play.Sitter(player=ada.pk), play.Sitter(bot=True), play.Sitter(bot=True)]
    code = play.start_match(game="kobolds", setup=setup, pace=GAME.meta.paces["daily"], seats=seats, now=now)
    client.force_login(ada)
    client.post(f"/m/{code}/orders/", {"order": "profile", "when": "always"})
    sent: set[str] = set()
    for step in range(400):  # The cards don't depend on a fixed seed, so a hand sometimes has few choices for a while.
        if step >= 40 and {"pass", "play"} <= sent:
            break
        now += timedelta(seconds=5)
        play.settle_match(code=code, now=now)
        if match_view.load_match_view(code=code, player=ada.pk).status == "over":
            break
        page = client.get(f"/m/{code}/").content.decode()
        forms = [form for form in forms_of(page) if form.action == f"/m/{code}/answer/"]
        if not forms:
            continue
        words = luck.choice(forms).filled(luck)
        sent.add(words["type"])
        answer = client.post(f"/m/{code}/answer/", words)
        assert answer.status_code == 303, (words, answer.content.decode().partition('role="alert"')[2][:200])
    assert {"pass", "play"} <= sent
