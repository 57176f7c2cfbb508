"""Tests of the secrets of Kobold Bombs: hands, the bomb's contents, sealed answers and standing orders."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.test import Client

from apps.games.kobolds import faces
from apps.games.kobolds.cards import APPARATUS, TRICK, CardId, get_card_kind, is_face
from apps.games.kobolds.state import Noted, Order, Pass, Play, Profile, Settled, Tinker, Trick
from apps.games.kobolds.tricks import get_mission_key
from apps.kernel.chance import Chance
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat
from apps.matches.engine import visibility
from apps.matches.models import Fact, Match, Seed
from apps.matches.services import play
from tests.factories.kobolds import advance, armed, around, calm, exchange, give, least
from tests.factories.matches import NOW, MatchDriver, sealed_match, standing
from tests.matches.pages import HTMX, addresses, desk, different, drawn, world

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
FIXED = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])
CLOSED = pytest.mark.parametrize("closed", [False, True], ids=["", "closed"])
SECRETIVE: dict[str, Any] = {"fixed_windows": True, "closed_hands": True}
TABLES = pytest.mark.parametrize("options", [{}, SECRETIVE], ids=["", "secretive"])
MOMENTS = pytest.mark.parametrize(
    ("reach", "options", "draw"),
    [(calm, {}, True), (calm, SECRETIVE, False), (armed, {}, False), (armed, SECRETIVE, True)],
    ids=["calm", "calm-secretive", "armed", "armed-secretive"],
)
"""The four situations. Others' knowledge is compared in all, their slow pages in two that differ in everything."""


Look = tuple[list[Any], dict[Any, Any]]
"""What others know, and the pages they could fetch."""


class Onlookers:
    """Everyone but these seats, with all they can fetch: the other players, an organiser and a spectator."""

    def __init__(self, table: MatchDriver, at: Browser, staff: Any, *seats: int, draw: bool = True) -> None:
        """Watch a table.

        :param draw: whether to fetch their pages, too, and not only what they know
        """
        self.table, self.seats, self.draw = table, seats, draw
        self._at = {seat: at(player) for seat, player in enumerate(table.people) if seat not in seats}
        self._watching, self._staff = at(), at(staff)

    def without(self, *seats: int) -> None:
        """Remove seats that have now seen the secret."""
        for seat in seats:
            self._at.pop(seat, None)

    def sight(self) -> list[Any]:
        """Return all that they know; the server's next look is never shown."""
        observers: list[Observer] = [*map(Seat, self._at), PUBLIC]
        return [self.table.look(observer=observer) for observer in observers]

    def pages(self, *, but: frozenset[str] = frozenset(), often: bool = True) -> dict[Any, Any]:
        if not self.draw:
            return {}
        viewers = [(client, addresses(self.table, seat, often=often)) for seat, client in self._at.items()]
        desks = desk(self.table, often=often)
        every = [*viewers, (self._watching, addresses(self.table, None)), (self._staff, desks)]
        return drawn([(client, [url for url in urls if url not in but]) for client, urls in every])

    def all(self, *, often: bool = True) -> Look:
        return self.sight(), self.pages(often=often)


def same(one: Look, other: Look) -> None:
    assert different(one[1], other[1]) == []
    assert one[0] == other[0]


def alike(look: Look, first: Look) -> None:
    """Check that two looks are equal, in the pages that were fetched for this one."""
    same(look, (first[0], {where: first[1][where] for where in look[1]}))


# -- sealed answers and orders ---------------------------------------------------------------


