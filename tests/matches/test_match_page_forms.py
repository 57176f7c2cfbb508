"""Tests of answers given on the match page, with htmx and without."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.games.fuse.cards import CardId
from apps.games.fuse.state import Condition, Plan, Strike
from apps.kernel.table import Seat
from apps.matches.engine import visibility
from apps.matches.errors import Gone, Paused, SetAside
from apps.matches.models import Chair, Fact, Match, Memory
from apps.matches.services import organiser, play
from tests.concurrency import locked
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, MatchDriver, new_match, sealed_match, standing
from tests.reading import forms_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}
BOTH = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    return new_match(ada, ben, now=timezone.now())


@pytest.fixture
def mine(table: MatchDriver, ada: Any, ben: Any) -> Any:
    """Return the asked player."""
    return (ada, ben)[table.ask.seat]


@pytest.fixture
def theirs(table: MatchDriver, ada: Any, ben: Any) -> Any:
    """Return the player who isn't asked."""
    return (ben, ada)[table.ask.seat]


def lay(table: MatchDriver) -> dict[str, Any]:
    return {"question": table.key(), "type": "lay", "card": table.ask.default.card}


def is_live_part(html: str) -> bool:
    return html.lstrip().startswith('<div id="live"') and "<html" not in html


def refused(response: Any, status: int, *, htmx: bool) -> None:
    """Check that the response has a sentence and the fresh board, as a fragment or as a full page."""
    html = response.content.decode()
    assert response.status_code == status
    assert 'role="alert"' in html
    assert 'id="live"' in html
    assert is_live_part(html) == htmx


def test_without_htmx_an_answer_leads_back_to_the_page(table: MatchDriver, at: Browser, mine: Any) -> None:
    response = at(mine).post(f"/m/{table.code}/answer/", lay(table))
    assert response.status_code == 303
    assert response["Location"] == f"/m/{table.code}/"
    assert table.causes() == ["deal", "seat"]


def test_with_htmx_an_answer_brings_the_live_part(table: MatchDriver, at: Browser, mine: Any) -> None:
    response = at(mine).post(f"/m/{table.code}/answer/", lay(table), headers=HTMX)
    assert response.status_code == 200
    html = response.content.decode()
    assert is_live_part(html)
    assert f'data-heard="{table.look(mine).heard}"' in html


def test_the_buttons_of_the_page_are_the_legal_answers(table: MatchDriver, at: Browser, mine: Any) -> None:
    html = at(mine).get(f"/m/{table.code}/").content.decode()
    for action in table.legal(table.ask.seat):
        assert f'value="type=lay&amp;card={action.card}"' in html
    assert f'action="/m/{table.code}/answer/"' in html
    assert "csrfmiddlewaretoken" in html


def test_the_twin_of_an_answer_that_counted_is_no_refusal(table: MatchDriver, at: Browser, mine: Any) -> None:
    """Check that a button pressed twice without scripts, which sends twice, does no harm.

    A different answer to the same question is too late.
    """
    words = lay(table)
    first = at(mine).post(f"/m/{table.code}/answer/", words)
    before = everything()
    second = at(mine).post(f"/m/{table.code}/answer/", words)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    for other in ({**words, "card": str(int(words["card"]) + 1)}, {"question": words["question"], "type": "bomb"}):
        assert at(mine).post(f"/m/{table.code}/answer/", other).status_code == 409
    assert everything() == before


@BOTH
def test_a_stranger_is_403(table: MatchDriver, at: Browser, cleo: Any, headers: Any) -> None:
    before = everything()
    refused(at(cleo).post(f"/m/{table.code}/answer/", lay(table), headers=headers), 403, htmx=bool(headers))
    assert at().post(f"/m/{table.code}/answer/", lay(table), headers=headers).status_code == 401
    assert everything() == before


