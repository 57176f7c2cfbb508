"""What every template keeps to, whatever page it is on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
TEMPLATES = sorted(path for folder in ("templates", "apps", "tests") for path in (HOUSE / folder).rglob("*.html"))
BUTTON = re.compile(r"<button\b[^>]*>")


@pytest.mark.once
def test_a_button_of_a_form_elsewhere_says_that_it_submits() -> None:
    """htmx listens to what says so and to forms: what another one says is lost where no form is around it."""
    buttons = [(path, button) for path in TEMPLATES for button in BUTTON.findall(path.read_text())]
    outside = [(path, button) for path, button in buttons if " form=" in " ".join(button.split())]
    assert len(outside) > 5
    assert [path.name for path, button in outside if 'type="submit"' not in button] == []