@MOMENTS
def test_whatever_a_seat_says_changes_and_orders_in_a_window_nobody_else_sees_a_difference(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, options: Any, reach: Callable[..., MatchDriver], draw: bool
) -> None:
    table = reach(sealed_match("kobolds", ada, ben, cleo, **options))
    holder, seat, _ = around(table)
    give(table, seat, "TR24", "TR31")
    client, others = at(table.people[seat]), Onlookers(table, at, staff, seat, draw=draw)
    habits = standing()
    first = others.all(often=False)
    seen, pages = first
    assert {status for status, _, _ in pages.values()} == ({200, 204, 403} if draw else set())

    def unchanged(*, often: bool) -> None:
        alike(others.all(often=often), first)

    for words in (
        {"type": "pass"}, {"type": "pass", "keep": "true"}, {"type": "play", "card": "TR24"},
        {"type": "play", "card": "TR31", "target": holder, "keep": "true"}, {"type": "claim", "on": "false"},
        {"type": "play", "card": "TR31", "target": seat}, {"type": "claim", "on": "true"}, {"type": "pass"},
        {"type": "play", "card": "TR24", "along__reply__play": "MINE"},
        {"type": "pass", "along__trick__play": "TROLL", "along__profile__when": "named"},
    ):  # fmt: skip
        assert table.posts(client, seat, **words).status_code == 303, words
        assert others.sight() == seen, words
    unchanged(often=True)
    address = f"/m/{table.code}/orders/"
    for order in (
        {"order": "profile", "when": "affected"}, {"order": "reply", "play": "NOWAY", "against": "names me"},
        {"order": "trick", "play": "FRIEND", "target": "leader", "doomed": "true"}, {"order": "plan", "turn": 99},
    ):  # fmt: skip
        assert client.post(address, order).status_code == 302, order
        assert others.sight() == seen, order
    unchanged(often=False)
    tickets = re.findall(r'name="withdraw"\s+value="(\w+)"', client.get(address).content.decode())
    assert len(tickets) == 6, "three came along and four were left, one of them in the place of another"
    for ticket in tickets:
        assert client.post(address, {"withdraw": ticket}).status_code == 302
        assert others.sight() == seen
    assert len(standing()) == len(habits) - 1, "the habits of the others are left"
    unchanged(often=True)


@FIXED
def test_what_the_holder_plans_changes_nothing_for_anybody_else(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, fixed: bool
) -> None:
    table = calm(sealed_match("kobolds", ada, ben, cleo, fixed_windows=fixed))
    state = table.know()
    client, others = at(table.people[state.holder]), Onlookers(table, at, staff, state.holder)
    before = others.all()
    gives = [card for card in state.hands[state.holder] if get_card_kind(card) == TRICK]
    for put, out, after in ((gives[0], state.inside[0], "pass"), (gives[1], state.inside[-1], "ask"), ("", "", "pass")):
        plan = {"along__plan__turn": state.turn, "along__plan__give": put, "along__plan__take": out}
        words = {"type": "pass", "along__plan__after": after, **plan}
        assert table.posts(client, state.holder, **words).status_code == 303
        assert others.sight() == before[0]
    same(others.all(), before)


ANSWERS: list[tuple[Any, Order]] = [
    (Pass(keep=True), Profile("named")),
    (Play("TR24"), Trick("TROLL")),
    (Play("TR31", Seat(0)), Trick("FRIEND", target="0", once=False)),
]
"""Answers by hand with standing orders that say the same."""


@TABLES
def test_who_answered_last_or_by_an_order_is_told_to_nobody(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, staff: Any, options: Any
) -> None:
    """Check four worlds with the same last two answers, in either order, by hand or in advance."""
    table = armed(sealed_match("kobolds", ada, ben, cleo, dora, **options))
    holder, seat, third, last = around(table)
    give(table, seat, "TR24", "TR31")
    for early in (holder, third):
        table.says(early, Pass())
    others = Onlookers(table, at, staff, seat, last)
    for number, (said, order) in enumerate(ANSWERS, start=bool(options)):
        _told_to_nobody(table, others, (seat, last), said, order, {0, 1 + number % 3})


def _told_to_nobody(
    table: MatchDriver, others: Onlookers, seats: tuple[Seat, Seat], said: Any, order: Order, draw: set[int]
) -> None:
    """Check that others see no difference between four ways to give the last two answers.

    :param draw: the worlds whose pages are fetched, too; at each table, every world is included for some answer
    """
    seat, last = seats

    def by_hand() -> None:
        table.says(seat, said)

    def in_advance() -> None:
        play.add_standing_order(code=table.code, seat=seat, order=order, now=table.now)

    def passes() -> None:
        table.says(last, Pass())

    found = []
    ways = ((by_hand, passes), (passes, by_hand), (in_advance, passes), (passes, in_advance))
    for number, (one, other) in enumerate(ways):
        with world():
            turn, window = table.know().turn, table.know().window
            one()
            other()
            table.close_window()
            state = table.know()
            assert (state.turn, state.window) > (turn, window), "the window is closed"
            assert [item.card for item in state.stack] == ([said.card] if isinstance(said, Play) else [])
            found.append((others.sight(), others.pages() if number in draw else {}))
    for each in found[1:]:
        alike(each, found[0])


