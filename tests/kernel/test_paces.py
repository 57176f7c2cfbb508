"""Tests of the seconds for each kind of question, by pace."""

from __future__ import annotations

from apps.kernel.paces import DAY, HOUR, build_paces


def test_each_pace_has_the_seconds_of_every_kind_of_question() -> None:
    assert build_paces(turn=(60, DAY, 3 * DAY, 7 * DAY), reply=(20, HOUR, 2 * HOUR, DAY)) == {
        "live": {"turn": 60, "reply": 20},
        "daily": {"turn": 86400, "reply": 3600},
        "relaxed": {"turn": 3 * 86400, "reply": 7200},
        "weekly": {"turn": 7 * 86400, "reply": 86400},
    }
