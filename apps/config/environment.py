"""Typed values from the environment, with one report of all that are missing or mistyped."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

REQUIRED: Final = object()
"""The default of a variable that must be set."""

DATABASE_KINDS = ("postgres", "postgresql", "sqlite")
BROKER_KINDS = ("redis", "rediss", "amqp", "amqps", "filesystem", "memory")
CACHE_KINDS = ("redis", "rediss")
MAIL_KINDS = ("smtp", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "dummymail", "memorymail")


class Environment:
    """Variables by name, without the prefix `SLOWFUSE_`. Read all of them, then call `complain`."""

    def __init__(self, prefix: str = "SLOWFUSE_") -> None:
        self.env = Env()
        self.prefix = prefix
        self.problems: list[str] = []

    def has(self, name: str) -> bool:
        return bool(self.env.str(self.prefix + name, default="").strip())

    def text(self, name: str, default: object, *, example: str) -> str:
        return self._read(name, default, str, "text", example)

    def flag(self, name: str, default: bool) -> bool:
        return self._read(name, default, _parse_flag, "true or false", "true")

    def number(self, name: str, default: float, *, least: float, example: str) -> float:
        def convert(text: str) -> float:
            number = float(text)
            if not least <= number < float("inf"):
                raise ValueError(text)
            return number

        return self._read(name, default, convert, f"a number of at least {least:g}", example)

    def names(self, name: str, default: object, *, example: str) -> list[str]:
        def convert(text: str) -> list[str]:
            return [part.strip() for part in text.split(",") if part.strip()]

        return self._read(name, default, convert, "names separated by commas", example)

    def choice(self, name: str, default: str, *, among: tuple[str, ...]) -> str:
        def convert(text: str) -> str:
            if text not in among:
                raise ValueError(text)
            return text

        return self._read(name, default, convert, f"one of {', '.join(among)}", default)

    def package(self, name: str, module: str, requirements: str) -> None:
        """Report a problem if the variable is set but the optional package it needs isn't installed."""
        if self.has(name) and find_spec(module) is None:
            self.problems.append(
                f"{self.prefix}{name} is set, but the package it needs is not installed: "
                f"pip install --require-hashes -r {requirements}"
            )

    def address(self, name: str, default: object, *, schemes: tuple[str, ...], example: str) -> str:
        def convert(text: str) -> str:
            if urlsplit(text).scheme not in schemes:
                raise ValueError(text)
            return text

        kinds = ", ".join(f"{scheme}:" for scheme in schemes)
        return self._read(name, default, convert, f"a URL that starts with one of {kinds}", example)

    def secret(self, name: str, default: object, *, least: int = 50) -> str:
        def convert(text: str) -> str:
            if len(text) < least:
                raise ValueError("too short")
            return text

        return self._read(
            name, default, convert, f"at least {least} random characters", "the output of `openssl rand -hex 32`"
        )

    def secrets(self, name: str, default: list[str], *, least: int = 50) -> list[str]:
        def convert(text: str) -> list[str]:
            parts = [part.strip() for part in text.split(",")]
            if any(len(part) < least for part in parts):
                raise ValueError("too short")
            return parts

        return self._read(
            name,
            default,
            convert,
            f"secrets of at least {least} characters, separated by commas",
            "the previous key",
        )

    def complain(self) -> None:
        """Raise an error that lists every problem found.

        :raises ImproperlyConfigured: if anything was missing or mistyped, with one sentence for each
        """
        if self.problems:
            raise ImproperlyConfigured("\n".join(self.problems))

    def _read(self, name: str, default: object, convert: Callable[[str], Any], expected: str, example: str) -> Any:
        variable = self.prefix + name
        if not self.has(name):
            if default is REQUIRED:
                self.problems.append(f"{variable} is missing. It must be {expected}, for example {example}.")
                return _stand_in(convert, example)
            return default
        try:
            return convert(self.env.str(variable).strip())
        except ValueError:
            self.problems.append(f"{variable} is invalid. It must be {expected}, for example {example}.")
            return _stand_in(convert, example)


def _stand_in(convert: Callable[[str], Any], example: str) -> object:
    """Return a valid value, so that reading continues to the next mistake."""
    try:
        return convert(example)
    except ValueError:
        return ""


def _parse_flag(text: str) -> bool:
    match text.lower():
        case "true" | "yes" | "on" | "1":
            return True
        case "false" | "no" | "off" | "0":
            return False
    raise ValueError(text)
