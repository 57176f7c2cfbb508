"""Matches of the games in which everybody answers in secret, and all that others could see of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.games import catalogue
from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, PUBLIC, Observer, Seat
from apps.matches.models import Match, Question
from apps.matches.selectors import match_view
from apps.matches.services import play
from tests.matches.table import WHIM, Table, luck

HTMX = {"HX-Request": "true"}
HOUR = timedelta(hours=1)


@dataclass(eq=False)
class Sealed(Table):
    """A match in which everybody answers in secret; its people by seat."""

    people: tuple[Any, ...] = ()

    def asked(self, about: str) -> list[int]:
        """The seats that have yet to answer such a question."""
        return [ask.seat for ask in self.asks() if ask.about == about and not ask.answered and ask.seat != HOUSE]

    def question(self, seat: int) -> Ask[Any]:
        return next(ask for ask in self.asks() if ask.seat == seat)

    def says(self, seat: int, action: Any) -> match_view.MatchView:
        """The seat answers its question."""
        return self.answer(action, seat=seat, key=self.question(seat).key)

    def as_bot(self, seat: int) -> Any:
        """What a bot would answer there, always by the same whim."""
        return self.game.bot(self.know(Seat(seat)), Seat(seat), WHIM)

    def words(self, seat: int, /, **words: Any) -> dict[str, Any]:
        """What the form of the seat's question sends; `along__pick__which` for `along.pick.which`."""
        fields = {name.replace("__", "."): value for name, value in words.items()}
        return {"question": self.question(seat).key, **fields}

    def posts(self, client: Client, seat: int, /, **words: Any) -> Any:
        """The seat answers as a person does: with a form."""
        return client.post(f"/m/{self.code}/answer/", self.words(seat, **words))

    def lapse(self) -> None:
        """Nobody comes until the house must look."""
        at = self.match.wake_at
        assert at is not None
        self.now = max(self.now, at)
        play.settle(code=self.code, now=self.now)

    def hurry(self) -> None:
        """The open questions lapse now, though the clock of the wall says otherwise."""
        Question.objects.filter(match__code=self.code).update(due_at=self.now, lapses_at=self.now)
        Match.objects.filter(code=self.code).update(wake_at=self.now)
        play.settle(code=self.code, now=self.now)

    def others(self, seat: int) -> list[Observer]:
        return [*(Seat(other) for other in range(self.know().setup.seats) if other != seat), PUBLIC]

    def seen(self, seat: int) -> list[match_view.MatchView]:
        """All that everybody else sees; when the house looks next is not shown to anybody."""
        return [self.look(observer=observer) for observer in self.others(seat)]


def deal(
    slug: str, *players: Any, bots: int = 0, seed: int = 1, now: datetime | None = None, pace: Any = None,
    **options: Any,
) -> Sealed:  # fmt: skip
    """A match between these people and so many bots, always the same for one seed."""
    game = catalogue()[slug]
    began = now or timezone.now().replace(microsecond=0)
    sitters = [*(play.Sitter(player=player.pk) for player in players), *[play.Sitter(bot=True)] * bots]
    kinds = next(iter(game.meta.paces.values()))
    with luck(seed):
        code = play.begin(
            game=slug,
            setup=game.setup(len(sitters), options),
            pace=pace or dict.fromkeys(kinds, 3600),
            seats=sitters,
            now=began,
        )
    return Sealed(code, began, game=game, people=players)


