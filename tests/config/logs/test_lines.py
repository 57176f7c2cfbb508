"""Tests that log lines are machine-readable and contain no secrets."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from apps.config.logs.formatters import parse_service_name
from apps.config.settings import ROOT
from apps.games.fuse.board import words
from apps.games.fuse.cards import CardId
from apps.games.fuse.state import Lay, Received
from apps.kernel.table import Seat
from apps.matches.models import Seed
from tests.config.logs.conftest import Lines
from tests.conftest import PASSWORD
from tests.factories.matches import MatchDriver, new_match, sealed_match
from tests.matches.canaries import named, renumber

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def secrets_of(table: MatchDriver, client: Client) -> list[str]:
    seed = Seed.objects.get(match=table.match)
    return [bytes(seed.seed).hex(), client.cookies["sessionid"].value, PASSWORD]


def test_no_line_of_a_turn_holds_a_secret(
    monkeypatch: pytest.MonkeyPatch, settings: Any, lines: Lines, at: Browser, broken: Callable[..., None],
    ada: Any, ben: Any,
) -> None:  # fmt: skip
    """Check a turn played, one refused, and one that fails; every turn counts as slow, so its statements are logged."""
    renumber(monkeypatch)
    settings.SLOWFUSE_SLOW_SECONDS = 1e-9
    table = new_match(ada, ben, now=timezone.now())
    seat = table.ask.seat
    client = at((ada, ben)[seat])
    client.raise_request_exception = False
    hidden = table.know().pile[0]
    played = table.posts(client, seat, type="lay", card=table.first(Lay).card)
    refused = table.posts(client, table.ask.seat, type="lay", card=hidden)
    broken(*table.know().hands, *secrets_of(table, client))
    mistaken = table.posts(client, table.ask.seat, type="lay", card=hidden)
    wrong = Client().post("/accounts/login/", {"login": "ada", "password": f"{PASSWORD}er"})
    assert (played.status_code, refused.status_code // 100, mistaken.status_code, wrong.status_code) == (
        303,
        4,
        500,
        200,
    )
    assert "This is broken." in lines.text.getvalue()
    assert "This is broken." in lines.json.getvalue()
    assert any("SELECT" in each["slowest"][0]["sql"] for each in lines.parsed() if each.get("slowest"))
    assert not named(lines.both)
    assert not [secret for secret in secrets_of(table, client) if secret in lines.both]


def test_no_line_of_a_sealed_bid_says_how_high_it_is(
    settings: Any, lines: Lines, at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    settings.SLOWFUSE_SLOW_SECONDS = 1e-9
    table = sealed_match("bombe", ada, ben, cleo)
    amount = max(action.amount for action in table.legal(0))
    table.posts(at(ada), 0, type="bid", amount=amount)
    assert table.question(0).answered
    said = [f"{each['message']} {each.get('slowest')} {each.get('exception')}" for each in lines.parsed()]
    assert len(said) >= 1
    assert not [each for each in said if f'"amount":{amount}' in each or f" {amount} " in each]


def test_what_a_row_holds_that_a_database_refuses_is_not_logged(lines: Lines, ada: Any) -> None:
    """Check that a database's error doesn't log a row. PostgreSQL says “Failing row contains (…)”."""
    table = connection.ops.quote_name(type(ada)._meta.db_table)
    with pytest.raises(IntegrityError) as refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET username = NULL WHERE id = %s", [ada.pk])
    logging.getLogger("apps").error("Refused: %s", refused.value, exc_info=refused.value)
    logging.getLogger("apps").error("Refused: %r", refused.value, exc_info=refused.value)
    assert "IntegrityError" in lines.both
    assert ada.email not in lines.both
    assert ada.password not in lines.both


def test_what_the_rules_stumbled_over_is_not_logged(lines: Lines) -> None:
    """Check that an exception of the rules logs no value. Python's names the missing card."""
    received = Received(to=(Seat(0),), cards=(CardId(712345001),))
    with pytest.raises(KeyError, match="712345001") as raised:
        words(received)
    logging.getLogger("apps").error("It went wrong: %r", raised.value, exc_info=raised.value)
    assert "712345001" not in lines.both
    (line,) = lines.parsed()
    assert line["message"] == "It went wrong: KeyError(…)"
    assert line["exception"].endswith("\nKeyError: …")
    assert lines.text.getvalue().endswith("\nKeyError: …\n")


@pytest.mark.parametrize("path", ["/feed/{}.atom", "/invitations/{}/", "/notices/off/{}/"])
def test_an_address_that_opens_something_is_not_logged_whole(lines: Lines, path: str) -> None:
    assert Client().get(path.format("hunter2")).status_code == 404
    logging.getLogger("django.request").warning("Nothing to do with %s", "hunter3")
    assert "hunter3" in lines.both
    assert "hunter2" not in lines.both
    assert path.format("…") in lines.text.getvalue()


def test_a_traceback_is_one_line_of_json(
    lines: Lines, at: Browser, broken: Callable[..., None], ada: Any, ben: Any
) -> None:
    table = new_match(ada, ben)
    client = at(ada)
    client.raise_request_exception = False
    broken("nothing")
    answer = client.post(f"/m/{table.code}/answer/", {"question": "turn:1", "type": "lay", "card": 1})
    (line,) = [each for each in lines.parsed() if each["level"] == "ERROR"]
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("\nRuntimeError: This is broken.")
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["view"] == "matches:answer"
    assert line["duration"] > 0
    assert datetime.fromisoformat(line["time"]).utcoffset() is not None
    assert f" [request {answer['X-Request-ID']}]\nTraceback" in lines.text.getvalue()


def test_whatever_is_said_stays_one_line_of_json(lines: Lines) -> None:
    logging.getLogger("apps").warning("One\ntwo\u2028three %s", object(), extra={"fields": {"more": {1, 2}}})
    (line,) = lines.parsed()
    assert line["message"].startswith("One\ntwo\u2028three <object")
    assert "request_id" not in line


SERVERS = """
import logging.config
access, error = (logging.getLogger(f"uvicorn.{name}") for name in ("access", "error"))
access.propagate = False  # As --no-access-log has it.
from apps.config.logs import setup
logging.config.dictConfig(setup.build_logging_config("json", "INFO"))
print(access.hasHandlers(), error.hasHandlers())
"""


@pytest.mark.once
def test_no_process_writes_a_line_for_every_request() -> None:
    """Check that servers log no requests. Addresses can grant access, and uvicorn cleans none of them."""
    done = subprocess.run([sys.executable, "-c", SERVERS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (".venv/bin/gunicorn -c deploy/gunicorn.conf.py apps.config.wsgi", "web"),
        ("uvicorn apps.config.asgi:application --host 127.0.0.1", "live"),
        ("celery --quiet -A apps.config worker --queues clock --hostname clock@%h", "clock"),
        ("celery -A apps.config worker --queues=default --hostname=worker@%h", "worker"),
        ("celery --quiet -A apps.config beat --pidfile=", "beat"),
        ("manage.py changepassword hunter2", "changepassword"),
        ("/somewhere/apps/config/embedded.py", "worker"),
    ],
)
def test_a_line_says_which_service_wrote_it(words: str, called: str) -> None:
    assert parse_service_name(words.split()) == called