@BOTH
@pytest.mark.parametrize(
    "words",
    [
        {"type": "fly"}, {"type": ""}, {"type": "lay", "card": ""}, {"type": "lay", "card": "ace"}, {"card": "3"}, {},
        {"type": "lay", "card": "9" * 5000}, {"type": "lay", "card": "\x00"}, {"type": "lay.x", "card": "1"},
        {"type.x": "lay", "card": "1"}, {"type": "lay", "card.card": "1"}, {"type": "lay", "card.a.b.c.d": "1"},
        {"type": "lay", "card": "1e400"}, {"type": "lay", "card": "null"}, {"type": "lay", "card": "true"},
        {"type": "lay", "card": ["1", "x"]}, {"": "", ".": "1", "..": "2", "type": "lay"},
        {"type": "lay", "card": "1e2"}, {"type": "lay", "card": "103.0"}, {"type": "bomb", "points": "100"},
        {"type": "bomb", "along.blast.once.more": "true"}, {"type": "bomb", "type.x": "1"},
        {"type.x": "1", "type": "bomb"},
    ],
)  # fmt: skip
def test_what_is_no_move_is_400(
    table: MatchDriver, at: Browser, mine: Any, words: dict[str, Any], headers: Any
) -> None:
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", {"question": table.key(), **words}, headers=headers)
    refused(response, 400, htmx=bool(headers))
    assert everything() == before


@BOTH
@pytest.mark.parametrize(
    "words",
    [
        {"type": "bomb"}, {"type": "lay", "card": "-1"}, {"type": "lay", "card": "9" * 18}, {"type": "strike"},
        {"type": "close"}, {"type": "lay", "card": "9" * 40},
    ],
)  # fmt: skip
def test_a_move_that_is_not_possible_is_422(
    table: MatchDriver, at: Browser, mine: Any, words: Any, headers: Any
) -> None:
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", {"question": table.key(), **words}, headers=headers)
    refused(response, 422, htmx=bool(headers))
    assert everything() == before


def test_an_answer_that_scripts_send_twice_is_409_with_the_fresh_board(
    table: MatchDriver, at: Browser, mine: Any
) -> None:
    words = lay(table)
    at(mine).post(f"/m/{table.code}/answer/", words)
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", words, headers=HTMX)
    refused(response, 409, htmx=True)
    assert f'data-heard="{table.look(mine).heard}"' in response.content.decode()
    assert everything() == before


@BOTH
def test_a_late_answer_is_409_and_the_default_stands(table: MatchDriver, at: Browser, mine: Any, headers: Any) -> None:
    words = lay(table)
    table.match.questions.update(
        due_at=timezone.now() - timedelta(seconds=0.5), lapses_at=timezone.now() - timedelta(seconds=0.5)
    )
    response = at(mine).post(f"/m/{table.code}/answer/", words, headers=headers)
    refused(response, 409, htmx=bool(headers))
    assert table.causes() == ["deal", "clock"]


@BOTH
@pytest.mark.parametrize("question", ["", "turn:99", "turn:1\x00", "x" * 3000, "матч", "1"])
def test_a_question_nobody_asked_is_409(
    table: MatchDriver, at: Browser, mine: Any, question: str, headers: Any
) -> None:
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", {**lay(table), "question": question}, headers=headers)
    refused(response, 409, htmx=bool(headers))
    assert everything() == before


@pytest.mark.parametrize("name", ["question.x", "question.x.y"])
def test_a_question_that_is_no_word_is_409(table: MatchDriver, at: Browser, mine: Any, name: str) -> None:
    words = lay(table)
    words[name] = words.pop("question")
    refused(at(mine).post(f"/m/{table.code}/answer/", words), 409, htmx=False)


@BOTH
def test_somebody_elses_question_is_409(table: MatchDriver, at: Browser, theirs: Any, headers: Any) -> None:
    before = everything()
    refused(at(theirs).post(f"/m/{table.code}/answer/", lay(table), headers=headers), 409, htmx=bool(headers))
    assert everything() == before


@BOTH
def test_an_answer_in_a_pause_is_409_and_says_that_nothing_is_lost(
    table: MatchDriver, at: Browser, mine: Any, headers: Any
) -> None:
    words = lay(table)
    organiser.pause_match(code=table.code, now=timezone.now())
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", words, headers=headers)
    refused(response, 409, htmx=bool(headers))
    html = response.content.decode()
    assert str(Paused.sentence) in html
    assert str(Gone.sentence) not in html
    assert everything() == before
    organiser.resume_match(code=table.code, now=timezone.now())
    assert at(mine).post(f"/m/{table.code}/answer/", words).status_code == 303


