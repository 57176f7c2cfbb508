"""Tests of the metrics for Prometheus: the sums of all processes, and no personal data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as house_settings
from django.test import AsyncClient, Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from apps.common import metrics
from apps.common.process_slots import ProcessSlot
from apps.games.fuse.state import Lay
from apps.matches import tasks
from apps.matches.models import Match
from apps.matches.services import thinking as flint
from apps.matches.services import uptime
from apps.matches.store import repository
from apps.monitoring.selectors import house, scrape
from tests.factories.matches import HOUR, SECOND, new_match
from tests.matches.canaries import named, renumber
from tests.monitoring.conftest import TOKEN
from tests.processes import environment, running

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def counting(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """Make this process count, as on a server with a token."""
    settings.MIDDLEWARE = ["apps.monitoring.middleware.CountRequests", *settings.MIDDLEWARE]
    folder = tmp_path / "metrics"
    metrics.start_counting(folder)
    yield folder
    metrics.stop_counting()


@pytest.fixture
def told(scraper: Client) -> Callable[..., float]:
    """Return a function that gives a sample's value at the next scrape, or 0 if there is none."""

    def value(name: str, **labels: str) -> float:
        house.forget_checks()
        return samples(scraper.get("/metrics").content.decode()).get((name, frozenset(labels.items())), 0.0)

    return value


