"""Tests of the recap on the match page, which shows returning players only what they could see anyway."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from importlib import import_module
from typing import Any

import pytest
from django.core.cache import caches
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.games.fuse.state import Exploded, Lay
from apps.games.kobolds.cards import MECHANISM, count_cards
from apps.kernel.table import Seat
from apps.matches.errors import Unreadable
from apps.matches.models import Chair, Fact, Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import Recap, build_recap
from apps.matches.services import seats
from apps.matches.templatetags import story
from tests.factories.kobolds import advance, around, least
from tests.factories.matches import MatchDriver, new_match, sealed_match
from tests.matches.pages import plain

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


@pytest.fixture
def bombed(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    """Return a match in which Ada played and was away until her next turn. Meanwhile Ben played and Cleo bombed."""
    table = new_match(ada, ben, cleo, now=timezone.now())
    while table.ask.seat != 0:
        table.lay()
    table.lay()
    table.lay()
    table.bomb()
    return table


def missed(table: MatchDriver, player: Any, since: int = 1, **more: Any) -> Recap | None:
    loaded = match_view.load_match(table.code, player=player.pk)
    return build_recap(loaded, since=since, heard=match_view.count_heard_facts(loaded), **more)


def told(found: Recap | None) -> list[str]:
    """Return the recap's pictures and words."""
    assert found is not None
    return [
        " ".join([picture, *re.sub(r"<[^>]*>", "", story.render_sentence(each)).split()])
        for picture, each in found.lines
    ]


def since(html: str) -> str:
    """Return the text of the recap above the hand."""
    found = re.search(r'<section class="since".*?</section>', html, flags=re.DOTALL)
    return plain(re.sub(r"<[^>]*>", " ", found[0])) if found else ""


def test_who_was_away_is_told_of_the_bomb_and_of_who_is_ahead_now(bombed: MatchDriver, ada: Any) -> None:
    found = missed(bombed, ada)
    assert found is not None
    boom = next(fact for fact in bombed.facts() if isinstance(fact, Exploded))
    said = ngettext(
        "Boom! %(who)s took %(cards)s card worth %(points)s points.",
        "Boom! %(who)s took %(cards)s cards worth %(points)s points.",
        boom.cards,
    )
    assert "blast " + said % {"who": "cleo", "cards": boom.cards, "points": boom.points} in told(found)
    scores = [plate.now for plate in bombed.game.board(bombed.know(Seat(0)), Seat(0)).plates]
    assert found.points == max(scores), "it's the number on the player's panel"
    assert (found.ahead, found.mine) == (("cleo",), False)
    assert found.shown == f"~{max(scores)}".replace("-", "−"), "what cleo holds, ada can only estimate"


def overtaken(**since: Any) -> str:
    words = {"points": -5, "rough": False, "ahead": ("ada",), "mine": False, **since}
    found = Recap(lines=(), more=0, since=1, at=0, first=False, **words)
    return " ".join(unescape(render_to_string("matches/overtaken.html", {"since": found})).split())


def test_who_is_ahead_is_said_with_the_points_that_plates_show() -> None:
    assert overtaken() == gettext("%(name)s is now ahead: %(points)s.") % {"name": "ada", "points": "−5"}
    assert overtaken(mine=True) == gettext("You’re now ahead: %(points)s.") % {"points": "−5"}
    assert overtaken(rough=True).endswith("~−5.")
    assert "(~−5)" in overtaken(rough=True, ahead=("You", "ben"))


def test_a_reader_who_is_level_with_others_is_you(bombed: MatchDriver, ada: Any, monkeypatch: Any) -> None:
    recaps = import_module("apps.matches.selectors.match_view.recap")
    level = recaps._Ahead((0, 2), 7, rough=False)
    monkeypatch.setattr(recaps, "_compute_new_leaders", lambda *_: level)
    found = missed(bombed, ada)
    assert found is not None
    assert found.ahead == (gettext("You"), "cleo")


def test_what_came_before_ones_own_last_answer_is_not_told(bombed: MatchDriver, ada: Any, cleo: Any) -> None:
    assert not any("ada" in line or "You" in line for line in told(missed(bombed, ada)))
    assert missed(bombed, cleo) is None, "she bombed, and nothing happened since"


def test_the_page_tells_it_until_it_is_put_away(bombed: MatchDriver, at: Browser, ada: Any) -> None:
    client, url = at(ada), f"/m/{bombed.code}/"
    first = since(client.get(url).content.decode())
    assert "Boom! cleo took" in first
    assert since(client.get(url).content.decode()) == first, "the page was loaded again"
    assert bombed.chair(0).seen == bombed.look(ada).heard
    assert client.post(f"{url}seen/", {"heard": bombed.look(ada).heard}).status_code == 302
    assert not since(client.get(url).content.decode())


def test_a_look_that_was_long_ago_is_remembered_by_the_chair(bombed: MatchDriver, at: Browser, ada: Any) -> None:
    client, url = at(ada), f"/m/{bombed.code}/"
    client.get(url)
    caches["shared"].clear()
    assert not since(client.get(url).content.decode())
    for name in ("x", "-1", "9" * 30):
        assert client.post(f"{url}seen/", {"heard": name}).status_code == 302


def test_an_answer_puts_it_away_and_a_turn_does_not_write_what_was_seen(
    bombed: MatchDriver, at: Browser, ada: Any
) -> None:
    client, url = at(ada), f"/m/{bombed.code}/"
    client.get(url)
    seen = bombed.chair(0).seen
    words = {"type": "lay", "card": bombed.first(Lay).card}
    assert bombed.posts(client, 0, **words).status_code == 303
    assert bombed.chair(0).seen == seen > 0
    assert not since(client.get(url).content.decode())


