"""Reads translators' catalogues without gettext's own tools, and finds the texts marked for translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "fr")
GAPS = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|</?\w[^>]*>")

_MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
_WITH_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
_TEXT = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_MARKED = re.compile(rf"\b(n?p?)gettext\({_TEXT}(?:, {_TEXT})?")


@dataclass(frozen=True)
class Message:
    """One entry of a catalogue."""

    source: str
    plural: str
    context: str
    said: tuple[str, ...]
    fuzzy: bool

    @property
    def key(self) -> str:
        """Return the key in compiled catalogues and in gettext."""
        return f"{self.context}\x04{self.source}" if self.context else self.source


def folders() -> list[Path]:
    """Return the folders with catalogues: one for the site, one in each game's folder."""
    return sorted(path for path in ROOT.glob("apps/**/locale") if path.is_dir())


@cache
def messages(path: Path) -> tuple[Message, ...]:
    """Return the entries of a .po file, without its header."""
    found = (_message(block) for block in path.read_text(encoding="utf-8").split("\n\n"))
    return tuple(message for message in found if message is not None and message.source)


def _message(block: str) -> Message | None:
    parts: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        keyword, text = ("", line) if line.startswith('"') else line.split(" ", 1)
        name = keyword or name
        parts[name] = parts.get(name, "") + ast.literal_eval(text)
    if "msgid" not in parts:
        return None
    return Message(
        source=parts["msgid"],
        plural=parts.get("msgid_plural", ""),
        context=parts.get("msgctxt", ""),
        said=tuple(text for name, text in parts.items() if name.startswith("msgstr")),
        fuzzy=any(line.startswith("#,") and "fuzzy" in line for line in block.splitlines()),
    )


@cache
def marked(locale: Path) -> set[str]:
    """Return the texts marked for translation in the sources that a catalogue covers."""
    owner, site = locale.parent, ROOT / "apps" / "config"
    roots = [ROOT / "apps", ROOT / "templates"] if owner == site else [owner]
    others = [path.parent for path in folders() if path.parent not in (owner, site)] if owner == site else []
    found: set[str] = set()
    for path in (path for root in roots for path in root.rglob("*") if path.suffix in (".py", ".html", ".svg", ".txt")):
        if not any(path.is_relative_to(other) for other in others):
            found.update(_in_python(path) if path.suffix == ".py" else _in_template(path))
    return found


def _in_python(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        if node.func.id in _MARKS and words:
            yield words[0]
        elif node.func.id in _WITH_CONTEXT and len(words) > 1:
            yield f"{words[0]}\x04{words[1]}"


def _in_template(path: Path) -> Iterator[str]:
    for kind, first, second in _MARKED.findall(templatize(path.read_text(encoding="utf-8"))):
        text = ast.literal_eval(second if "p" in kind else first)
        yield f"{ast.literal_eval(first)}\x04{text}" if "p" in kind else text
