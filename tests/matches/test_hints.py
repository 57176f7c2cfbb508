"""Tests of “What would Flint do?”: permissions, work in a worker, and that it reveals nothing hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.common.errors import Busy
from apps.games import load_games
from apps.games.fuse.state import Received, Shuffled
from apps.games.kobolds.state import Claim
from apps.kernel.advice import ONLY_ANSWER, Advice
from apps.kernel.chance import Chance
from apps.kernel.table import REFEREE
from apps.matches import tasks
from apps.matches.engine import deadlines
from apps.matches.errors import Gone, NoHints, NotSeated, Stuck, TableBusy
from apps.matches.models import Chair, Fact, Hint, Match, MatchDigest, Memory, Tenure
from apps.matches.selectors import fame, match_view
from apps.matches.selectors import hints as selectors
from apps.matches.services import hints, seats
from apps.matches.services.digests import digest_match
from apps.matches.store import first_look
from apps.matches.views import hints as views
from tests.factories import kobolds
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import SECOND, MatchDriver, new_match, sealed_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def quick_witted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Flint think as usual, but briefly and always with the same randomness."""
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=20))
    monkeypatch.setattr(hints, "_create_chance", lambda: Chance(bytes(32), 0))
    monkeypatch.setattr(hints, "ROUGH_HINT_SECONDS", 60.0)


@pytest.fixture
def table(ada: Any) -> MatchDriver:
    """Return a match in which Ada plays against bots and is asked."""
    table = new_match(ada, bots=2, now=timezone.now().replace(microsecond=0))
    while table.ask.seat != 0:
        table.settle(after=deadlines.THINKING_TIME)
    return table