def test_a_page_in_the_background_sees_nothing(bombed: MatchDriver, at: Browser, ada: Any) -> None:
    client, url = at(ada), f"/m/{bombed.code}/news/?heard={bombed.look(ada).heard}"
    assert client.get(url).status_code == 204
    assert bombed.chair(0).seen == 0
    assert client.get(url, headers={"X-Visible": "yes"}).status_code == 204
    assert bombed.chair(0).seen == bombed.look(ada).heard


def test_who_only_watches_is_told_nothing_and_nothing_is_remembered_of_them(
    bombed: MatchDriver, at: Browser, dora: Any
) -> None:
    for viewer in (dora, None):
        html = at(viewer).get(f"/m/{bombed.code}/").content.decode()
        assert not since(html)
        assert 'id="since"' not in html
    assert missed(bombed, dora) is None


def test_who_has_never_looked_is_told_what_came_of_it_but_no_moves(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, now=timezone.now())
    while table.ask.seat != 0:
        table.lay()
    assert missed(table, ada, since=0) is None
    table.lay()
    table.bomb()
    assert "The story so far" in since(at(ada).get(f"/m/{table.code}/").content.decode())


def test_who_answered_has_looked_and_is_told_what_others_did_after_that(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo, now=timezone.now())
    while table.ask.seat != 0:
        table.lay()
    table.lay()
    table.lay()
    assert [line.split()[0] for line in told(missed(table, ada, since=0))] == ["ben"]


def test_where_nobody_may_know_the_points_nobody_is_said_to_be_ahead(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo, open_totals=False)
    while table.ask.seat != 0:
        table.lay()
    table.lay()
    table.lay()
    table.bomb()
    found = missed(table, ada)
    assert found is not None
    assert any("Boom!" in line for line in told(found))
    assert not found.ahead


def test_whoever_took_a_seat_over_is_told_of_their_own_time_only(bombed: MatchDriver, ben: Any, ada: Any) -> None:
    seats.resign_seat(code=bombed.code, seat=Seat(0), now=bombed.now)
    assert missed(bombed, ada) is None, "it is a bot's"
    said = gettext("%(who)s quit the match. The bot %(bot)s takes over.")
    bot = bombed.look(ben).people[0].name
    assert told(missed(bombed, ben))[-1] == "door " + said % {"who": "ada", "bot": bot}
    chairs = Chair.objects.filter(match__code=bombed.code, index=0)
    chairs.update(player=ada, bot=False)
    assert missed(bombed, ada) is None, "what happened before is not of this time"


def test_at_most_five_lines_tell_of_a_whole_match_and_the_rest_is_counted(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo, short_fuse=True)
    while table.match.status == Match.Status.PLAYING:
        table.lapse()
    found = missed(table, ada)
    assert found is not None
    assert (len(found.lines), found.ahead) == (match_view.MAX_RECAP_LINES, ())
    assert told(found)[-1].startswith("tally All bombs have been thrown. The deal is over.")
    assert found.more + len({each.heard for _, each in found.lines}) > 20
    assert (found.since, found.at) == (1, 0)


def test_what_others_did_is_told_where_a_move_starts_with_a_phase_and_no_pass_of_ones_own(
    ada: Any, ben: Any, cleo: Any
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    advance(table, lambda state: state.holder != 0)
    holder = around(table)[0]
    advance(table, lambda state: state.holder != holder)
    found = missed(table, (ada, ben, cleo)[next(each for each in range(3) if each != holder)])
    lines = told(found)
    assert any("hands the bomb on to" in line for line in lines), lines
    assert any("tinkers:" in line for line in lines), lines
    assert not any("pass" in line for line in lines), lines


def test_an_exchange_of_ones_own_is_an_answer_too(ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    advance(table, lambda state: state.phase == "tinker" and count_cards(state.inside, MECHANISM) == 1)
    holder = around(table)[0]
    while table.know().armer is None:
        table.says(holder, least(table.game.legal(table.know(holder), holder)))
    found = missed(table, (ada, ben, cleo)[holder])
    assert found is None or not any("You armed" in line for line in told(found))


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_every_line_is_a_sentence_the_seat_was_told(ada: Any, ben: Any, cleo: Any, game: str) -> None:
    kinds = {"fuse": ("turn", "matchman"), "bombe": ("bid", "choice", "bomb"), "frogs": ("throw", "dice", "copy")}
    pace = dict.fromkeys(kinds.get(game, ("reply", "trick", "tinker", "quirk")), 3600)
    table = new_match(ada, ben, cleo, game=game, pace=pace)
    for step in range(40):
        if table.match.status == Match.Status.OVER:
            break
        table.step()
        if step % 8:
            continue
        for seat, person in enumerate((ada, ben, cleo)):
            loaded = match_view.load_match(table.code, player=person.pk)
            heard = match_view.count_heard_facts(loaded)
            sentences = {each.heard: each for each in table.look(observer=Seat(seat)).story}
            for aloud in (False, True):
                found = build_recap(loaded, since=max(1, heard - len(sentences)), heard=heard, aloud=aloud)
                lines = [each for _, each in found.lines] if found else []
                assert all(sentences[each.heard] == each for each in lines)


def test_a_log_that_cannot_be_read_tells_nothing(bombed: MatchDriver, ada: Any) -> None:
    Fact.objects.filter(match__code=bombed.code).update(event='{"type":"laid"}')
    with pytest.raises(Unreadable):
        missed(bombed, ada)
