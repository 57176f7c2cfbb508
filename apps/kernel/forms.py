"""Conversion of form fields to actions, orders and options, and back. Anyone can have typed their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec


def parse_form_fields(words: object, kind: object) -> Any:
    """Convert form fields to a value of this type, and make sure that each was understood as written.

    Forms send numbers as texts. Only plain integers are accepted. msgspec alone would also take `1e2` and `103.0`, but
    none of our buttons sends those. The types themselves refuse unknown fields.

    :raises msgspec.ValidationError: naming the first wrong field
    """
    value = msgspec.convert(words, kind, strict=False)
    _check_plain_integers(words, msgspec.to_builtins(value), "$")
    return value


def write_form_fields(action: msgspec.Struct) -> str:
    """Return the fields with which a form's button says this action: `type=take&coins=2`.

    :raises TypeError: if it contains a list, which forms can't send
    """
    return urlencode(list(_list_form_fields(msgspec.to_builtins(action))))


def _list_form_fields(said: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield name and text of each field. Fields of a nested value have its name before theirs: `only.at_least`."""
    for name, value in said.items():
        match value:
            case None:
                pass
            case bool():
                yield prefix + name, str(value).lower()
            case Mapping():
                yield from _list_form_fields(value, f"{prefix}{name}.")
            case str() | int():
                yield prefix + name, str(value)
            case _:
                raise TypeError(
                    f"A button can't say the value of {prefix + name!r}. Write a template for the question."
                )


def _check_plain_integers(said: object, meant: object, path: str) -> None:
    """Make sure that every integer was written as a plain integer.

    :raises msgspec.ValidationError: naming the first that was not
    """
    if isinstance(meant, dict) and isinstance(said, Mapping):
        for name in said.keys() & meant.keys():
            _check_plain_integers(said[name], meant[name], f"{path}.{name}")
    elif isinstance(meant, list | tuple) and isinstance(said, list | tuple):
        for place, (one, other) in enumerate(zip(said, meant, strict=True)):
            _check_plain_integers(one, other, f"{path}[{place}]")
    elif type(meant) is int and not (type(said) is int or said == str(meant)):
        raise msgspec.ValidationError(f"Expected a plain integer - at `{path}`")