@TABLES
def test_a_trick_that_was_not_the_first_in_order_is_never_seen(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, options: Any
) -> None:
    """Check three worlds to the end of the match: one or another trick, or none, was sealed besides the one played.

    At each table, the pages of a different world are skipped.
    """
    began = armed(sealed_match("kobolds", ada, ben, cleo, gold=5, **options))
    _, one, seat = around(began)
    give(began, one, "TR23")
    give(began, seat, "TR24", "TR31")
    found = []
    plain, named = Play("TR24"), Play("TR31", Seat(0))
    for said in (Pass(), plain, named):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            others = Onlookers(table, at, staff, seat, draw=said != (plain if options else named))
            for who in (around(table)[0], one, seat):
                table.says(who, said if who == seat else Play("TR23") if who == one else Pass())
            table.close_window()
            assert [item.card for item in table.know().stack] == ["TR23"]
            looks = [others.all()]
            table.says(seat, Pass())
            advance(table, lambda state: state.phase == "over")
            assert table.match.status == Match.Status.OVER
            full = at().get(f"/m/{table.code}/record.jsonl?as=referee").content.decode()
            assert full.count('"type":"noted"') == sum(isinstance(fact, Noted) for fact in table.facts())
            looks.append(([], others.pages(but=tell_all(table))))
            found.append((looks, [fact for fact in table.facts() if not isinstance(fact, Noted)]))
    (looks, facts), *rest = found
    assert len(looks[-1][1]) > 15
    for other_looks, other_facts in rest:
        assert other_facts == facts
        for look, other in zip(looks, other_looks, strict=True):
            alike(other, look)


def tell_all(table: MatchDriver) -> frozenset[str]:
    """Return the addresses that show everything once the match is over."""
    record = [f"/m/{table.code}/{path}" for path in ("record/", "record.jsonl", "record/?as=referee")]
    return frozenset((*record, f"/admin/matches/match/{table.match.pk}/change/"))


# -- hands and the bomb's contents -----------------------------------------------------------


@TABLES
def test_which_cards_a_hand_holds_changes_nothing_for_anybody_else(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, options: Any
) -> None:
    """Check two worlds through tinkering, an explosion and the next bomb; with closed hands, even the kinds differ."""
    began = calm(sealed_match("kobolds", ada, ben, cleo, **options))
    seat = around(began)[2]
    state = began.know()
    plain = [card for card in (*state.hands[seat], *state.deck[18:30]) if not get_mission_key(card)]
    own = next(card for card in plain if get_card_kind(card) == TRICK)
    other_kind = bool(options.get("closed_hands"))
    instead = next(card for card in plain if card in state.deck and (get_card_kind(card) != TRICK) == other_kind)
    found = []
    for swapped in (False, True):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            exchange(table, *[(own, instead)] * swapped)
            held = set(table.know().hands[seat])
            others = Onlookers(table, at, staff, seat)
            looks = [others.all()]
            for wanted in (
                lambda state: state.phase == "tinker",
                lambda state: state.phase == "trick2",
                lambda state: state.primed,
                lambda state: state.blasts and state.phase == "trick1",
            ):
                advance(table, wanted, idle=seat)
                looks.append((others.sight(), {}))
            looks.append(others.all())
            found.append((looks, held))
    (looks, held), (other_looks, other_held) = found
    assert held ^ other_held == {own, instead}
    for look, other in zip(looks, other_looks, strict=True):
        same(look, other)


