"""Strict reading of JSON: the text must say exactly what the decoded value says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

T = TypeVar("T")


def decode_exactly(text: bytes, decode: Callable[[bytes], T]) -> T:
    """Decode a value from JSON that contains nothing else. New fields with defaults can be missing.

    :raises msgspec.DecodeError: naming the first field that is unknown or written differently
    """
    value = decode(text)
    _check_same_value(msgspec.json.decode(text), msgspec.json.decode(msgspec.json.encode(value)), "$")
    return value


def check_unique_fields(text: bytes | str) -> None:
    """Make sure that no object in a JSON text has the same field twice, because readers might pick different ones.

    :raises ValueError: naming the field
    """
    json.loads(text, object_pairs_hook=_check_unique_names)


def _check_unique_names(fields: list[tuple[str, object]]) -> None:
    names = set()
    for name, _ in fields:
        if name in names:
            raise ValueError(f"Object contains the field `{name}` twice")
        names.add(name)


def _check_same_value(said: object, meant: object, where: str) -> None:
    if isinstance(said, dict) and isinstance(meant, dict):
        parts = _pair_fields(said, meant, where)
    elif isinstance(said, list) and isinstance(meant, list) and len(said) == len(meant):
        parts = ((value, other, f"{where}[{at}]") for at, (value, other) in enumerate(zip(said, meant, strict=True)))
    elif type(said) is type(meant) and said == meant:
        return
    else:
        should, does = (msgspec.json.encode(each).decode() for each in (meant, said))
        raise msgspec.ValidationError(f"Expected `{should}`, got `{does}` - at `{where}`")
    for part in parts:
        _check_same_value(*part)


def _pair_fields(said: dict[str, object], meant: dict[str, object], where: str) -> Iterator[tuple[object, object, str]]:
    """Yield each field as written, as understood, and its path."""
    for name, value in said.items():
        if name not in meant:
            raise msgspec.ValidationError(f"Object contains unknown field `{name}` - at `{where}`")
        yield value, meant[name], f"{where}.{name}"
