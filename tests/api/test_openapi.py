"""Tests that the API answers any request as its description says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import jsonschema_rs
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from apps.accounts.models import AccessToken
from apps.accounts.services.access_tokens import create_access_token
from apps.api import response_policy
from apps.common import clocks
from apps.kernel.record import parse_record
from apps.lobby.models import Invitation
from apps.lobby.services import invitations
from tests.factories.lobby import NOW, lobby_table
from tests.factories.matches import sealed_match
from tests.factories.tournaments import SWISS, begun, decide_all, look

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DOCUMENT: Final = "/api/v1/openapi.json"
FEW: Final = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))

_site = get_wsgi_application()


def site(environ: Any, start_response: Any) -> Any:
    """Call the site as a server does, which knows the client's address."""
    return _site({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)


schema = schemathesis.openapi.from_wsgi(DOCUMENT, site)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the test's connection. A server checks its age at the start and end of each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def something(one_connection: None, ada: Any, ben: Any, quick: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return existing values by the names of path parameters."""
    monkeypatch.setattr(response_policy, "MAX_REQUESTS", 10**9)
    cup, _people = begun(SWISS, entrants=8)
    decide_all(cup)
    look(cup)
    _row, token = create_access_token(
        player=ada, name="schemathesis", scopes=AccessToken.Scope.values, now=clocks.now()
    )
    table = lobby_table(ben, seats=4)
    invitations.ask_by_name(code=table.code, by=ben, name="ada", now=NOW)
    return {
        "match": sealed_match("fuse", ada, ben).code,
        "tournament": cup.code,
        "table": table.code,
        "invitation": Invitation.objects.get().token,
        "token": token,
    }


@pytest.mark.slow
@schema.parametrize()
@FEW
def test_every_answer_is_as_described(case: Any, something: dict[str, str]) -> None:
    """Check requests that name existing objects half of the time."""
    kind = next((kind for kind in ("match", "table") if f"/{kind}" in case.path), "tournament")
    known = {
        "ticket": "o0123456789abcde",
        "code": something[kind],
        "slug": "fuse",
        "game": "fuse",
        "name": "ada",
        "invitation": something["invitation"],
        "table": something["table"],
        "number": 1,
        "id": 1,
    }
    if case.path_parameters and sum(map(len, map(str, case.path_parameters.values()))) % 2:
        case.path_parameters = {name: known[name] for name in case.path_parameters}
    # oEmbed ignores unknown parameters by its rules; others are refused, but not for the described reasons.
    case.call_and_validate(
        headers={"Authorization": f"Bearer {something['token']}"},
        excluded_checks=[negative_data_rejection, positive_data_acceptance],
    )


def operations() -> Iterator[tuple[str, str, Any]]:
    """Yield path, method and description of everything in the document."""
    for path, ways in Client().get(DOCUMENT).json()["paths"].items():
        for method, told in ways.items():
            yield path, method, told


def test_the_description_names_every_way_and_has_examples() -> None:
    found = list(operations())
    assert len(found) > 24
    assert all(told["description"] for _path, _method, told in found)
    names = [told["operationId"] for _path, _method, told in found]
    assert len(set(names)) == len(names)
    reading = [told["operationId"] for _path, method, told in found if method == "get"]
    assert all(re.fullmatch("(get|list|stream)[A-Z][A-Za-z]+", name) for name in reading)
    [record] = [told["responses"]["200"] for path, _method, told in found if path.endswith("/record/")]
    assert record["content"]["application/jsonl"]["schema"]["type"] == "string"


def test_every_answer_and_every_body_has_an_example_that_fits_what_is_said_of_it() -> None:
    components = Client().get(DOCUMENT).json()["components"]
    for path, _method, told in operations():
        parts = [told["responses"].get("200", {}), told.get("requestBody", {})]
        for kind in (kind for part in parts for kind in part.get("content", {}).values()):
            jsonschema_rs.validate({**kind["schema"], "components": components}, kind["example"])
        assert all("description" in response for response in told["responses"].values()), path
    [line] = [
        kind
        for path, _method, told in operations()
        if path.endswith("/record/")
        for kind in told["responses"]["200"]["content"].values()
    ]
    assert parse_record(line["example"].splitlines()).header.game == "fuse"


def test_whatever_needs_a_token_says_so_and_which_scope() -> None:
    for path, method, told in operations():
        bare = Client().generic(method, re.sub(r"\{\w+\}", "o0123456789abcde", path))
        assert (bare.status_code == 401) == ("security" in told), path
        assert ("Scope: " in told["description"]) == ("security" in told), path


def test_refusals_are_problem_details() -> None:
    for _path, _method, told in operations():
        for status, response in told["responses"].items():
            assert int(status) < 400 or list(response["content"]) == ["application/problem+json"]