def test_closed_hands_tell_nobody_of_what_kind_they_were_dealt(
    monkeypatch: pytest.MonkeyPatch, ada: Any, ben: Any, cleo: Any
) -> None:
    """Check that a player who holds only gadgets is asked about tricks all the same."""
    shuffle = Chance.shuffle
    pairs: dict[CardId, CardId] = {}

    def otherwise(chance: Chance, name: str, items: Any) -> Any:
        return tuple(pairs.get(card, card) for card in shuffle(chance, name, items))

    monkeypatch.setattr(Chance, "shuffle", otherwise)
    found, hands = [], []
    for _world in range(2):
        table = calm(sealed_match("kobolds", ada, ben, cleo, seed=2, now=NOW, closed_hands=True))
        state, seat = table.know(), around(table)[1]
        hands.append(state.hands[seat])

        def look() -> list[Any]:
            return [replace(table.look(observer=who), code="") for who in table.others(seat)]  # noqa: B023

        looks = [look()]
        for other in around(table):
            if other != seat:
                table.says(other, Pass())
        looks.append(look())
        assert (seat, "trick") in [(ask.seat, ask.about) for ask in table.asks() if ask.waits]
        advance(table, lambda state: state.primed, idle=seat)
        looks.append(look())
        found.append(looks)
        unseen = [card for card in state.deck[18:] if get_card_kind(card) == APPARATUS]
        swaps = [
            (own, each) for own, each in zip(state.hands[seat], unseen, strict=False) if get_card_kind(own) == TRICK
        ]
        pairs.update(swaps + [(each, own) for own, each in swaps])
    assert {get_card_kind(card) for card in hands[0]} != {get_card_kind(card) for card in hands[1]} == {APPARATUS}
    assert found[0] == found[1]


@MOMENTS
def test_which_trick_went_into_the_bomb_only_those_know_who_held_it(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, staff: Any,
    options: Any, reach: Callable[..., MatchDriver], draw: bool,
) -> None:  # fmt: skip
    """Check two worlds until the bomb has been handed on twice, whose new holders look inside."""
    began = reach(sealed_match("kobolds", ada, ben, cleo, dora, **options))
    give(began, began.know().holder, "TR24", "TR31")
    advance(began, lambda state: state.phase == "tinker")
    seat, second, *_ = around(began)
    take = began.know().inside[0]
    found = []
    for card in ("TR24", "TR31"):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            others = Onlookers(table, at, staff, seat, second, draw=draw)
            table.says(seat, Tinker(card, take))
            assert card in table.know().inside
            looks = [others.all()]
            if reach is calm:
                advance(table, lambda state: state.phase == "trick1" and state.holder == second)
                looks.append(others.all())
            found.append(looks)
    for look, other in zip(*found, strict=True):
        same(look, other)


@TABLES
def test_what_a_pickpocket_takes_and_a_peephole_shows_the_others_do_not_see(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, staff: Any, options: Any
) -> None:
    """Check two worlds in which the victim held other cards. Only thief and victim can see the difference."""
    began = calm(sealed_match("kobolds", ada, ben, cleo, dora, **options))
    _, thief, robbed, _ = around(began)
    give(began, thief, "TR37", "TR40")
    own = [card for card in began.know().hands[robbed] if get_card_kind(card) == TRICK]
    unseen = [card for card in began.know().deck[12:] if get_card_kind(card) == TRICK]
    found = []
    for swapped in (False, True):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            exchange(table, *list(zip(own, unseen, strict=False)) * swapped)
            others = Onlookers(table, at, staff, thief, robbed)
            looks, before = [], set(table.know().hands[thief])
            for card in ("TR37", "TR40"):
                table.says(thief, Play(card, robbed))
                window = table.know().window
                advance(table, lambda state: state.window > window)  # noqa: B023
                advance(table, lambda state: not state.stack)
                looks.append(others.all())
            assert [fact.works for fact in table.facts() if isinstance(fact, Settled)] == [True, True]
            found.append((looks, set(table.know().hands[thief]) - before))
    (looks, taken), (other_looks, other_taken) = found
    assert taken != other_taken
    for look, other in zip(looks, other_looks, strict=True):
        same(look, other)


# -- how fast a window closes ----------------------------------------------------------------


