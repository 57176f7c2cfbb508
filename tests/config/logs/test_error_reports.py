"""Tests that operators learn of errors: rarely, with a delay if necessary, and never with a secret."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from apps.config.logs import error_mail, sentry
from tests.conftest import PASSWORD
from tests.factories.matches import new_match
from tests.mail_settings import mail_by

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
SECRETS = ("712345001", PASSWORD, "f00df00d")


@pytest.fixture
def listening() -> Iterator[Callable[[logging.Handler], None]]:
    root, added = logging.getLogger(), []

    def add(handler: logging.Handler) -> None:
        handler.setLevel("ERROR")
        root.addHandler(handler)
        added.append(handler)

    yield add
    for handler in added:
        root.removeHandler(handler)


@pytest.fixture
def mailing(listening: Any) -> None:
    listening(error_mail.Handler(["host@example.org"]))


def all_sent() -> None:
    for thread in threading.enumerate():
        if thread.name == "error-mail":
            thread.join(timeout=10)


def mistake(at: Browser, broken: Callable[..., None], who: Any) -> Any:
    """Answer for this player, which fails with secrets in the variables."""
    broken(*SECRETS)
    client = at(who)
    client.raise_request_exception = False
    table = new_match(who, bots=1, now=timezone.now())
    answer = client.post(f"/m/{table.code}/answer/", {"question": "turn:1", "type": "lay", "card": SECRETS[0]})
    assert answer.status_code == 500
    return answer


def test_an_error_is_mailed_once_in_an_hour_without_any_value(
    mailing: None, mailoutbox: list[EmailMessage], at: Browser, broken: Callable[..., None], ada: Any
) -> None:
    answer = mistake(at, broken, ada)
    mistake(at, broken, ada)
    all_sent()
    (mail,) = mailoutbox
    assert mail.to == ["host@example.org"]
    assert "RuntimeError in tests/config/logs/conftest.py" in mail.subject
    assert f"Request: {answer['X-Request-ID']}\nView: matches:answer" in mail.body
    assert 'raise RuntimeError("This is broken.")' in mail.body, "the code is open"
    unsaid = (*SECRETS, "RuntimeError: This", answer.wsgi_request.COOKIES["sessionid"], "ada", "SECRET_KEY")
    assert not [each for each in unsaid if each in mail.subject + str(mail.body)]
    assert not mail.attachments


def test_another_process_that_told_of_it_is_enough(mailing: None, mailoutbox: list[EmailMessage]) -> None:
    logging.getLogger("apps.one").error("Something is wrong with %s.", SECRETS[0])
    all_sent()
    logging.getLogger().addHandler(other := error_mail.Handler(["host@example.org"]))
    try:
        logging.getLogger("apps.one").error("Something is wrong with %s.", SECRETS[1])
        all_sent()
        assert [mail.subject.partition("] ")[2] for mail in mailoutbox] == ["Something is wrong with %s."]
        caches["shared"].clear()  # An hour later.
        other._told.clear()
        logging.getLogger("apps.one").error("Something is wrong with %s.", SECRETS[1])
        all_sent()
        assert len(mailoutbox) == 2
    finally:
        logging.getLogger().removeHandler(other)


def test_a_house_on_fire_sends_no_hundred_mails(mailing: None, mailoutbox: list[EmailMessage]) -> None:
    for n in range(50):
        logging.getLogger("apps.one").error(f"Error {n}")  # noqa: G004 -- each a kind of its own
    all_sent()
    assert len(mailoutbox) == error_mail.MAX_ERROR_KINDS


def test_a_mail_server_that_never_answers_delays_nobody(
    mailing: None, settings: Any, at: Browser, broken: Callable[..., None], ada: Any
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mail_by(settings, f"smtp://127.0.0.1:{silent.getsockname()[1]}", patience=6)
        began = time.monotonic()
        mistake(at, broken, ada)
        assert time.monotonic() - began < 5
        silent.settimeout(5)
        silent.accept()[0].close()  # A connection was attempted.
        all_sent()


@pytest.mark.parametrize("name", ["django.security.SuspiciousOperation", "django.request"])
def test_nonsense_from_outside_and_a_closed_house_are_no_errors_of_ours(
    mailing: None, mailoutbox: list[EmailMessage], name: str
) -> None:
    logging.getLogger(name).error("Service Unavailable: /")
    all_sent()
    assert mailoutbox == []


# -- Sentry --------------------------------------------------------------------------------------------------------


def test_an_event_says_where_and_never_with_which_values(
    listening: Any, at: Browser, broken: Callable[..., None], ada: Any
) -> None:
    sdk = pytest.importorskip("sentry_sdk")
    sent: list[Any] = []

    class Kept(sdk.transport.Transport):  # type: ignore[name-defined]
        def capture_envelope(self, envelope: Any) -> None:
            sent.append(envelope)

    try:
        listening(sentry.build_handler("http://key@127.0.0.1:9/1"))
        sdk.get_client().transport = Kept()
        sdk.set_user({"email": "ada@example.org"})
        sdk.set_extra("hand", SECRETS)
        answer = mistake(at, broken, ada)
    finally:
        sdk.init(default_integrations=False)
    (event,) = [each for envelope in sent for each in [envelope.get_event()] if each]
    (raised,) = event["exception"]["values"]
    assert (raised["type"], event["transaction"]) == ("RuntimeError", "matches:answer")
    assert event["tags"]["request_id"] == answer["X-Request-ID"]
    assert raised["stacktrace"]["frames"][-1]["function"] == "answer_as"
    assert "value" not in raised
    assert set(event) <= sentry.KEPT_EVENT_FIELDS
    whole = str(event)
    unsaid = (*SECRETS, "ada@example.org", answer.wsgi_request.COOKIES["sessionid"], "/m/")
    assert not [each for each in unsaid if each in whole]


def test_a_second_lock_drops_what_a_later_sdk_may_add() -> None:
    frames = [{"vars": {"hand": 57}, "function": "f"}]
    event = {
        "exception": {"values": [{"type": "E", "value": "57", "stacktrace": {"frames": frames}}]},
        "level": "error",
    }
    more = {"request": {"data": 1, "cookies": 2}, "user": 3, "extra": 4, "contexts": 5, "breadcrumbs": 6, "logentry": 7}
    kept = {"exception": {"values": [{"type": "E", "stacktrace": {"frames": [{"function": "f"}]}}]}, "level": "error"}
    record = logging.LogRecord("apps.x", logging.ERROR, "", 0, "Said %s", (SECRETS[2],), None)
    sent = sentry.keep_places(event | more, {"log_record": record})
    assert set(sent) == {*kept, "transaction", "tags"}
    assert sent | kept == sent


def test_a_sentry_server_that_never_answers_delays_nobody(
    listening: Any, at: Browser, broken: Callable[..., None], ada: Any
) -> None:
    sdk = pytest.importorskip("sentry_sdk")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        try:
            listening(sentry.build_handler(f"http://key@127.0.0.1:{silent.getsockname()[1]}/1"))
            began = time.monotonic()
            mistake(at, broken, ada)
            assert time.monotonic() - began < 1.5
            silent.settimeout(5)
            silent.accept()[0].close()  # A connection was attempted.
        finally:
            sdk.init(default_integrations=False)


def fails() -> None:
    try:
        int(SECRETS[1])
    except ValueError as error:
        raise KeyError(SECRETS[0]) from error


def test_a_report_names_what_led_to_an_error() -> None:
    with pytest.raises(KeyError) as raised:
        fails()
    what = (KeyError, raised.value, raised.tb)
    record = logging.LogRecord("apps.x", logging.ERROR, "", 0, "Said %s", (SECRETS[2],), what)
    text = error_mail.format_mail("Broken", record)
    assert text.index("KeyError:\n") < text.index("Caused by ValueError:\n")
    assert "int(SECRETS[1])" in text, "the code is open"
    assert not [secret for secret in SECRETS if secret in text]
