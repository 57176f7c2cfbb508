"""A program with an access token, for tests of the API."""

from __future__ import annotations

import json
from typing import Any, Final

from django.test import Client

from apps.accounts.services import access_tokens
from apps.common import clocks

V1: Final = "/api/v1"
ALL_SCOPES: Final = ("read", "play", "tables", "tournaments")


class Program:
    """A program that acts for a player."""

    def __init__(self, player: Any, *scopes: str) -> None:
        self.player = player
        self.row, self.text = access_tokens.create_access_token(
            player=player, name="test", scopes=scopes or ALL_SCOPES, now=clocks.now()
        )

    def ask(self, method: str, path: str, body: object = None, status: int = 200, *, key: str = "") -> Any:
        headers = {"Authorization": f"Bearer {self.text}"} | ({"Idempotency-Key": key} if key else {})
        answer = Client().generic(
            method, V1 + path, json.dumps(body) if body is not None else "", "application/json", headers=headers
        )
        assert answer.status_code == status, answer.content
        return json.loads(answer.content) if answer.content else None

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, body: object = None, status: int = 200, *, key: str = "") -> Any:
        return self.ask("POST", path, body, status, key=key)