@CLOSED
def test_in_a_fixed_window_nobody_sees_who_has_answered_nor_that_all_have(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, closed: bool
) -> None:
    """Check that windows for tricks and replies alike close when their time is over, after any answers."""
    table = armed(sealed_match("kobolds", ada, ben, cleo, fixed_windows=True, closed_hands=closed))
    holder, one, two = around(table)
    give(table, two, "TR16")
    give(table, one, "TR24")
    others = Onlookers(table, at, staff, one, two)
    before = others.all()
    for seat, said in ((two, Pass()), (one, Play("TR24"))):
        table.says(seat, said)
        assert others.sight() == before[0]
    table.says(holder, Pass())
    assert {ask.seat for ask in table.asks() if not ask.answered} == {HOUSE}
    watching = Onlookers(table, at, staff, holder, one, two)
    all_said = watching.all()
    assert [item.card for item in table.know().stack] == []
    same((all_said[0], all_said[1]), (before[0][-1:], renumbered(before[1])))
    table.close_window()
    assert [item.card for item in table.know().stack] == ["TR24"]
    replying = watching.all()
    table.says(two, Play("TR16"))
    table.says(holder, Pass())
    same(watching.all(), replying)
    table.close_window()
    assert [item.card for item in table.know().stack] == ["TR24", "TR16"]


def renumbered(pages: dict[Any, Any]) -> dict[Any, Any]:
    """Return the pages of the spectator and the organiser, at the end, under new numbers."""
    return {(viewer - 1, url): page for (viewer, url), page in pages.items() if viewer}


@TABLES
def test_an_interrupt_in_the_hand_shows_in_no_window(
    at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, options: Any
) -> None:
    """Check that every seat gets the same questions about interrupts, with any hand."""
    began = armed(sealed_match("kobolds", ada, ben, cleo, **options))
    holder, one, two = around(began)
    give(began, one, "TR24")
    tricks = [card for card in began.know().hands[two] if get_card_kind(card) == TRICK]
    give(began, two, *("TR31", "TR29", "TR30", "TR34", "TR35")[: len(tricks)])
    found = []
    for interrupts in (False, True):
        with world():
            table = MatchDriver(began.code, began.now, game=began.game, people=began.people)
            exchange(table, *[("TR31", "TR16")] * interrupts)
            others = Onlookers(table, at, staff, two)
            for seat, said in ((holder, Pass()), (one, Play("TR24")), (two, Pass())):
                table.says(seat, said)
            table.close_window()
            legal = table.game.legal(table.know(two), two)
            assert any(isinstance(act, Play) for act in legal) == interrupts
            looks = [others.all()]
            table.says(two, Pass())
            looks.append(others.all())
            table.says(holder, Pass())
            table.close_window()
            assert not table.know().stack
            looks.append(others.all())
            found.append(looks)
    for look, other in zip(*found, strict=True):
        same(look, other)


# -- canaries --------------------------------------------------------------------------------