def test_an_answer_to_a_closed_question_is_too_late_in_a_pause_as_well(
    table: MatchDriver, at: Browser, mine: Any
) -> None:
    words = lay(table)
    table.lay()
    organiser.pause_match(code=table.code, now=timezone.now())
    response = at(mine).post(f"/m/{table.code}/answer/", words, headers=HTMX)
    refused(response, 409, htmx=True)
    assert "Too late" in response.content.decode()


def test_an_answer_to_an_unknown_match_is_404(at: Browser, ada: Any) -> None:
    for path in ("answer", "orders", "reclaim", "resign"):
        response = at(ada).post(f"/m/nowhere2/{path}/", {"question": "turn:1", "type": "bomb"})
        assert response.status_code == 404
        assert "We can’t find a match with this code." in response.content.decode()


def test_a_field_given_twice_counts_once(table: MatchDriver, at: Browser, mine: Any) -> None:
    card = table.ask.default.card
    response = at(mine).post(f"/m/{table.code}/answer/", {**lay(table), "card": ["7777", str(card)]})
    assert response.status_code in (302, 303)
    assert len(table.moves()) == 2


@BOTH
def test_a_huge_body_is_400_and_writes_nothing(table: MatchDriver, at: Browser, mine: Any, headers: Any) -> None:
    before = everything()
    for words in ({**lay(table), "x": "x" * 70_000}, {f"x{n}": "1" for n in range(200)}):
        response = at(mine).post(f"/m/{table.code}/answer/", words, headers=headers)
        assert response.status_code in (400, 413)
        assert response.content
    assert everything() == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"type=lay&card=\xff\xfe&question=\xc3\x28", "application/x-www-form-urlencoded"),
        (b"\x00\x00\x00", "application/x-www-form-urlencoded"),
        (b"type=lay&card=1", "application/x-www-form-urlencoded; charset=klingon"),
        (b"type=lay&card=1", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"--x\r\nbroken", "multipart/form-data"),
        (b'{"type": "lay"}', "application/json"),
        (b"", ""),
    ],
)
def test_a_body_in_no_known_writing_harms_nobody(
    table: MatchDriver, at: Browser, mine: Any, body: bytes, kind: str
) -> None:
    before = everything()
    response = at(mine).generic("POST", f"/m/{table.code}/answer/", body, content_type=kind)
    assert 400 <= response.status_code < 500
    assert everything() == before


def test_a_file_is_not_taken(table: MatchDriver, at: Browser, mine: Any) -> None:
    before = everything()
    response = at(mine).post(f"/m/{table.code}/answer/", {"question": "x", "type": SimpleUploadedFile("lay", b"lay")})
    assert 400 <= response.status_code < 500
    assert everything() == before


@pytest.mark.parametrize("path", ["answer", "orders", "reclaim", "resign"])
def test_a_form_of_another_site_is_refused(table: MatchDriver, mine: Any, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mine)
    before = everything()
    response = client.post(f"/m/{table.code}/{path}/", {**lay(table), "order": "blast"})
    assert response.status_code == 403
    assert everything() == before


def test_the_pages_own_form_passes_the_check(table: MatchDriver, mine: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mine)
    client.get(f"/m/{table.code}/")
    token = client.cookies["csrftoken"].value
    response = client.post(f"/m/{table.code}/answer/", {**lay(table), "csrfmiddlewaretoken": token})
    assert response.status_code in (302, 303)


@BOTH
@pytest.mark.django_db(transaction=True)
def test_a_busy_table_is_503_and_says_try_again(table: MatchDriver, at: Browser, mine: Any, headers: Any) -> None:
    client, words = at(mine), lay(table)
    client.get(f"/m/{table.code}/")
    before = everything()
    with locked(table.code):
        response = client.post(f"/m/{table.code}/answer/", words, headers=headers)
    refused(response, 503, htmx=bool(headers))
    assert "try again" in response.content.decode()
    assert everything() == before
    assert client.post(f"/m/{table.code}/answer/", words).status_code in (302, 303)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["orders", "resign", "reclaim"])
