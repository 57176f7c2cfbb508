"""The page that says whether this process is well."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_well_house_says_so(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"well\n")
    assert "no-store" in answer["Cache-Control"]