_BACKS = {"TR": r"\d\d", "ME": r"\d\d", "AP": r"\d"}
_CARD = re.compile("|".join(rf"{back}(?<!\w{back})(?<!sign-{back}){of}\b" for back, of in _BACKS.items()))
"""A card's name by itself, not in the name of a drawing.

It looks behind only from a card's back, because looking behind everywhere takes longer.
"""


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name each copy of a card by its number wherever its face is shown, except in the list of the box."""

    def numbered(card: CardId) -> faces.Face:
        known = printed(card)
        return msgspec.structs.replace(known, title=f"Canary {card}") if is_face(card) else known

    printed = faces.build_face
    for name, module in list(sys.modules.items()):
        if name.startswith("apps.games.kobolds") and getattr(module, "build_face", None) is printed:
            monkeypatch.setattr(module, "build_face", numbered)


def named(text: str) -> set[str]:
    """Return the cards that a text gives away, by number or by name."""
    return set(_CARD.findall(text))


def told(table: MatchDriver, observer: Observer) -> set[str]:
    """Return the cards named in the facts that this observer can see."""
    bit = visibility.get_observer_bit(observer)
    rows = Fact.objects.filter(match=table.match).values_list("audience", "event")
    return {card for mask, event in rows if mask & bit for card in named(event)}


def search(table: MatchDriver, clients: list[tuple[Client, Observer]], *, often: bool) -> int:
    """Check every page, fragment, feed, export and refusal, and return how many card names they contain."""
    seed = bytes(Seed.objects.get(match=table.match).seed).hex()
    found, key, ways = 0, table.asks()[0].key, ([HTMX] if often else [{}, HTMX])
    for client, observer in clients:
        known = told(table, observer)
        urls = [
            *addresses(table, observer if isinstance(observer, int) else None, often=often),
            *desk(table, often=often),
        ]
        responses = [client.get(url) for url in urls]
        responses += [client.get(f"/m/{table.code}/{path}", headers=HTMX) for path in ("", "news/?heard=0")]
        for words in ({"type": "play", "card": "none"}, {"type": "juggle"}, {"type": "tinker", "give": "", "take": ""}):
            sent = {"question": key if observer == PUBLIC else "trick:0.0", **words}
            responses += [client.post(f"/m/{table.code}/answer/", sent, headers=headers) for headers in ways]
        for response in responses:
            text = response.content.decode() + str(response.headers)
            where, names = (response.request["PATH_INFO"], observer), named(text)
            assert names - known == set(), where
            assert seed not in text, where
            found += len(names)
    return found


@pytest.mark.parametrize("options", [{"resurrection": True}, {"closed_hands": True, "fixed_windows": True}], ids=str)
def test_no_page_names_a_card_its_reader_was_not_shown(
    canaries: None, at: Browser, ada: Any, ben: Any, cleo: Any, staff: Any, options: Any
) -> None:
    """Check random play until all stages have been seen: sealed tricks before interrupts, and after an explosion."""
    luck = random.Random(7)
    table = sealed_match("kobolds", ada, ben, cleo, **options)
    readers: list[tuple[Any, Observer]] = [(ada, Seat(0)), (ben, Seat(1)), (cleo, Seat(2))]
    readers += [(None, PUBLIC), (staff, PUBLIC)]
    clients = [(at(player), observer) for player, observer in readers]
    wanted = {"interrupts", "sealed", "tinker", "another bomb"}
    found = 0
    while wanted:
        state, asks = table.know(), table.asks()
        moment = (
            "interrupts" if state.stack
            else "sealed" if any(isinstance(each.said, Play) for each in state.sealed)
            else "another bomb" if state.blasts and "another bomb" in wanted
            else asks[0].about
        )  # fmt: skip
        if moment in wanted:
            wanted.remove(moment)
            found += search(table, clients, often=moment not in ("interrupts", "sealed"))
        ask = next((ask for ask in asks if not ask.answered), asks[0])
        if ask.seat == HOUSE:
            table.close_window()
            continue
        legal = tuple(table.game.legal(table.know(ask.seat), ask.seat))
        tricks = [act for act in legal if isinstance(act, Play)]
        table.says(ask.seat, luck.choice(tricks) if tricks and luck.random() < 0.1 else least(legal))
        assert table.match.moves < 2000
    assert found > 500, "the search must be able to find something"


def test_who_sits_there_is_shown_their_own_cards_and_the_holder_the_bombs(
    canaries: None, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    """Check that the search above finds what it looks for."""
    table = armed(sealed_match("kobolds", ada, ben, cleo))
    state, address = table.know(), f"/m/{table.code}/"
    for seat, player in enumerate((ada, ben, cleo)):
        page = named(at(player).get(address).content.decode())
        assert {*state.hands[seat], *(state.inside if seat == state.holder else ())} <= page


def test_each_player_s_panel_says_what_they_did_last(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    holder = int(table.know().holder)
    page = at((ada, ben, cleo)[(holder + 1) % 3]).get(f"/m/{table.code}/").content.decode()
    _, *plates = page.partition('<ol class="plates">')[2].partition("</section>")[0].split("<li data-seat=")
    did = [found and found[1] for found in (re.search(r'class="did">\s*(\w+)', plate) for plate in plates)]
    assert did == ["drew" if seat == holder else None for seat in range(3)]
