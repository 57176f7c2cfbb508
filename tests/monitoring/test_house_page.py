"""Tests of the House page of the admin, which shows the server's state without Prometheus."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.matches.models import SweepRun
from apps.matches.services import sweep_runs, uptime
from apps.monitoring import figures, wording
from apps.monitoring.figures import Figure, Kind, Verdict
from tests.factories.people import browser, staff
from tests.processes import environment, running

pytestmark = pytest.mark.django_db
PAGE = "/admin/monitoring/house/"
ADVICE = "Check that beat, clock and the broker are running."

EMBEDDED = """
import django
django.setup()
from celery import current_app
from apps.monitoring.selectors import queues
for n in range(3):
    current_app.send_task("nothing", [n], queue="thinking")
print(queues.get_queue_lengths(), flush=True)
"""


def every_kind() -> list[Kind]:
    return [each for each in vars(figures).values() if isinstance(each, Kind)]


@pytest.fixture
def lively() -> None:
    uptime.record_pulse(now=timezone.now())
    sweep_runs.note_sweep_run(now=timezone.now())


def test_every_figure_has_its_words() -> None:
    assert {kind.name for kind in every_kind()} == set(wording.FIGURE_WORDS)
    for kind in every_kind():
        can_be_bad = kind.late < float("inf") or kind.less_is_worse
        assert bool(wording.FIGURE_WORDS[kind.name].advice) == can_be_bad, (
            f"{kind.name} says what to do if it can be bad"
        )


def test_a_house_where_all_is_well_gives_no_advice(organiser: Client, lively: None) -> None:
    page = organiser.get(PAGE)
    assert page.status_code == 200
    assert {line.said for line in page.context["lines"]} == {"OK"}
    assert not any(line.advice for line in page.context["lines"])
    assert {line.title for line in page.context["lines"]} >= {
        "Last deadline sweep",
        "Messages in the queue “clock”",
    }


def test_a_sweep_that_stopped_is_said_on_the_page_with_what_to_do(organiser: Client, lively: None) -> None:
    SweepRun.objects.update(at=timezone.now() - timedelta(hours=5))
    page = organiser.get(PAGE).content.decode()
    assert ADVICE in page
    assert "5 h" in page
    assert '<tr class="failing">' in page


def test_the_page_can_be_had_in_every_language(organiser: Client, lively: None) -> None:
    SweepRun.objects.update(at=timezone.now() - timedelta(hours=5))
    german = organiser.get(PAGE, headers={"accept-language": "de"}).content.decode()
    french = organiser.get(PAGE, headers={"accept-language": "fr"}).content.decode()
    assert "Letzte Prüfung der Fristen" in german
    assert "Dernier contrôle des échéances" in french
    assert ADVICE not in german + french


def test_the_admin_leads_there(organiser: Client) -> None:
    assert f'href="{PAGE}"' in organiser.get("/admin/").content.decode()


def test_staff_sees_it_with_the_permission_and_not_without() -> None:
    assert browser(staff("ada", "view_house")).get(PAGE).status_code == 200
    assert browser(staff("ben", "view_match")).get(PAGE).status_code == 403
    assert f'href="{PAGE}"' not in browser(staff("cleo", "view_match")).get("/admin/").content.decode()


def test_players_are_asked_to_log_in(at: Any, ada: Any) -> None:
    assert at(ada).get(PAGE).status_code == 302
    assert at().get(PAGE).status_code == 302


def test_a_database_that_is_away_is_said_in_words() -> None:
    line = wording.build_monitoring_line(Figure(figures.DATABASE, 0, Verdict.FAILING))
    assert (line.value, line.said, line.advice.partition(".")[0]) == ("no", "failing", "Nothing works without it")


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0 s"), (119.4, "119 s"), (120, "2 min"), (7199, "119 min"), (90_000, "25 h")]
)
def test_how_long_is_said_as_people_say_it(seconds: float, said: str) -> None:
    assert wording.format_value(figures.SWEEP, seconds) == said


def test_what_is_not_known_is_said_so() -> None:
    assert wording.format_value(figures.BACKUP, None) == "unknown"


def test_the_embedded_house_shows_how_many_messages_lie_in_its_folder(tmp_path: Any) -> None:
    """Check a broker that is a folder, into which one process puts three messages and counts them."""
    with running(EMBEDDED, env=environment(tmp_path, broker="filesystem://localhost//")) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "{'clock': 0, 'outbound': 0, 'thinking': 3, 'insights': 0, 'default': 0}\n"
