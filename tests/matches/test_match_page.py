"""Tests of what the match page shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.games.fuse.state import Pass
from apps.kernel.table import Seat
from apps.matches.errors import Unreadable
from apps.matches.models import Fact, Match, Memory
from apps.matches.selectors.match_view import ASTIR_AFTER_END
from apps.matches.services import organiser, proposals
from tests.concurrency import locked
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, MatchDriver, in_window, new_match
from tests.matches.pages import if_silent, sentence

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    return new_match(ada, ben, now=timezone.now())


def asked(table: MatchDriver, *players: Any) -> Any:
    """Return the asked player; the players are given in seat order."""
    return players[table.ask.seat]


def heard(html: str) -> int:
    found = re.search(r'data-heard="(\d+)"', html)
    assert found
    return int(found[1])


def aim(browser: Client, table: MatchDriver) -> str:
    """Return the page's text about the goal with normalised white space, or an empty string."""
    found = re.search(
        r'<p class="aim" id="aim">(.*?)</p>', browser.get(f"/m/{table.code}/").content.decode(), re.DOTALL
    )
    return " ".join(found[1].split()) if found else ""


def test_a_table_says_what_one_plays_for_and_how_far_it_is(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    for viewer in (ada, ben, cleo, None):
        assert "Most points wins." in aim(at(viewer), table)
        page = at(viewer).get(f"/m/{table.code}/").content.decode()
        assert re.search(rf"<b>\d+–{table.know().left}</b> cards to end", page)


def test_when_a_match_is_over_it_is_no_way_along(table: MatchDriver, at: Browser, ada: Any) -> None:
    organiser.end_match(code=table.code, now=timezone.now())
    page = at(ada).get(f"/m/{table.code}/").content.decode()
    assert 'id="aim"' not in page
    assert 'class="progress"' not in page


def test_everybody_may_look_and_only_who_is_asked_may_answer(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    mine = asked(table, ada, ben)
    for viewer in (ada, ben, cleo, None):
        response = at(viewer).get(f"/m/{table.code}/")
        assert response.status_code == 200
        assert (f'value="{table.key()}"' in response.content.decode()) == (viewer == mine)


def test_a_page_carries_the_count_of_what_its_reader_heard(table: MatchDriver, at: Browser, ada: Any) -> None:
    assert heard(at(ada).get(f"/m/{table.code}/").content.decode()) == table.look(ada).heard
    assert heard(at().get(f"/m/{table.code}/").content.decode()) == table.look().heard


def test_everybody_can_read_what_was_agreed(table: MatchDriver, at: Browser) -> None:
    setup = FUSE.setup(2, {"deals": 2, "penalty": True})
    changed = {"setup": msgspec.json.encode(setup).decode(), "rated": True, "vacations": False}
    Match.objects.filter(code=table.code).update(**changed, pace={"turn": 86_400, "matchman": 14_400})
    page = at().get(f"/m/{table.code}/", headers={"accept-language": "de"}).content.decode()
    said = " ".join(
        re.sub(r"<[^>]+>", " ", page.partition('<details class="agreed">')[2].partition("</details>")[0]).split()
    )
    for words in (
        "Zug 1 Tag",
        "Streichholzmännchen 4 Stunden",
        "Runden: 2",
        "Diese Partie wird gewertet.",
        "Die Uhr läuft auch im Urlaub weiter.",
    ):
        assert words in said
    Match.objects.filter(code=table.code).update(rated=False, pace={"turn": 60, "matchman": 30})
    page = at().get(f"/m/{table.code}/").content.decode().partition('<details class="agreed">')[2]
    assert "This match is unrated." in page
    assert "acation" not in page, "nobody is waited for at so quick a pace"


def test_pages_are_kept_in_no_cache(table: MatchDriver, at: Browser, ada: Any) -> None:
    for path in ("", "news/", "orders/"):
        assert "no-store" in at(ada).get(f"/m/{table.code}/{path}")["Cache-Control"]


def test_the_page_says_what_silence_will_mean_and_until_when(
    table: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    html = at(asked(table, ada, ben)).get(f"/m/{table.code}/").content.decode()
    assert re.search(if_silent("your"), sentence(html)), "what is laid, or lost"
    [until] = re.findall(r'<time [^>]*datetime="([^"]+)"', html.partition('id="silence"')[2].partition("</p>")[0])
    assert datetime.fromisoformat(until) == table.match.questions.get().lapses_at.replace(microsecond=0)


# -- news ----------------------------------------------------------------------------------


def test_no_news_is_204(table: MatchDriver, at: Browser, ada: Any, cleo: Any) -> None:
    for viewer in (ada, cleo, None):
        client, count = at(viewer), table.look(viewer).heard
        assert client.get(f"/m/{table.code}/news/?heard={count}").status_code == 204


def test_news_come_as_the_live_part_alone(table: MatchDriver, at: Browser, ada: Any) -> None:
    before = table.look(ada).heard
    table.lay()
    response = at(ada).get(f"/m/{table.code}/news/?heard={before}", headers=HTMX)
    html = response.content.decode()
    assert response.status_code == 200
    assert html.lstrip().startswith('<div id="live"')
    assert heard(html) == table.look(ada).heard
    assert "<html" not in html


@pytest.mark.parametrize("count", ["", "-1", "0", "x", "9" * 5000, "1.5", "\x00", "²"])
def test_a_strange_count_gets_the_table_as_it_stands(table: MatchDriver, at: Browser, ada: Any, count: str) -> None:
    response = at(ada).get(f"/m/{table.code}/news/", {"heard": count})
    assert response.status_code == 200
    assert heard(response.content.decode()) == table.look(ada).heard


def test_a_sealed_answer_is_no_news_for_the_others(at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = in_window(ada, ben, cleo, now=timezone.now())
    seat = table.asks()[0].seat
    players = [ada, ben, cleo]
    others = [player for player in players if player != players[seat]] + [dora, None]
    counts = [table.look(player).heard for player in others]
    mine = table.look(players[seat]).heard
    table.answer(Pass(), seat=seat)
    for player, count in zip(others, counts, strict=True):
        assert at(player).get(f"/m/{table.code}/news/?heard={count}").status_code == 204
    assert at(players[seat]).get(f"/m/{table.code}/news/?heard={mine}").status_code == 200


def test_a_proposal_is_news_for_the_people_at_the_table_alone(
    table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    def ask(viewer: Any, beside: str) -> Any:
        return at(viewer).get(f"/m/{table.code}/news/?heard={table.look(viewer).heard}&beside={beside}")

    proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="live", now=timezone.now(), by=ada.pk)
    for viewer in (cleo, None):
        assert ask(viewer, "").status_code == 204
    for viewer in (ada, ben):
        assert table.look(viewer).beside
        assert ask(viewer, "").status_code == 200
        assert ask(viewer, table.look(viewer).beside).status_code == 204
    assert "ada proposes" in ask(ben, "").content.decode()
    proposals.decline_proposal(code=table.code, seat=Seat(1), what="live", now=timezone.now(), by=ben.pk)
    assert ask(ben, "01234567").status_code == 200
    assert "ada proposes" not in ask(ben, "01234567").content.decode()


def test_the_foot_comes_alone_and_changes_with_what_it_depends_on(table: MatchDriver, at: Browser, ada: Any) -> None:
    def foot() -> str:
        return str(at(ada).get(f"/m/{table.code}/", headers=HTMX).content.decode())

    before = table.look(ada).foot
    assert foot().lstrip().startswith("<footer")
    assert f"/m/{table.code}/resign/" in foot()
    table.lay()
    assert table.look(ada).foot == before
    organiser.end_match(code=table.code, now=timezone.now())
    assert table.look(ada).foot != before
    assert f"/m/{table.code}/resign/" not in foot()


def test_who_leaves_the_table_from_a_foot_that_came_alone_sends_their_token(
    table: MatchDriver, at: Browser, ada: Any
) -> None:
    foot = at(ada).get(f"/m/{table.code}/", headers=HTMX | {"X-CSRFToken": "a" * 32}).content.decode()
    form = foot.partition(f"/m/{table.code}/resign/")[2].partition("</form>")[0]
    assert 'name="csrfmiddlewaretoken" value="' in form


def test_a_match_is_listened_to_as_long_as_its_people_talk_there(table: MatchDriver, at: Browser) -> None:
    def listens() -> bool:
        return "sse-connect" in at().get(f"/m/{table.code}/").content.decode()

    assert listens()
    organiser.end_match(code=table.code, now=timezone.now())
    assert listens()
    Match.objects.filter(code=table.code).update(over_at=timezone.now() - ASTIR_AFTER_END)
    assert not listens()


# -- without a worker ------------------------------------------------------------------------


def late(table: MatchDriver, by: timedelta) -> None:
    """Make the open questions look as if they had expired this long ago."""
    table.match.questions.update(due_at=timezone.now() - by, lapses_at=timezone.now() - by)
    Match.objects.filter(code=table.code).update(wake_at=timezone.now() - by)


def test_who_reads_an_overdue_page_settles_it(table: MatchDriver, at: Browser, ada: Any) -> None:
    late(table, HOUR)
    html = at().get(f"/m/{table.code}/").content.decode()
    assert table.causes() == ["deal", "clock"]
    assert heard(html) == table.look().heard


def test_who_asks_for_news_of_an_overdue_match_settles_it(table: MatchDriver, at: Browser, ada: Any) -> None:
    count = table.look(ada).heard
    late(table, HOUR)
    assert at(ada).get(f"/m/{table.code}/news/?heard={count}").status_code == 200
    assert table.causes() == ["deal", "clock"]


def test_a_page_leaves_what_lapsed_just_now_to_the_workers(table: MatchDriver, at: Browser) -> None:
    late(table, timedelta(seconds=0.1))
    at().get(f"/m/{table.code}/")
    assert table.causes() == ["deal"]


@pytest.mark.django_db(transaction=True)
def test_a_page_of_a_busy_match_shows_the_table_as_it_stands(table: MatchDriver, at: Browser, ada: Any) -> None:
    client = at(ada)
    late(table, HOUR)
    before = everything()
    with locked(table.code):
        response = client.get(f"/m/{table.code}/")
    assert response.status_code == 200
    assert everything() == before


# -- failures --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "said"),
    [
        *[
            (f"m/x/{page}", "We can’t find a match with this code.")
            for page in ("", "news/", "orders/", "record/", "record.jsonl", "verify/")
        ],
        ("games/chess/", "We can’t find that game."),
    ],
)
def test_what_does_not_exist_is_404_with_a_sentence(at: Browser, ada: Any, path: str, said: str) -> None:
    for viewer in (ada, None):
        response = at(viewer).get(f"/{path}")
        assert response.status_code == 404
        assert gettext(said) in response.content.decode()


@pytest.mark.parametrize(
    "event",
    ["{", "", '{"type":"teleported"}', '{"type":"exploded","seat":9}',
     '{"type":"laid","seat":9,"card":1}','{"type":"laid","seat":0,"card":99999}'],
)  # fmt: skip
def test_a_log_that_cannot_be_read_is_503_with_a_sentence_on_every_page(
    table: MatchDriver, at: Browser, ada: Any, event: str
) -> None:
    Fact.objects.filter(n=Fact.objects.filter(audience=7).order_by("-n")[0].n).update(event=event)
    Memory.objects.all().delete()
    for path in ("", "news/", "orders/", "record/"):
        response = at(ada).get(f"/m/{table.code}/{path}")
        assert response.status_code == 503, path
        assert str(Unreadable.sentence) in response.content.decode()
    for path in ("answer/", "orders/"):
        response = at(ada).post(f"/m/{table.code}/{path}", {"question": "turn:1", "type": "bomb", "order": "blast"})
        assert response.status_code == 503, path


def test_a_match_of_a_game_nobody_knows_any_more_spoils_no_list(
    table: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    new_match(ada, ben, now=timezone.now())
    Match.objects.filter(code=table.code).update(game="chess")
    for path in ("mine/", "matches/?status=all"):
        response = at(ada).get(f"/{path}")
        assert response.status_code == 200, path
        assert table.code in response.content.decode()
    for path in ("", "news/", "orders/", "record/", "verify/"):
        assert at(ada).get(f"/m/{table.code}/{path}").status_code == 503, path


def test_a_paused_match_asks_nothing(table: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    organiser.pause_match(code=table.code, now=timezone.now())
    html = at(asked(table, ada, ben)).get(f"/m/{table.code}/").content.decode()
    assert "Paused" in html
    assert f'value="{table.key()}"' not in html, "a form that can only be refused"


def test_a_match_ended_without_a_result_says_so(table: MatchDriver, at: Browser, ada: Any) -> None:
    organiser.end_match(code=table.code, now=timezone.now())
    for path in ("", "record/", "verify/"):
        response = at(ada).get(f"/m/{table.code}/{path}")
        assert response.status_code == 200
    assert "Ended without a result" in at(ada).get(f"/m/{table.code}/").content.decode()


def test_a_finished_match_asks_nothing_and_names_its_winner(table: MatchDriver, at: Browser, ada: Any) -> None:
    table.finish()
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    assert 'class="result"' in html
    assert 'name="question"' not in html
    assert 'id="news"' not in html, "nobody waits for news of a match that is over"


@pytest.mark.parametrize("method", ["head", "get"])
def test_a_page_may_be_asked_for_its_head(table: MatchDriver, at: Browser, method: str) -> None:
    for path in (f"m/{table.code}/", f"m/{table.code}/record/", f"m/{table.code}/record.jsonl", "matches/"):
        assert getattr(at(), method)(f"/{path}").status_code == 200


@pytest.mark.parametrize("method", ["put", "delete", "patch", "post", "options"])
def test_pages_refuse_other_methods(table: MatchDriver, at: Browser, ada: Any, method: str) -> None:
    before = everything()
    for path in ("", "news/", "record/", "record.jsonl", "verify/"):
        assert getattr(at(ada), method)(f"/m/{table.code}/{path}").status_code == 405
    if method != "post":
        for path in ("answer/", "orders/", "reclaim/", "resign/"):
            assert getattr(at(ada), method)(f"/m/{table.code}/{path}").status_code == 405
    assert everything() == before


def test_a_get_never_acts(table: MatchDriver, at: Browser, ada: Any) -> None:
    before = everything()
    for path in ("answer/", "reclaim/", "resign/"):
        url = f"/m/{table.code}/{path}?question={table.key()}&type=lay&card=1"
        assert at(ada).get(url).status_code == 405
    assert everything() == before
