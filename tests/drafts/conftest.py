"""Fixtures of drafts: the game of the tutorial, and those that the tests of matches have, too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from unittest import mock

import pytest
from django.template.engine import Engine

from apps.games import load_games
from apps.kernel.game import AnyGame
from tests.drafts.tutorial import import_game, write_game
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.fixtures import quick as quick


@pytest.fixture(scope="session")
def gulls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    """Return the game that the tutorial builds, with its templates."""
    folder = tmp_path_factory.mktemp("tutorial")
    with mock.patch.dict(load_games()):
        load_games().pop("gulls", None)  # Readers of the page have one of that name.
        write_game("gulls", folder)
    sys.path.insert(0, str(folder))
    folders = Engine.get_default().dirs
    folders.append(str(folder / "gulls/templates"))
    yield import_game("gulls")
    folders.pop()
    sys.path.remove(str(folder))
