"""Writes `src/slowfuse/client.py` from an OpenAPI description: a TypedDict per object, a method per operation.

    curl https://slowfuse.example/api/v1/openapi.json | python generate.py > src/slowfuse/client.py

Generators of whole clients write a file or more for each operation and bring errors and retries of their own. Those of
types alone add pydantic, and no methods. TypedDicts cost nothing at run time and let new fields of a later site pass.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from typing import Any, Final

_HEAD: Final = '''"""The client, with the types and operations of the API. `generate.py` writes it, so don't edit it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, Unpack, cast

from slowfuse.connection import Connection
'''
_CLASS: Final = '''

class Client(Connection):
    """The API of a site, for one player. Methods are named like its operations."""
'''
_SIMPLE: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_LOCAL: Final = ("game", "pace")
"""Fields whose possible values differ from site to site."""
_REPEATABLE: Final = ("answerQuestion",)
"""Operations that can be repeated by what their description says. Of others, the method or a header says it."""


def write_client(description: dict[str, Any]) -> str:
    """Return the module for an OpenAPI description."""
    operations = [
        (path.removeprefix("/api/v1"), method, told)
        for path, methods in description["paths"].items()
        for method, told in methods.items()
        if len(told["responses"].get("200", {}).get("content", {})) < 2  # Streams, and what other sites embed.
    ]
    schemas, used, queue = description["components"]["schemas"], {"Problem"}, [operations]
    while queue:
        names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(queue.pop()))) - used
        used |= names
        queue += [schemas[name] for name in names]
    types = [_write_type(name, schemas[name]) for name in schemas if name in used - {"Problem"}]
    text = _HEAD + "".join(types) + _CLASS + "".join(_write_method(*each) for each in operations)
    command = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length=120", "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout  # noqa: S603 -- a fixed command


def _write_type(name: str, schema: dict[str, Any]) -> str:
    text = f"\n\nclass {_rename(name)}(TypedDict):\n"
    text += _write_docstring(schema.get("description", "A page of a list."), 4)
    for field, each in schema["properties"].items():
        kind = _describe_type(each, field)
        text += f"    {field}: {kind if field in schema.get('required', ()) else f'NotRequired[{kind}]'}\n"
        text += _write_docstring(each["description"], 4) if "description" in each else ""
    return text


def _write_method(path: str, method: str, told: dict[str, Any]) -> str:
    parameters, given, sent = told.get("parameters", ()), ["self"], [repr(method.upper()), repr(path)]
    for place in ("path", "query"):
        found = [each for each in parameters if each["in"] == place]
        given += ["*"] if place == "query" and found else []
        given += map(_write_parameter, found)
        sent += [f"{place}={{{', '.join('{0!r}: {0}'.format(each['name']) for each in found)}}}"] if found else []
    if "requestBody" in told:
        given.append(f"**body: Unpack[{_describe_type(told['requestBody']['content']['application/json']['schema'])}]")
        sent.append("body=body")
    keyed = any(each["name"] == "Idempotency-Key" for each in parameters)
    sent += ["keyed=True"] if keyed else []
    sent += ["repeatable=True"] if method in ("get", "delete") or told["operationId"] in _REPEATABLE else []
    content = list(told["responses"].get("200", {}).get("content", {}).values())
    result = _describe_type(content[0]["schema"]) if content else "None"
    call = f"self._call({', '.join(sent)})"
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", told["operationId"]).lower()
    return (
        f"\n    def {name}({', '.join(given)}) -> {result}:\n{_write_docstring(told['description'], 8)}"
        f"        {f'return cast({result!r}, {call})' if content else call}\n"
    )


def _write_parameter(parameter: dict[str, Any]) -> str:
    name, schema = parameter["name"], parameter["schema"]
    default = "" if parameter["required"] else f" = {schema.get('default')!r}"
    return f"{name}: {_describe_type(schema, name)}{default}"


def _describe_type(schema: dict[str, Any], field: str = "") -> str:
    if "$ref" in schema:
        return _rename(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(_describe_type(each, field) for each in schema["anyOf"])
    if "enum" in schema and field not in _LOCAL:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if schema.get("type") == "array":
        return f"list[{_describe_type(schema['items'])}]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {_describe_type(values) if isinstance(values, dict) else 'object'}]"
    return _SIMPLE[schema["type"]] if "type" in schema else "object"


def _rename(name: str) -> str:
    """Return the name of a type. That of a list's page comes as `Page_Match_`."""
    return re.sub(r"^Page_(\w+)_$", r"\1Page", name)


def _write_docstring(text: str, indent: int) -> str:
    """Return a docstring whose first line is a sentence."""
    first, _, rest = " ".join(text.split()).partition(". ")
    lines = [f"{first}.", "", *textwrap.wrap(rest, 116 - indent), ""] if rest else [first]
    return textwrap.indent('"""' + "\n".join(lines) + '"""\n', " " * indent)


if __name__ == "__main__":
    sys.stdout.write(write_client(json.load(sys.stdin)))
