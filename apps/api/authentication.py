"""Access tokens in requests to the API. Cookies are never accepted there, so no page can make requests for a player."""

from __future__ import annotations

from typing import Final, cast

from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.security import HttpBearer

from apps.accounts.models import AccessToken, Player
from apps.accounts.services import access_tokens
from apps.common import clocks

_SCHEME: Final = "bearer "


def find_access_token(request: HttpRequest) -> AccessToken | None:
    """Return the token that a request names, or None if it isn't a valid one."""
    header = request.headers.get("Authorization", "")
    text = header[len(_SCHEME) :].strip() if header.lower().startswith(_SCHEME) else ""
    return access_tokens.find_access_token(text, now=clocks.now())


class TokenRequest(HttpRequest):
    """A request after the policy has read its token."""

    access_token: AccessToken | None


class Token(HttpBearer):
    """The requirement of a token with a scope. The policy has read the token already (`response_policy`)."""

    openapi_description = "A personal access token, which players create at /me/tokens/."

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Player:
        """Return the token's player. ninja stores them as `request.auth`.

        :raises HttpError: if there's no token, or its scopes don't suffice
        """
        token = cast("TokenRequest", request).access_token
        if token is None:
            raise HttpError(401, "This needs an access token: Authorization: Bearer sf_…")
        if not token.allows(self.scope):
            raise HttpError(403, f"This needs an access token with the scope “{self.scope}”.")
        return token.player

    def authenticate(self, request: HttpRequest, token: str) -> None:
        """Do nothing, because `__call__` is all that ninja calls."""


READ: Final = Token("read")
PLAY: Final = Token("play")
TABLES: Final = Token("tables")
TOURNAMENTS: Final = Token("tournaments")


def get_token(request: HttpRequest) -> AccessToken:
    """Return the access token that came with a request to a route that needs one."""
    token = cast("TokenRequest", request).access_token
    assert token is not None  # noqa: S101 -- `Token` has made sure of it
    return token


def get_player(request: HttpRequest) -> Player:
    """Return the player whose token came with a request to a route that needs one."""
    return get_token(request).player
