"""Actions, orders and options from the words of a form, which are texts that anybody may have typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def read(words: Any, kind: Any) -> Any:
    """A value of this type, in which every word has been understood as it was written.

    Forms send numbers as texts. What is no plain integer is none: msgspec alone would take `1e2` and `103.0`, too, and
    nobody who sends them has pressed a button of ours. Unknown words are refused by the types themselves.

    :raises msgspec.ValidationError: naming the first word that is wrong
    """
    value = msgspec.convert(words, kind, strict=False)
    _compare(words, msgspec.to_builtins(value), "$")
    return value


def _compare(said: Any, meant: Any, path: str) -> None:
    """:raises msgspec.ValidationError: if a number among what was said was written otherwise than it is meant"""
    if isinstance(meant, dict) and isinstance(said, Mapping):
        for name in said.keys() & meant.keys():
            _compare(said[name], meant[name], f"{path}.{name}")
    elif isinstance(meant, list | tuple) and isinstance(said, list | tuple):
        for place, (one, other) in enumerate(zip(said, meant, strict=True)):
            _compare(one, other, f"{path}[{place}]")
    elif type(meant) is int and not (type(said) is int or said == str(meant)):
        raise msgspec.ValidationError(f"Expected a plain integer - at `{path}`")