@contextmanager
def world() -> Iterator[None]:
    """Whatever is done in it has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# -- what others could look at -----------------------------------------------------------------


def addresses(table: Sealed, seat: int | None, *, often: bool = False) -> list[str]:
    """Every address that could say something about the match to a seat, or (None) to whoever only watches.

    To compare many looks (`often`), a seat looks where it is shown something of its own, and not there, too, where it
    is shown what whoever only watches is shown.
    """
    code = table.code
    heard = table.look(observer=PUBLIC if seat is None else Seat(seat)).heard
    anybodys = [
        f"/m/{code}/record.jsonl?as=public", f"/m/{code}/record/?as=public", f"/m/{code}/record/?as=referee",
        f"/m/{code}/verify/", "/matches/", *([] if seat is None else [f"/m/{code}/record.jsonl?as={seat}"]),
    ]  # fmt: skip
    return [
        f"/m/{code}/", f"/m/{code}/news/?heard=0", f"/m/{code}/news/?heard={heard}", f"/m/{code}/record/",
        f"/m/{code}/record.jsonl", *([] if seat is None else [f"/m/{code}/orders/", "/mine/"]),
        *([] if often and seat is not None else anybodys),
    ]  # fmt: skip


def desk(table: Sealed, *, often: bool = False) -> list[str]:
    """Where an organiser looks who did not ask to see everything; to compare many looks: where a match is described."""
    match = f"/admin/matches/match/{table.match.pk}/"
    parts = ("change/",) if often else ("change/", "seat/", "end/", "referee/", "history/")
    return ["/admin/matches/match/", *(match + part for part in parts)]


def drawn(clients: list[tuple[Client, list[str]]]) -> dict[tuple[int, str], tuple[int, dict[str, str], str]]:
    """By viewer and address: the status, the headers and the text, without what is new each time."""
    found = {}
    for viewer, (client, urls) in enumerate(clients):
        for url in urls:
            response = client.get(url)
            text = tokenless(response.content.decode())
            headers = {name: said for name, said in response.headers.items() if name != "Expires"}
            found[viewer, url] = (response.status_code, headers, text)
    return found


def different(before: dict[Any, Any], after: dict[Any, Any]) -> list[Any]:
    """Where two looks differ, and the first words in which they do."""
    assert before.keys() == after.keys()
    return [(where, *_apart(before[where], after[where])) for where in before if before[where] != after[where]]


def _apart(one: tuple[int, Any, str], two: tuple[int, Any, str]) -> tuple[Any, Any]:
    if one[2] == two[2]:
        return one[:2], two[:2]
    at = next((n for n, (a, b) in enumerate(zip(one[2], two[2], strict=False)) if a != b), 0)
    return one[2][max(at - 60, 0) : at + 60], two[2][max(at - 60, 0) : at + 60]


def tokenless(html: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|now-[0-9]+|data-now="[^"]*"', "", html)


def plain(html: str) -> str:
    """What a page says, in tags, too: without drawings, times, and choices that are not made."""
    html = re.sub(r"<svg.*?</svg>|<time.*?</time>|<option(?![^>]*selected).*?</option>", " ", html, flags=re.DOTALL)
    return " ".join(tokenless(html).split())


def sentence(html: str, id_: str = "silence") -> str:
    """What the element with this id says."""
    inside = re.search(rf'<(\w+)[^>]*\bid="{id_}"[^>]*>(.*?)</\1>', html, flags=re.DOTALL)
    assert inside is not None, f"nothing is called {id_}"
    return " ".join(re.sub(r"<[^>]*>", "", inside[2]).split())


def alone(number: int) -> re.Pattern[str]:
    """The number by itself: no part of another one, of a time or of a code."""
    return re.compile(rf"(?<![0-9A-Za-z#])(?<![0-9][.:]){number}(?![0-9A-Za-z%]|[.:][0-9])")


# -- who plays on ----------------------------------------------------------------------------


def play_on(table: Sealed, choose: Callable[[Any, Seat], Any] | None = None, most: int = 400) -> Sealed:
    """People answer as the bot would, or as they choose, until the match is over; all at one time."""
    for _ in range(most):
        if table.match.status != Match.Status.PLAYING:
            return table
        asks = table.asks()
        ask = next((ask for ask in asks if not ask.answered), asks[0])
        if ask.seat == HOUSE:
            table.lapse()
        else:
            table.says(ask.seat, choose(table.know(ask.seat), Seat(ask.seat)) if choose else table.as_bot(ask.seat))
    raise AssertionError("the match does not end")


def hurried(table: Sealed) -> None:
    """A fixed window in which all have answered closes now."""
    asks = table.asks() if table.match.status == Match.Status.PLAYING else ()
    if any(ask.seat == HOUSE for ask in asks) and all(ask.answered for ask in asks if ask.seat != HOUSE):
        table.hurry()


def refused(response: Any, status: int, *, htmx: bool = False) -> None:
    """A sentence and the fresh board, as a part or as a whole page."""
    html = response.content.decode()
    assert response.status_code == status
    assert len(sentence(html, "error")) > 20
    assert 'id="live"' in html
    assert ("<html" not in html) == htmx
