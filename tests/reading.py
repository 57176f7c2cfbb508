"""Helpers that read pages and e-mails."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser


def words(text: str) -> set[str]:
    """Return all words of a text.

    Searching its letters for a short name would sometimes find it in a code or a token.
    """
    return set(re.findall(r"\w+", text))


class Form:
    """A form as a browser without scripts would send it."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fixed: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.boxes: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []

    def filled(self, luck: random.Random) -> dict[str, str]:
        """Return what it sends if someone chooses blindly."""
        words = dict(self.fixed)
        words |= {name: luck.choice(values) for name, values in self.choices.items()}
        words |= {name: value for name, value in self.boxes.items() if luck.random() < 0.5}
        name, value = luck.choice(self.buttons)
        return words | ({name: value} if name else {})


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page that have a button, even one elsewhere on the page."""
    reader = _Reader()
    reader.feed(page)
    return [form for form in reader.forms if form.buttons]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.named: dict[str, Form] = {}
        self.select: tuple[str, bool] = ("", False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(said.get("action", "")))
            self.named[said.get("id", f"form {len(self.forms)}")] = self.forms[-1]
        if not self.forms:
            return
        form, name, value = self.forms[-1], said.get("name", ""), said.get("value", "")
        if tag == "input" and said.get("type") == "hidden":
            form.fixed[name] = value
        elif tag == "input" and said.get("type") == "number":
            form.choices[name] = [said["min"], said["max"]]
        elif tag == "input" and said.get("type") == "checkbox":
            form.boxes[name] = value
        elif tag == "input" and said.get("type") == "radio":
            form.choices.setdefault(name, []).append(value)
        elif tag == "select":
            self.select = (name, "required" in said)
            form.choices[name] = []
        elif tag == "option" and (value or not self.select[1]):
            form.choices[self.select[0]].append(value)
        elif tag == "button" and said.get("type") != "button":
            self.named.get(said.get("form", ""), form).buttons.append((name, value))