def test_every_form_of_a_busy_table_is_503(table: MatchDriver, at: Browser, mine: Any, path: str) -> None:
    client = at(mine)
    client.get(f"/m/{table.code}/")
    before = everything()
    with locked(table.code):
        response = client.post(f"/m/{table.code}/{path}/", {"order": "blast"})
    assert response.status_code == 503
    assert "try again" in response.content.decode()
    assert everything() == before


def test_a_match_that_cannot_settle_says_so_and_stays_readable(
    table: MatchDriver, at: Browser, mine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asks(state: Any) -> Any:
        return tuple(msgspec.structs.replace(ask, default="what no rule allows") for ask in FUSE.asks(state))

    words = lay(table)
    monkeypatch.setitem(load_games(), "fuse", replace(FUSE, asks=asks))
    Match.objects.update(wake_at=timezone.now() - HOUR)
    table.match.questions.update(due_at=timezone.now() - HOUR, lapses_at=timezone.now() - HOUR)
    before = everything()
    for path in ("answer", "reclaim", "resign"):
        response = at(mine).post(f"/m/{table.code}/{path}/", words)
        assert response.status_code == 503
        assert str(SetAside.sentence) in response.content.decode()
    assert at(mine).get(f"/m/{table.code}/").status_code == 200
    assert everything() == before


# -- standing orders -------------------------------------------------------------------------


def test_an_order_is_left_seen_and_withdrawn(table: MatchDriver, at: Browser, theirs: Any) -> None:
    client = at(theirs)
    words = {"order": "plan", "which": "lowest", "only.burning": "yes", "only.at_most": "", "once": "true"}
    assert client.post(f"/m/{table.code}/orders/", words).status_code in (302, 303)
    [order] = standing()
    html = client.get(f"/m/{table.code}/orders/").content.decode()
    [button] = re.findall(r'<button[^>]*name="withdraw"[^>]*>', html)
    assert f'value="{order.ticket}"' in button
    assert client.post(f"/m/{table.code}/orders/", {"withdraw": order.ticket}).status_code in (302, 303)
    assert not standing()


@BOTH
def test_an_order_left_at_the_table_leads_back_to_it_and_stands_there(
    table: MatchDriver, at: Browser, theirs: Any, headers: dict[str, str]
) -> None:
    words = {"order": "blast", "only.at_least": "50", "once": "true", "back": "table"}
    response = at(theirs).post(f"/m/{table.code}/orders/", words, headers=headers)
    if not headers:
        assert (response.status_code, response["Location"]) == (303, f"/m/{table.code}/")
        response = at(theirs).get(f"/m/{table.code}/")
    page = response.content.decode()
    assert 'class="chip"' in page
    assert "if a bomb would take 50 or more" in " ".join(page.split())
    assert 'class="chip"' not in Client().get(f"/m/{table.code}/").content.decode(), "nobody else sees it"
    words["only.at_least"] = "many"
    refused = at(theirs).post(f"/m/{table.code}/orders/", words, headers=headers)
    assert (refused.status_code, 'id="error"' in refused.content.decode()) == (400, True)
    assert 'id="live"' in refused.content.decode()


def test_an_order_of_a_card_and_a_condition_is_understood(table: MatchDriver, at: Browser, theirs: Any) -> None:
    words = {"order": "plan", "which": "41", "only.at_least": "10", "only.at_most": "60", "once": "false"}
    at(theirs).post(f"/m/{table.code}/orders/", words)
    assert msgspec.json.decode(standing()[0].order, type=FUSE.order) == Plan(
        CardId(41), Condition(at_least=10, at_most=60), once=False
    )


@pytest.mark.parametrize(
    "words",
    [
        {}, {"order": "dance"}, {"order": "plan"}, {"order": "plan", "which": "middle"}, {"order": "blast", "x": "1"},
        {"order": "blast", "only.at_least": "many"}, {"order": "blast", "only": "5"}, {"order": "blast", "only.x": "1"},
        {"order": "blast", "only.at_least.x": "1"}, {"order": "blast", "only.burning": "maybe"},
        {"order": "blast", "once": "perhaps"}, {"order.x": "blast"}, {"order": "blast", "only.at_least": "9" * 5000},
        {"order": "blast", "only.at_least": "9" * 30}, {"order": "plan", "which": "9" * 30}, {"withdraw": "x"},
        {"withdraw": "²"}, {"withdraw": "-1"}, {"withdraw": "9" * 30}, {"withdraw": "1.5"}, {"withdraw.x": "1"},
        {"withdraw": "\x00"}, {"order": "plan", "which": "\x00"}, {"order": "blast", "only.at_least": "1e3000"},
        {"order": "blast", "only.at_least": "-9223372036854775809"},
    ],
)  # fmt: skip
def test_what_is_no_order_is_400_with_a_sentence(table: MatchDriver, at: Browser, theirs: Any, words: Any) -> None:
    before = everything()
    response = at(theirs).post(f"/m/{table.code}/orders/", words)
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert everything() == before


def test_nobody_withdraws_the_order_of_another(table: MatchDriver, at: Browser, mine: Any, theirs: Any) -> None:
    seat = Seat(1 - table.ask.seat)
    play.add_standing_order(code=table.code, seat=seat, order=Plan("lowest"), now=table.now)
    before = everything()
    at(mine).post(f"/m/{table.code}/orders/", {"withdraw": standing()[0].ticket})
    assert everything() == before


def test_a_stranger_leaves_no_orders_and_sees_none(table: MatchDriver, at: Browser, cleo: Any) -> None:
    for viewer, refusal in ((cleo, 403), (None, 401)):
        assert at(viewer).get(f"/m/{table.code}/orders/").status_code == 403
        assert at(viewer).post(f"/m/{table.code}/orders/", {"order": "blast"}).status_code == refusal
    assert not standing()


def test_one_order_too_many_is_409(table: MatchDriver, at: Browser, theirs: Any) -> None:
    seat = Seat(1 - table.ask.seat)
    for _ in range(play.MAX_STANDING_ORDERS):
        play.add_standing_order(
            code=table.code, seat=seat, order=Plan("lowest", Condition(at_least=9000)), now=table.now
        )
    response = at(theirs).post(f"/m/{table.code}/orders/", {"order": "blast"})
    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()


def test_a_match_that_is_over_takes_no_orders(table: MatchDriver, at: Browser, mine: Any) -> None:
    organiser.end_match(code=table.code, now=timezone.now())
    assert at(mine).post(f"/m/{table.code}/orders/", {"order": "blast"}).status_code == 409
    assert not standing()


# -- the seat --------------------------------------------------------------------------------


def test_who_is_back_takes_the_seat_from_the_bot(table: MatchDriver, at: Browser, theirs: Any) -> None:
    table.match.seats.filter(player=theirs).update(autopilot=True, missed=3)
    html = at(theirs).get(f"/m/{table.code}/").content.decode()
    assert f'action="/m/{table.code}/reclaim/"' in html
    assert at(theirs).post(f"/m/{table.code}/reclaim/").status_code in (302, 303)
    assert not table.match.seats.get(player=theirs).autopilot


def test_who_was_never_away_cannot_come_back(table: MatchDriver, at: Browser, mine: Any) -> None:
    refused(at(mine).post(f"/m/{table.code}/reclaim/"), 409, htmx=False)


def test_who_leaves_for_good_watches_from_then_on(table: MatchDriver, at: Browser, mine: Any) -> None:
    assert at(mine).post(f"/m/{table.code}/resign/").status_code in (302, 303)
    refused(at(mine).post(f"/m/{table.code}/answer/", lay(table)), 403, htmx=False)
    refused(at(mine).post(f"/m/{table.code}/resign/"), 403, htmx=False)


def test_strangers_neither_resign_nor_reclaim(table: MatchDriver, at: Browser, cleo: Any) -> None:
    before = everything()
    for path in ("resign", "reclaim"):
        refused(at(cleo).post(f"/m/{table.code}/{path}/"), 403, htmx=False)
        assert at().post(f"/m/{table.code}/{path}/").status_code == 401
    assert everything() == before


def kind_of(words: Mapping[str, str]) -> str:
    """Return the type of action that a filled form names, by its button or in a field of its own."""
    return QueryDict(words.get("choice", "")).get("type") or words["type"]


@pytest.mark.parametrize(
    ("slug", "options", "kinds"),
    [
        ("fuse", {"extinguisher": True, "matchman": True, "penalty": True}, {"lay", "cut", "bomb"}),
        ("bombe", {}, {"bid", "choose"}),
        ("frogs", {}, {"throw", "wait", "dice"}),
    ],
)
def test_no_form_of_a_page_sends_a_word_too_much(
    ada: Any, ben: Any, cleo: Any, at: Browser, slug: str, options: dict[str, Any], kinds: set[str]
) -> None:
    luck, sent = random.Random(2), set()
    for seed in range(8):
        table = sealed_match(slug, ada, ben, cleo, seed=seed, **options)
        browsers = [at(player) for player in (ada, ben, cleo)]
        for _ in range(30):
            open_ = [ask for ask in table.asks() if not ask.answered]
            if not open_:
                break
            address = f"/m/{table.code}/answer/"
            client = browsers[open_[0].seat]
            page = client.get(f"/m/{table.code}/").content.decode()
            # Text browsers don't know the attribute `form`, so buttons that answer must be inside their form.
            assert not re.search(r'<button[^>]*\sform="(?!take-back|ordering)', page)
            forms = [form for form in forms_of(page) if form.action == address]
            filled = [form.filled(luck) for form in forms for _ in range(4)]
            words = luck.choice([each for each in filled if kind_of(each) not in sent] or filled)
            answer = client.post(address, words)
            assert answer.status_code in (303, 422), (words, "a blind choice may be illegal, but it is understood")
            if answer.status_code == 303:
                sent.add(kind_of(words))
            if kinds <= sent:
                return
    raise AssertionError(f"never sent: {kinds - sent}")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("type=lay&card={card}", 303),
        ("type=lay&card={card}&card={card}", 303),
        ("type=lay&card={card}&more=1", 400),
        ("type=lay&card.x={card}", 400),
        ("type=lay", 400),
        ("", 400),
        ("card={card}", 400),
        ("%00=%ff&type=lay&card={card}", 400),
        ("&".join(["a=1"] * 2000), 400),
    ],
)
def test_a_button_says_its_whole_answer_or_is_refused(
    table: MatchDriver, mine: Any, at: Browser, sent: str, status: int
) -> None:
    choice = sent.format(card=lay(table)["card"])
    before = len(table.moves())
    response = at(mine).post(f"/m/{table.code}/answer/", {"question": table.key(), "choice": choice})
    assert response.status_code == status
    assert len(table.moves()) == before + (status == 303)


