"""Tests of unreadable requests: status 400 on our page, one line in the log, and never an error report."""

from __future__ import annotations

import logging
from collections.abc import Callable
from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.test import Client
from django.urls import reverse

from apps.config import heartbeat

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
PART = b'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx\r\n--b--\r\n'
BODIES = {
    "another charset": (f"{FORM}; charset=latin-1", b"a=b"),
    "a charset of two bytes": (f"{FORM}; charset=utf-16", b"a=b"),
    "no charset at all": (f"{FORM}; charset=hex", b"a=%ff"),
    "an unknown charset": (f"{FORM}; charset=nonsense", b"a=b"),
    "no boundary": ("multipart/form-data", b"a=b"),
    "a boundary that is no word": ("multipart/form-data; boundary=\xfc", b"a=b"),
    "a file": ("multipart/form-data; boundary=b", PART),
    "too much": (FORM, b"a=" + b"b" * 70_000),
    "too many fields": (FORM, b"a=b&" * 101),
}


def visitor() -> Client:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get(reverse("account_login"))
    assert client.cookies["csrftoken"].value
    return client


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/nowhere/", "/tables/new/", "/admin/login/"])
@pytest.mark.parametrize("kind", BODIES)
def test_a_form_that_cannot_be_read_is_refused_in_one_line(
    kind: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    client, (content_type, body) = visitor(), BODIES[kind]
    caplog.clear()
    answer = client.generic("POST", path, body, content_type=content_type)
    assert answer.status_code == 400
    assert "Nothing was changed." in answer.content.decode()
    said = [record for record in caplog.records if record.levelno > logging.INFO]
    assert [(record.name, record.getMessage(), record.exc_info) for record in said] == [
        ("django.request", f"Bad Request: {path}", None)
    ]


@pytest.mark.parametrize("spelled", ["utf-8", "UTF-8", "utf8", '"utf-8"'])
def test_utf_8_may_be_spelled_in_any_way(spelled: str) -> None:
    client = Client()
    answer = client.generic("POST", "/i18n/setlang/", b"language=de", content_type=f"{FORM}; charset={spelled}")
    assert answer.status_code == 302
    assert client.cookies["django_language"].value == "de"


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain; charset=hex",
        "text/plain; charset*=nonsense''utf-8",
        "text/plain; charset*=utf-8''hex",
        "; ;",
        ";=;",
    ],
)
def test_no_name_of_a_type_breaks_the_door(content_type: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "start_heartbeat", lambda: None)  # It would beat on through all other tests.
    from apps.config.wsgi import application  # noqa: PLC0415 -- it starts what the line above replaces

    environ: dict[str, Any] = {"CONTENT_TYPE": content_type, "QUERY_STRING": "a=%ff", "wsgi.input": BytesIO()}
    setup_testing_defaults(environ)
    environ["HTTP_HOST"], environ["PATH_INFO"] = "localhost", "/games/fuse/"  # This page needs no database.
    answered: list[str] = []

    def begin(status: str, _headers: Any, _trouble: Any = None) -> Callable[[bytes], None]:
        answered.append(status)
        return lambda _piece: None

    assert b"".join(application(environ, begin))
    assert answered[0] in ("200 OK", "400 Bad Request")


@pytest.mark.parametrize("wanted", ["https://[", "//[", "http://[::1]a/", "https://]"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/logout/", "/admin/login/"])
def test_where_to_go_next_is_left_out_if_it_is_no_address(path: str, wanted: str, ada: Any) -> None:
    visitor, member = Client(), Client()
    member.force_login(ada)
    for client in (visitor, member):
        assert client.get(path, {"next": wanted}).status_code in (200, 302, 403)
        assert client.post(path, {"next": wanted}).status_code in (200, 302, 403)


@pytest.mark.parametrize("field", ["", "nothing"])
@pytest.mark.parametrize("page", ["change", "delete"])
def test_a_row_of_the_admin_is_not_found_by_what_is_no_field(page: str, field: str, ada: Any) -> None:
    type(ada).objects.update(is_staff=True, is_superuser=True)
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    path = f"/admin/accounts/player/{ada.pk}/{page}/"
    assert client.get(path, {"_to_field": field}).status_code == 400
    assert client.post(path, {"_to_field": field}).status_code == 400
    assert client.get(path).status_code == 200


def test_ticking_what_is_no_row_of_the_admin_is_refused(ada: Any) -> None:
    type(ada).objects.update(is_staff=True, is_superuser=True)
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    form = {"action": "delete_selected", "_selected_action": "nan", "index": "0"}
    assert client.post("/admin/auth/group/", form).status_code == 400
