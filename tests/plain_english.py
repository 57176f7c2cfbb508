"""Count habits that plain English avoids, and fail if there are more than a budget: `python -m tests.plain_english`.

It reads the messages of all catalogues, the Markdown files, and the docstrings and comments of Python files. The
budget is in `pyproject.toml` (`[tool.slowfuse.plain_english]`) and only goes down. A hit is a place to look at: about
one in six is fine English.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from typing import Final

from tests.config.catalogues import ROOT, folders, messages

HABITS: Final = {
    name: re.compile(pattern)
    for name, pattern in {
        "who without a noun": r"(?:^|[.:;,(] )[Ww]ho(?:m)? (?!is (?:this|it)\b|are you\b|wins\?)(?=[a-z’' ]+)",
        "whoever, whatever": r"\b(?:[Ww]ho(?:m)?ever|[Ww]hatever)\b",
        "-body for -one": r"\b(?:[Ee]very|[Ss]ome|[Nn]o|[Aa]ny)body\b",
        "one as a pronoun": (
            r"\b(?:as|that|what|which|where|if|when|than) one (?:is|has|may|can|does|knows|likes|sees|was|had)\b"
            r"|\bone's own\b|\bone may\b"
        ),
        "may for can": r"\bmay (?:not )?(?:be |only )?[a-z]+",
        "told for notified": r"\b(?:is|are|was|were|be|gets?) told\b",
        "stand or lie for be": (r"\b(?:stands?|stood|lies) (?:in|on|at|there|beside|above|below|for|here|open)\b"),
        "so many, too few": r"\b(?:[Ss]o many|equally many|[Tt]oo few)\b",
        "at most or at least at the end": r"\bat (?:most|least)(?:[.,;:)]|$)",
        "anew, upon, just now": (
            r"\b(?:anew|upon|once more|beforehand|just now|by now|as (?:it|things) stands?|hence|thither|whence)\b"
        ),
        "no more for no longer": r"\b(?:no|any) more\b(?! than)",
        "begin for start": r"\b(?:begins?|begun|began)\b",
        "literal phrasal verbs": (
            r"\b(?:look(?:ed)? into|let in|put away|call(?:ed)? off|takes? part|taken? out|comes? in at)\b"
        ),
        "house, door, room": r"\b(?:the|a|this|of) (?:house|door|room)s?\b",
        "there is no such": r"\b[Tt]here is no such\b|\b[Tt]hat is no\b",
        "for as because": r", for (?:it|they|there|then|he|she|no|everybody|what|who)\b",
        "passive with a preposition": (r"\b(?:waited for|asked (?:for|of)|looked (?:at|for)|spoken to|gone through)\b"),
        "chain of colons": r"(?:[^:;]*[:;] ){3,}",
    }.items()
}

_PRAGMA: Final = re.compile(r"#\s*(?:noqa|type:|ruff:|!|-- )")


def find_habits(text: str) -> list[str]:
    """Return the names of the habits in a text."""
    return [name for name, habit in HABITS.items() if habit.search(text)]


def read_messages() -> Iterator[tuple[str, str]]:
    """Yield each message as its catalogue and its text; plural forms count as messages of their own."""
    for folder in folders():
        for message in messages(folder / "de" / "LC_MESSAGES" / "django.po"):
            for text in filter(None, (message.source, message.plural)):
                yield str(folder.parent.relative_to(ROOT)), text


def read_papers() -> Iterator[tuple[str, str]]:
    """Yield each line of each Markdown file as its place and its text, without code blocks."""
    for name in _list_files("*.md"):
        yield from read_paper(name, (ROOT / name).read_text(encoding="utf-8"))


def read_docs() -> Iterator[tuple[str, str]]:
    """Yield each docstring and comment of the Python files, except migrations, as its place and its text."""
    for name in _list_files("apps/*.py", "tests/*.py"):
        if "/migrations/" not in name:
            yield from read_doc(name, (ROOT / name).read_text(encoding="utf-8"))


def read_doc(name: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings, also of attributes, and the comments of one Python text as `name:number` and the text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield f"{name}:{node.lineno}", node.value.value.strip()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not _PRAGMA.match(token.string):
            yield f"{name}:{token.start[0]}", token.string.lstrip("# ")


def _list_files(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def read_paper(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of one Markdown text as `name:number` and the line, without code blocks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and line.strip():
            yield f"{name}:{number}", line


def find_hits(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return a line for each habit in each text: where, which habit and how the text starts."""
    return [f"{place}: {habit}: {text[:110]}" for place, text in texts for habit in find_habits(text)]


def judge(kind: str, hits: list[str], budget: int) -> list[str]:
    """Return what to print and fail with if there are more hits than the budget allows, else nothing."""
    if len(hits) <= budget:
        return []
    return [*hits, f"{len(hits)} hits in {kind}, {budget} allowed. See “English” in CONTRIBUTING.md."]


def main() -> None:
    """Judge messages, papers and docs; exit with the hits if a budget is exceeded."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    budgets = settings["tool"]["slowfuse"]["plain_english"]
    faults: list[str] = []
    for kind, texts in (("messages", read_messages()), ("papers", read_papers()), ("docs", read_docs())):
        hits = find_hits(texts)
        faults += judge(kind, hits, budgets[kind])
        if len(hits) < budgets[kind]:
            print(f"Plain English: only {len(hits)} hits in {kind}; lower the budget in pyproject.toml.")  # noqa: T201
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
