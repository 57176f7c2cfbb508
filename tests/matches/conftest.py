"""What the tests of matches share."""

from __future__ import annotations

from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started
from tests.factories.fixtures import organiser as organiser
