"""Options of a game, and a table's choices among them, in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, cast

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.matches.selectors.wording import format_labelled_value


@dataclass(frozen=True)
class Field:
    """One option as the template draws it."""

    name: str
    title: str
    kind: Literal["flag", "number", "choice"]
    value: Any
    """A bool, an int or one of `choices`; the typed text if there is an `error`."""
    description: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """The value and untranslated label of each choice."""
    error: str = ""

    def label(self, value: object) -> str:
        """Return the label of a value in the active language."""
        return _(dict(self.choices).get(str(value), str(value)))


@dataclass(frozen=True)
class Agreed:
    """One option of a table, as a list shows it."""

    name: str
    title: str
    value: str
    on: bool | None = None
    """Whether this table plays with it, for options that are on or off."""


def build_option_fields(declared: type) -> tuple[Field, ...]:
    """Return a field for each option of a game. An option marked as `former` is read but never offered.

    :raises TypeError: if an option is of an unknown kind
    """
    described = cast("inspect.StructType", inspect.type_info(declared))
    return tuple(_build_option_field(field) for field in described.fields if not _is_former_option(field))


def convert_stored_options(game: AnyGame, agreed: Mapping[str, object]) -> dict[str, object]:
    """Return stored options with today's meaning, or unchanged if the game no longer understands them."""
    try:
        return msgspec.structs.asdict(msgspec.convert(dict(agreed), game.options))
    except msgspec.ValidationError:
        return dict(agreed)


def describe_unusual_options(game: AnyGame, agreed: Mapping[str, object]) -> list[str]:
    """Return the unusual options of a table, in words."""
    words, agreed = [], convert_stored_options(game, agreed)
    for option in _get_usual_options(game.meta.slug):
        value = agreed.get(option.name, option.value)
        if value != option.value:
            title = _(option.title)
            if option.kind == "flag":
                words.append(title if value else _("%(option)s: off") % {"option": title})
            else:
                words.append(format_labelled_value(title, option.label(value) if option.kind == "choice" else value))
    return words


def describe_all_options(game: AnyGame, options: object) -> list[Agreed]:
    """Return all options of a table, in words."""
    return [_describe_option(usual, options) for usual in _get_usual_options(game.meta.slug)]


def _describe_option(usual: Field, options: object) -> Agreed:
    on = getattr(options, usual.name) if usual.kind == "flag" else None
    return Agreed(usual.name, _(usual.title), _format_option_value(usual, options), on)


def _format_option_value(usual: Field, options: object) -> str:
    value = getattr(options, usual.name)
    match usual.kind:
        case "flag":
            return _("yes") if value else _("no")
        case "choice":
            return usual.label(value)
    return _("standard") if value == usual.value else str(value)


@cache
def _get_usual_options(slug: str) -> tuple[Field, ...]:
    """Return the options of an installed game, cached because lists show those of many tables."""
    return build_option_fields(load_games()[slug].options)


def _is_former_option(field: inspect.Field) -> bool:
    return isinstance(field.type, inspect.Metadata) and bool((field.type.extra or {}).get("former"))


def _build_option_field(field: inspect.Field) -> Field:
    declared = field.type
    words: dict[str, Any] = {}
    labels: Mapping[str, str] = {}
    if isinstance(declared, inspect.Metadata):
        words = declared.extra_json_schema or {}
        labels = (declared.extra or {}).get("labels", {})
        declared = declared.type
    drawn = Field(
        name=field.name,
        title=words.get("title", field.name.replace("_", " ").capitalize()),
        description=words.get("description", ""),
        kind="flag",
        value=field.default,
    )
    match declared:
        case inspect.BoolType():
            return drawn
        case inspect.IntType(ge=least, le=most):
            return replace(drawn, kind="number", least=least, most=most)
        case inspect.LiteralType(values=values):
            return replace(
                drawn,
                kind="choice",
                choices=tuple((str(value), labels.get(str(value), str(value))) for value in values),
            )
    raise TypeError(f"No form field for the option {field.name}: {declared}")