def test_the_matchman_is_struck_by_his_button(ada: Any, ben: Any, cleo: Any, at: Browser) -> None:
    for seed in range(1, 100):
        table = new_match(ada, ben, cleo, seed=seed, specials=True, now=timezone.now())
        table.lay()
        table.cut()
        struck = next((ask.seat for ask in table.asks() if Strike() in table.legal(ask.seat)), None)
        if struck is not None:
            client = at((ada, ben, cleo)[struck])
            forms = forms_of(client.get(f"/m/{table.code}/").content.decode())
            [form] = [form for form in forms if ("choice", "type=strike") in form.buttons]
            words = form.fixed | {"choice": "type=strike"}
            assert client.post(f"/m/{table.code}/answer/", words).status_code == 303
            return
    raise AssertionError("nobody holds him")


@BOTH
def test_an_answer_that_meets_a_log_which_only_the_rules_cannot_read_is_told_so_on_a_page_of_its_own(
    table: MatchDriver, mine: Any, at: Browser, headers: dict[str, str]
) -> None:
    other = Seat(1 - table.ask.seat)
    words = lay(table)
    assert Fact.objects.filter(audience=visibility.get_observer_bit(other)).update(event="{")
    Memory.objects.all().delete()
    response = at(mine).post(f"/m/{table.code}/answer/", words, headers=headers)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert str(SetAside.sentence) in response.content.decode()
    assert response.get("HX-Retarget", "") == ("body" if headers else "")


def test_standing_orders_that_cannot_be_read_set_the_match_aside(table: MatchDriver, mine: Any, at: Browser) -> None:
    Chair.objects.filter(player=mine).update(orders="not json")
    response = at(mine).get(f"/m/{table.code}/")
    assert response.status_code == 503
    assert str(SetAside.sentence) in response.content.decode()