def client_of(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def asks(table: MatchDriver, player: Any, key: str = "") -> None:
    hints.request_hint(code=table.code, player=player.pk, key=key or table.key(), now=table.now)


def told(table: MatchDriver, player: Any, after: timedelta = timedelta()) -> selectors.Whisper | None:
    return selectors.find_player_hint(match_view.load_match(table.code, player=player.pk), now=table.now + after)


def think(table: MatchDriver) -> bool:
    return hints.think_about_one(lambda: table.now)


def test_what_is_asked_is_thought_of_elsewhere_and_told_with_a_reason(table: MatchDriver, ada: Any) -> None:
    assert told(table, ada).state == "open"  # type: ignore[union-attr]
    assert not first_look.may_need_thinking(now=table.now)
    asks(table, ada)
    assert told(table, ada).state == "thinks"  # type: ignore[union-attr]
    assert first_look.may_need_thinking(now=table.now)
    assert think(table)
    assert not first_look.may_need_thinking(now=table.now)
    assert not think(table), "once"
    whisper = told(table, ada)
    assert whisper is not None
    assert whisper.state == "told"
    assert [each.tag for each in whisper.choices] == ["lay"] * 3
    assert whisper.kind == "rid"
    asks(table, ada)
    assert Hint.objects.count() == 1, "who asks again reads the same"
    assert told(table, ada) == whisper


def test_where_thinking_takes_long_a_rough_answer_comes_at_once_and_sharpens(
    table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=400))
    monkeypatch.setattr(hints, "ROUGH_HINT_SECONDS", 0.0)
    asks(table, ada)
    assert think(table)
    rough = told(table, ada)
    assert rough is not None
    assert (rough.state, rough.rough) == ("told", True)
    page = client_of(ada).get(f"/m/{table.code}/hint/", headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="load delay:2s"' in page, "the page asks once more"
    assert first_look.may_need_analysis(), "Flint thinks on"
    assert not think(table), "whoever asks next goes first"
    assert hints.sharpen_one(lambda: table.now)
    assert not hints.sharpen_one(lambda: table.now), "once"
    assert not first_look.may_need_analysis()
    assert not first_look.may_need_thinking(now=table.now)
    sharp = told(table, ada)
    assert sharp is not None
    assert not sharp.rough
    assert sharp.choices[0].error < rough.choices[0].error
    page = client_of(ada).get(f"/m/{table.code}/hint/", headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in page


def test_nobody_waits_for_what_is_still_rough_when_nobody_thinks_any_more(
    table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "ROUGH_HINT_SECONDS", 0.0)
    asks(table, ada)
    think(table)
    late = told(table, ada, after=selectors.REQUEST_ABANDONED_AFTER)
    assert late is not None
    assert (late.state, late.rough) == ("told", False)


def test_a_hint_of_a_question_that_is_gone_is_not_told(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    think(table)
    key = table.key()
    table.lay()
    assert told(table, ada) is None
    with pytest.raises(Gone):
        asks(table, ada, key)
    while table.ask.seat != 0:
        table.settle(after=deadlines.THINKING_TIME)
    whisper = told(table, ada)
    assert whisper is not None
    assert (whisper.key, whisper.state) == (table.key(), "open")


def test_nobody_thinks_about_what_was_answered_meanwhile(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    table.lay()
    assert not Hint.objects.exists()
    assert not think(table)


def test_nobody_thinks_about_what_lapsed_meanwhile(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    table.lapse()
    Hint.objects.update(asked_at=table.now)
    assert think(table)
    assert not Hint.objects.exists()


def test_flint_is_out_if_nobody_has_thought_in_time_and_may_be_asked_again(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    assert told(table, ada, after=selectors.FLINT_UNAVAILABLE_AFTER - SECOND).state == "thinks"  # type: ignore[union-attr]
    assert told(table, ada, after=selectors.FLINT_UNAVAILABLE_AFTER).state == "out"  # type: ignore[union-attr]
    table.now += selectors.REQUEST_ABANDONED_AFTER
    assert not think(table), "nobody waits for it any more"
    asks(table, ada)
    assert told(table, ada).state == "thinks"  # type: ignore[union-attr]
    assert think(table)


def test_where_flint_cannot_think_it_is_out_and_the_next_who_asks_is_served(
    table: MatchDriver, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(table, ada)
    with monkeypatch.context() as patch:
        patch.setattr(hints, "build_advice", Mock(side_effect=ZeroDivisionError))
        assert think(table)
    assert told(table, ada).state == "out"  # type: ignore[union-attr]
    assert not think(table)


def test_the_thinker_serves_whoever_asked(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    tasks.think.run()
    assert told(table, ada).state == "told"  # type: ignore[union-attr]


def test_what_another_release_wrote_otherwise_is_asked_anew(table: MatchDriver, ada: Any) -> None:
    asks(table, ada)
    think(table)
    Hint.objects.update(found='{"answers":7}')
    assert client_of(ada).get(f"/m/{table.code}/").status_code == 200
    assert told(table, ada).state == "open"  # type: ignore[union-attr]
    table.now += selectors.FLINT_UNAVAILABLE_AFTER
    asks(table, ada)
    assert think(table)
    assert told(table, ada).state == "told"  # type: ignore[union-attr]


def test_whoever_is_asked_the_same_once_more_asks_flint_anew(ada: Any) -> None:
    """Check Kobold Bombs, where an answer can leave the question open and make the old hint outdated."""
    table = kobolds.calm(sealed_match("kobolds", ada, bots=2))
    key = table.question(0).key
    asks(table, ada, key)
    Hint.objects.update(found=msgspec.json.encode(Advice((), ONLY_ANSWER)).decode())
    assert told(table, ada).state == "told"  # type: ignore[union-attr]
    table.says(0, next(act for act in table.legal(0) if isinstance(act, Claim)))
    assert table.question(0).key == key
    assert told(table, ada).state == "open"  # type: ignore[union-attr]


def test_nobody_asks_without_end(table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_HINTS_PER_HOUR", 2)
    answers = [client_of(ada).post(f"/m/{table.code}/hint/", {"question": table.key()}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    said = gettext("You’ve had all the hints Flint can give for now. Ask again in an hour.")
    assert said in answers[-1].content.decode()


def test_why_nobody_may_ask_stands_where_the_answer_would(
    table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MAX_HINTS_PER_HOUR", 1)
    client, path, htmx = client_of(ada), f"/m/{table.code}/hint/", {"HX-Request": "true"}
    gone = client.post(path, {"question": "gone"}, headers=htmx)
    assert gone.status_code == 409
    refused = client.post(path, {"question": table.key()}, headers=htmx)
    assert refused.status_code == 429
    for answer in (gone, refused):
        assert 'role="alert"' in answer.content.decode()
        assert "<html" not in answer.content.decode()
        assert "HX-Retarget" not in answer


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_a_table_that_is_locked_says_the_same_with_and_without_scripts(
    table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch, htmx: dict[str, str]
) -> None:
    monkeypatch.setattr(views.services, "request_hint", Mock(side_effect=Busy()))
    answer = client_of(ada).post(f"/m/{table.code}/hint/", {"question": table.key()}, headers=htmx)
    assert answer.status_code == 503
    assert str(TableBusy.sentence) in answer.content.decode()
    assert not htmx or table.key() in answer.content.decode(), "and may be asked once more"


def test_a_match_that_is_set_aside_is_logged_though_a_hint_was_asked_for(
    table: MatchDriver, ada: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(views.services, "request_hint", Mock(side_effect=Stuck(table.code)))
    path, htmx = f"/m/{table.code}/hint/", {"HX-Request": "true"}
    answer = client_of(ada).post(path, {"question": table.key()}, headers=htmx)
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "body")
    assert f"Stuck at {path!r}" in caplog.text


# -- availability ----------------------------------------------------------------------


def never(table: MatchDriver, player: Any) -> None:
    """Check that no hint is offered, shown or stored."""
    assert match_view.load_match_view(code=table.code, player=player.pk).flint == ""
    assert told(table, player) is None
    with pytest.raises((NoHints, Gone)):
        asks(table, player)
    assert not Hint.objects.exists()
    assert not table.match.hinted


ELSEWHERE: dict[str, Callable[[Match], Any]] = {
    "rated": lambda match: Match.objects.filter(pk=match.pk).update(rated=True),
    "of a tournament": lambda match: Match.objects.filter(pk=match.pk).update(occasion="A cup", occasion_path="/t/1/"),
    "a lesson": lambda match: Match.objects.filter(pk=match.pk).update(lesson={}),
    "paused": lambda match: Match.objects.filter(pk=match.pk).update(status="paused", wake_at=None),
    "somebody is looked for": lambda match: Chair.objects.filter(match=match, index=1).update(vacant=True),
    "somebody sat elsewhere": lambda match: Tenure.objects.create(match=match, seat=1, until=1, bot=False),
    "somebody sat here": lambda match: Tenure.objects.create(match=match, seat=0, until=1, bot=False),
    "a bot stands in": lambda match: Chair.objects.filter(match=match, index=0).update(autopilot=True),
}


@pytest.mark.parametrize("change", ELSEWHERE.values(), ids=list(ELSEWHERE))
def test_nobody_asks_where_anything_counts_or_anybody_else_could_mind(
    table: MatchDriver, ada: Any, change: Callable[[Match], Any]
) -> None:
    change(table.match)
    never(table, ada)


def test_nobody_asks_where_another_person_sits_or_sat(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now().replace(microsecond=0))
    never(table, ada if table.ask.seat == 0 else ben)
    while table.ask.seat != 0:
        table.lay()
    seats.resign_seat(code=table.code, seat=1, now=table.now)  # type: ignore[arg-type]
    never(table, ada)


def test_only_who_sits_there_asks_and_reads(table: MatchDriver, ada: Any, ben: Any) -> None:
    with pytest.raises(NotSeated):
        asks(table, ben)
    assert client_of(ben).post(f"/m/{table.code}/hint/", {"question": table.key()}).status_code == 403
    assert Client().post(f"/m/{table.code}/hint/", {"question": table.key()}).status_code == 401
    asks(table, ada)
    think(table)
    said = gettext("Flint suggests:")
    assert said in client_of(ada).get(f"/m/{table.code}/hint/").content.decode()
    for other in (client_of(ben), Client()):
        assert said not in other.get(f"/m/{table.code}/hint/").content.decode()
        assert "What would Flint do?" not in other.get(f"/m/{table.code}/").content.decode()


# -- secrecy ---------------------------------------------------------------------------


def test_two_tables_that_look_the_same_to_the_seat_give_the_same_hint(table: MatchDriver, ada: Any) -> None:
    """Change the pile and other hands in a way that the seat can't see, and compare the hints."""
    asks(table, ada)
    think(table)
    known, whole, found = table.know(table.ask.seat), table.know(REFEREE), Hint.objects.get().found
    hands: list[tuple[Fact, Received]] = []
    for fact in Fact.objects.filter(match__code=table.code):
        event = table.game.fact.decode(fact.event)
        if isinstance(event, Received) and event.to != (0,):
            hands.append((fact, event))
        elif isinstance(event, Shuffled):
            *pile, first = event.pile[:10]
            rewrite(fact, Shuffled((first, *pile, *event.pile[10:])))
    (first_fact, one), (second_fact, two) = hands
    rewrite(first_fact, Received(one.to, two.cards))
    rewrite(second_fact, Received(two.to, one.cards))
    Memory.objects.all().delete()
    Hint.objects.all().delete()
    assert table.know(table.ask.seat) == known
    assert table.know(REFEREE) != whole
    asks(table, ada)
    think(table)
    assert Hint.objects.get().found == found


def rewrite(fact: Fact, event: Any) -> None:
    Fact.objects.filter(pk=fact.pk).update(event=msgspec.json.encode(event).decode())


# -- pages -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_without_scripts_it_is_asked_waited_for_and_read_on_a_page_of_its_own(
    table: MatchDriver, ada: Any, language: str
) -> None:
    client, path = client_of(ada), f"/m/{table.code}/hint/"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert f'href="{path}"' in client.get(f"/m/{table.code}/").content.decode()
    assert f'value="{table.key()}"' in client.get(path).content.decode()
    assert client.post(path, {"question": table.key()}).headers["Location"] == path
    assert 'http-equiv="refresh"' in client.get(path).content.decode()
    think(table)
    page = client.get(path).content.decode()
    assert 'http-equiv="refresh"' not in page
    assert {"en": "Flint suggests:", "de": "Flint rät:", "fr": "Flint conseille"}[language] in page


def test_a_page_that_waits_asks_every_second_until_it_is_told(table: MatchDriver, ada: Any) -> None:
    client, path = client_of(ada), f"/m/{table.code}/hint/"
    part = client.post(path, {"question": table.key()}, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in part
    assert "<html" not in part
    think(table)
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in part
    assert "Next best:" in part or "About as good:" in part
    assert 'hx-trigger="load"' in client.get(f"/m/{table.code}/").content.decode(), "who comes back reads it again"


def test_a_match_says_to_everybody_that_flint_was_asked(table: MatchDriver, ada: Any) -> None:
    says = "Flint was asked for hints"
    paths = [f"/m/{table.code}/", f"/m/{table.code}/record/"]
    assert not any(says in Client().get(path).content.decode() for path in paths)
    asks(table, ada)
    assert all(says in Client().get(path).content.decode() for path in paths)
    table.lay()
    assert table.match.hinted, "moves leave it"


def test_such_matches_stand_in_no_hall_of_fame(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    digest_match(match.code)
    assert MatchDigest.objects.filter(match__listed=True).exists()
    assert fame.find_fame_boards("fuse")
    Match.objects.filter(pk=match.pk).update(hinted=True)
    assert not fame.find_fame_boards("fuse")
