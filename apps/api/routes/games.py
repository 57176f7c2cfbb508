"""The games."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.field_types import Code
from apps.games import load_games
from apps.kernel.events import Announced
from apps.kernel.game import AnyGame
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors.options import build_option_fields

router = Router(tags=["games"])


@router.get("games/", operation_id="listGames", response={200: list[schemas.Game], **schemas.PROBLEMS})
def list_games(request: HttpRequest) -> list[dict[str, object]]:
    """Return all games."""
    return [_encode_game(game) for game in load_games().values()]


@router.get("games/{slug}/", operation_id="getGame", response={200: schemas.Game, **schemas.PROBLEMS})
def get_game(request: HttpRequest, slug: Code) -> dict[str, object]:
    """Return one game."""
    return _encode_game(get_game_or_404(slug))


@router.get(
    "games/{slug}/schema/", operation_id="getGameSchema", response={200: schemas.GameSchema, **schemas.PROBLEMS}
)
def get_game_schema(request: HttpRequest, slug: Code) -> dict[str, object]:
    """Return the types of a game as JSON Schemas, with `$ref` to `components`: the options of a table, what a seat
    knows (`state`), answers, standing orders, and the facts in match records.
    """
    game = get_game_or_404(slug)
    names = ("options", "state", "action", "order", "fact")
    types = (game.options, game.state, game.action, game.order, game.event | Announced)
    found, components = msgspec.json.schema_components(types, ref_template="#/components/{name}")
    return {"slug": slug, **dict(zip(names, found, strict=True)), "components": components}


@router.get(
    "games/{slug}/cards/", operation_id="getGameCards", response={200: list[schemas.PrintedFace], **schemas.PROBLEMS}
)
def list_cards(request: HttpRequest, slug: Code) -> list[dict[str, object]]:
    """Return the printed faces of a game's cards, with title and text in all languages. `cards` has the names by which
    states, answers and facts refer to the cards with that face, so its length is the number of copies.
    """
    return [
        {
            "cards": list(face.cards),
            "kind": face.kind,
            "points": face.points,
            "for_each_player": face.each,
            "title": _translate_all(face.title, face.points),
            "text": _translate_all(face.text, face.points),
        }
        for face in get_game_or_404(slug).printed
    ]


def get_game_or_404(slug: str) -> AnyGame:
    """Return the game with this slug.

    :raises Http404: if it doesn't exist
    """
    found = load_games().get(slug)
    if found is None:
        raise Http404(_("We can’t find that game."))
    return found


def _translate_all(text: str, points: int | None) -> dict[str, str]:
    """Return an English text in all languages, by their codes, with the points it speaks of."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found[language] = _(text).replace("%(points)s", str(points)) if text else ""
    return found


def _encode_game(game: AnyGame) -> dict[str, object]:
    meta = game.meta
    return {
        "slug": meta.slug,
        "title": _(meta.title),
        "pitch": _(meta.pitch) if meta.pitch else "",
        "seats": list(meta.seats),
        "paces": {name: dict(pace) for name, pace in list_preset_paces(meta).items()},
        "options": [
            {"name": option.name, "title": _(option.title), "default": option.value}
            for option in build_option_fields(game.options)
        ],
        "rules": build_absolute_url(reverse("matches:rules", args=[meta.slug])),
    }
