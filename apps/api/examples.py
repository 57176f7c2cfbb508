"""Examples of API requests and responses, built from the examples of their fields."""

from __future__ import annotations

from typing import Any, Final

EXAMPLE_MOMENT: Final = "2026-11-29T18:00:00Z"
_EXAMPLES_BY_TYPE: Final[dict[str, object]] = {"boolean": False, "integer": 1, "number": 1.0}


def add_examples(description: dict[str, Any]) -> None:
    """Add an example to every successful response and every request body of an OpenAPI schema, in place."""
    known = description["components"]["schemas"]
    operations = [told for ways in description["paths"].values() for told in ways.values()]
    for told in operations:
        for kind in told["responses"].get(200, {}).get("content", {}).values():
            kind["example"] = _build_example(kind["schema"], known)
        for kind in told.get("requestBody", {}).get("content", {}).values():
            kind["example"] = _build_example(kind["schema"], known)


def _build_example(schema: dict[str, Any], known: dict[str, Any]) -> object:
    """Return an example for a schema.

    :raises KeyError: for a text, or an object with varying keys, that has no example
    """
    if "examples" in schema:
        return schema["examples"][0]
    if "default" in schema:
        return schema["default"]
    if "$ref" in schema:
        return _build_example(known[schema["$ref"].rpartition("/")[2]], known)
    if "anyOf" in schema:
        return _build_example(schema["anyOf"][0], known)
    if schema["type"] == "array":
        return [_build_example(schema["items"], known)]
    if schema["type"] == "object":
        return {name: _build_example(each, known) for name, each in schema["properties"].items()}
    return EXAMPLE_MOMENT if schema.get("format") == "date-time" else _EXAMPLES_BY_TYPE[schema["type"]]