def samples(page: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


# -- access --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_where_no_token_is_set_there_is_no_such_page(client: Client) -> None:
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    assert "apps.monitoring.middleware.CountRequests" not in house_settings.MIDDLEWARE
    assert not metrics.is_counting()


@pytest.mark.django_db
@pytest.mark.parametrize("said", ["", "Bearer wrong", TOKEN])
def test_whoever_brings_another_token_is_told_nothing(client: Client, token: str, said: str) -> None:
    answer = client.get("/metrics", headers={"authorization": said})
    assert answer.status_code == 401
    assert b"slowfuse_" not in answer.content


@pytest.mark.django_db
def test_the_figures_of_the_house_are_those_of_the_deep_check(scraper: Client, counting: Path) -> None:
    uptime.record_pulse(now=timezone.now())
    names = {line.partition(":")[0] for line in scraper.get("/healthz?deep").content.decode().splitlines()}
    page = samples(scraper.get("/metrics").content.decode())
    ours = {name for name, _help in scrape.PROMETHEUS_NAMES.values()}
    gauges = {(name, labels) for name, labels in page if name in ours}
    assert len(gauges) == len(names) - 1, "the sweep never ran, so that its age is left out"
    assert page["slowfuse_database_up", frozenset()] == 1
    assert ("slowfuse_queue_length", frozenset({("queue", "clock")})) in page


# -- counters ------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_answered_turn_is_counted(at: Any, ada: Any, ben: Any, counting: Path, told: Callable[..., float]) -> None:
    table = new_match(ada, ben, now=timezone.now())
    seat = table.ask.seat
    page = at(table.people[seat])
    card = table.first(Lay).card
    assert table.posts(page, seat, type="lay", card=card).status_code < 400
    assert told("slowfuse_turns_total", game="fuse", cause="person") == 1
    answers = {"view": "matches:answer", "method": "POST"}
    assert sum(told("slowfuse_requests_total", status=status, **answers) for status in ("200", "302", "303")) == 1
    assert told("slowfuse_request_seconds_count", **answers) == 1
    assert told("slowfuse_deadline_lateness_seconds_count", cause="clock") == 0


@pytest.mark.django_db(transaction=True)
def test_what_the_sweep_settles_is_counted_with_how_late_it_was(
    ada: Any, ben: Any, counting: Path, told: Callable[..., float]
) -> None:
    uptime.record_pulse(now=timezone.now())
    new_match(ada, ben, now=timezone.now() - HOUR - 5 * SECOND)  # Its turn takes an hour.
    tasks.settle_matches()
    assert told("slowfuse_turns_total", game="fuse", cause="clock") == 1
    assert told("slowfuse_deadline_lateness_seconds_count", cause="clock") == 1
    assert 5 <= told("slowfuse_deadline_lateness_seconds_sum", cause="clock") < 60
    assert told("slowfuse_sweep_seconds_count") == 1
    assert told("slowfuse_sweep_age_seconds") < 60


@pytest.mark.django_db(transaction=True)
def test_bots_are_counted_apart_from_people(ada: Any, counting: Path, quick: None, told: Callable[..., float]) -> None:
    table = new_match(ada, bots=1, now=timezone.now())
    if table.ask.seat == 0:
        table.lay()
    table.now = timezone.now() + SECOND
    table.settle()
    assert told("slowfuse_turns_total", game="fuse", cause="bot") >= 1
    assert told("slowfuse_deadline_lateness_seconds_count", cause="bot") >= 1
    assert told("slowfuse_turns_total", game="fuse", cause="clock") == 0


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_was_undone_is_not_counted(
    ada: Any, ben: Any, counting: Path, told: Callable[..., float], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_match(ada, ben, now=timezone.now())

    write = repository.write_matches

    def fail(runs: Any) -> None:
        write(runs)
        raise RuntimeError

    monkeypatch.setattr(repository, "write_matches", fail)
    with pytest.raises(RuntimeError):
        table.lay()
    assert told("slowfuse_turns_total", game="fuse", cause="person") == 0


@pytest.mark.django_db(transaction=True)
def test_how_long_flint_thinks_is_counted(
    ada: Any, counting: Path, told: Callable[..., float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flint, "THOUGHT_SECONDS", 0.05)
    table = new_match(ada, bots=1, now=timezone.now())
    if table.ask.seat == 0:
        table.lay()
    Match.objects.update(opponents=Match.BotStrength.FLINT)
    assert flint.think_about_one()
    assert told("slowfuse_thought_seconds_count", of="answer") == 1


@pytest.mark.django_db(transaction=True)
def test_an_open_news_stream_is_counted_until_it_ends(
    ada: Any, ben: Any, counting: Path, told: Callable[..., float]
) -> None:
    table = new_match(ada, ben, now=timezone.now())
    found: list[float] = []

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        found.append(
            sum(
                sample.value
                for each in metrics.collect_metrics() if each.name == "slowfuse_streams"
                for sample in each.samples
            )
        )  # fmt: skip

    async def listen() -> None:
        answer: Any = await AsyncClient().get(f"/live/{table.code}/")
        await answer.go_on(receive, send)

    asyncio.run(listen())
    assert found[0] == 1
    assert told("slowfuse_streams") == 0


@pytest.mark.django_db
def test_whatever_is_asked_for_there_are_few_names(client: Client, counting: Path, scraper: Client) -> None:
    for number in range(5):
        client.get(f"/nowhere/{number}/")
        client.generic(f"ODD{number}", "/readyz")
    page = samples(scraper.get("/metrics").content.decode())
    found = {labels for name, labels in page if name == "slowfuse_requests_total"}
    assert {(dict(labels)["view"], dict(labels)["method"]) for labels in found} == {("none", "GET"), ("ready", "other")}


# -- several processes ---------------------------------------------------------------------

COUNT: Final = """
import os, sys
from pathlib import Path
from apps.common import metrics
metrics.start_counting(Path(os.environ["SLOWFUSE_VAR"], "metrics"))
for _ in range(int(sys.argv[1])):
    metrics.count_turn(game="fuse", cause="person")
with metrics.open_stream():
    child = os.fork()
    if not child:
        metrics.count_turn(game="fuse", cause="bot")
        os._exit(0)
    os.waitpid(child, 0)
    print("counted", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.django_db
def test_what_several_processes_count_adds_up(tmp_path: Path, scraper: Client, told: Callable[..., float]) -> None:
    env = environment(tmp_path)
    metrics.start_counting(tmp_path / "metrics")
    try:
        with running(COUNT, "3", env=env) as one, running(COUNT, "4", env=env) as other:
            for process in (one, other):
                assert process.stdout is not None
                assert process.stdout.readline() == "counted\n"
            assert told("slowfuse_turns_total", game="fuse", cause="person") == 7
            assert told("slowfuse_turns_total", game="fuse", cause="bot") == 2, "what was forked counts, too"
            assert told("slowfuse_streams") == 2
        assert told("slowfuse_streams") == 0, "they were killed, and have nothing open any more"
        with running(COUNT, "5", env=env) as again:
            assert again.stdout is not None
            assert again.stdout.readline() == "counted\n"
            assert told("slowfuse_turns_total", game="fuse", cause="person") == 12, "what was counted stays so"
        assert len(list((tmp_path / "metrics").glob("counter_*.db"))) <= 4, "files are used again"
    finally:
        metrics.stop_counting()


def test_a_number_is_nobody_elses_while_it_is_held(tmp_path: Path) -> None:
    first, second = ProcessSlot(tmp_path), ProcessSlot(tmp_path)
    assert (first.number(), second.number(), first.number()) == (0, 1, 0)
    first.give_back()
    third = ProcessSlot(tmp_path)
    assert third.number() == 0
    for each in (second, third):
        each.give_back()


@pytest.mark.django_db
def test_where_nothing_can_be_counted_pages_are_served_all_the_same(
    client: Client, scraper: Client, counting: Path, caplog: pytest.LogCaptureFixture
) -> None:
    counting.write_text("a file where a folder should be")
    assert client.get("/readyz").status_code == 200
    assert client.get("/readyz").status_code == 200
    assert [record.message for record in caplog.records] == ["This process stopped counting metrics"]
    assert scraper.get("/metrics").status_code == 200


@pytest.mark.django_db
def test_a_broken_file_hides_no_figure_of_the_house(
    scraper: Client, counting: Path, told: Callable[..., float], caplog: pytest.LogCaptureFixture
) -> None:
    metrics.count_turn(game="fuse", cause="person")
    (counting / "counter_77.db").write_bytes(b"\xff\x00\x00\x7fneither a length nor words")
    assert told("slowfuse_database_up") == 1
    assert "Could not read the metrics" in caplog.text


SETTLE_IN: Final = """
import sys, django
django.setup()
from apps.common import metrics
print(metrics.is_counting(), "prometheus_client" in sys.modules, flush=True)
"""


@pytest.mark.parametrize(("token", "said"), [("", "False False\n"), (TOKEN, "True False\n")])
@pytest.mark.django_db
def test_who_has_counted_nothing_yet_has_not_even_loaded_the_library(tmp_path: Path, token: str, said: str) -> None:
    with running(SETTLE_IN, env=environment(tmp_path) | {"SLOWFUSE_METRICS_TOKEN": token}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == said
    assert not (tmp_path / "metrics").exists()


# -- secrets -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_nothing_there_tells_a_name_a_code_or_a_card(
    at: Any, player: Callable[[str], Any], counting: Path, scraper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    renumber(monkeypatch)
    people = [player(name) for name in ("wolkenbruch", "zaunkoenig")]
    table = new_match(*people, now=timezone.now())
    seat = table.ask.seat
    assert table.posts(at(people[seat]), seat, type="lay", card=table.first(Lay).card).status_code < 400
    for page in (f"/m/{table.code}/", "/p/wolkenbruch/", f"/m/{table.code}/nowhere/", "/p/zaunkoenig/?q=wolkenbruch"):
        at(people[0]).get(page)
    told = scraper.get("/metrics").content.decode()
    assert 'game="fuse",cause="person"} 1.0' in told or 'cause="person",game="fuse"} 1.0' in told
    assert not [word for word in (table.code, "wolkenbruch", "zaunkoenig") if word in told]
    assert not named(told)
    assert not named(json.dumps(told))
