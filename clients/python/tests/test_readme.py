"""Tests that what the README shows is the example that is tested."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_bot_of_the_readme_is_the_example() -> None:
    [shown] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    example = (ROOT / "examples" / "random_bot.py").read_text(encoding="utf-8")
    assert textwrap.dedent("   " + shown).strip() == example.partition("\n\n")[2].strip()
    assert len(example.splitlines()) <= 40
