"""The schedule of Celery's beat, with every task that runs by itself."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from celery.schedules import crontab


class Entry(TypedDict):
    """A task, and when it's sent."""

    task: str
    schedule: float | crontab
    options: dict[str, float]
    kwargs: NotRequired[dict[str, object]]


def build_beat_schedule(*, sweep_seconds: float, notice_seconds: float, hosted: bool) -> dict[str, Entry]:
    """Return `CELERY_BEAT_SCHEDULE`.

    :param hosted: whether this installation is hosted rather than on someone's own machine
    """
    entries: dict[str, Entry] = {
        "settle-matches": {
            "task": "apps.matches.tasks.settle_matches",
            "schedule": sweep_seconds,
            "options": {"expires": max(10 * sweep_seconds, 10)},
        },
        # The next two are queued when they're needed, and here only in case a message was lost.
        "think": {
            "task": "apps.matches.tasks.think",
            "schedule": 2 * sweep_seconds,
            "options": {"expires": max(10 * sweep_seconds, 10)},
        },
        "analyse": {
            "task": "apps.matches.tasks.analyse",
            "schedule": 5 * sweep_seconds,
            "options": {"expires": max(10 * sweep_seconds, 10)},
        },
        "count-reliability": {
            "task": "apps.matches.tasks.count_reliability",
            "schedule": 300,
            "options": {"expires": 300},
        },
        "digest-latest": {
            "task": "apps.matches.tasks.digest_latest",
            "schedule": 60,
            "options": {"expires": 60},
        },
        "digest-missing": {
            "task": "apps.matches.tasks.digest_missing",
            "schedule": crontab(hour=4, minute=47),
            "options": {"expires": 60 * 60},
        },
        "write-dumps": {
            "task": "apps.matches.tasks.write_dumps",
            "schedule": crontab(hour=5, minute="*/2"),  # Most nights it only sees that nothing is missing.
            "options": {"expires": 120},
        },
        "look-after-tables": {
            "task": "apps.lobby.tasks.look_after",
            "schedule": 30,
            "options": {"expires": 60},
        },
        "send-invitations": {
            "task": "apps.lobby.tasks.send_invitations",
            "schedule": 4 * notice_seconds,  # Invited people without an account aren't sitting there waiting.
            "options": {"expires": max(4 * notice_seconds, 10)},
        },
        "look-after-tournaments": {
            "task": "apps.tournaments.tasks.look_after_tournaments",
            "schedule": 20,
            "options": {"expires": 60},
        },
        "compact-matches": {
            "task": "apps.tournaments.tasks.compact_matches",
            "schedule": 300,
            "options": {"expires": 300},
        },
        "rate-matches": {
            "task": "apps.ratings.tasks.rate_matches",
            "schedule": 10,
            "options": {"expires": 10},
        },
        "count-figures": {
            "task": "apps.ratings.tasks.count_figures",
            "schedule": crontab(hour=4, minute=37),
            "options": {"expires": 60 * 60},
        },
        "mine-puzzles": {
            "task": "apps.puzzles.tasks.mine_puzzles",
            "schedule": crontab(hour=2, minute="*/2"),
            "options": {"expires": 60},
        },
        "publish-puzzles": {
            "task": "apps.puzzles.tasks.publish_puzzles",
            "schedule": crontab(minute=1),
            "options": {"expires": 60 * 60},
        },
        "tell": {
            "task": "apps.notices.tasks.tell",
            "schedule": notice_seconds,
            "options": {"expires": max(4 * notice_seconds, 10)},
        },
        "look-around": {
            "task": "apps.notices.tasks.look_around",
            "schedule": 300,
            "options": {"expires": 300},
        },
        "forget-notices": {
            "task": "apps.notices.tasks.forget",
            "schedule": crontab(hour=4, minute=37),
            "options": {"expires": 60 * 60},
        },
        "send-webhook-messages": {
            "task": "apps.webhooks.tasks.send_messages",
            "schedule": notice_seconds,
            "options": {"expires": max(4 * notice_seconds, 10)},
        },
        "look-around-for-webhooks": {
            "task": "apps.webhooks.tasks.look_around",
            "schedule": 300,
            "options": {"expires": 300},
        },
        "forget-webhook-messages": {
            "task": "apps.webhooks.tasks.delete_old_messages",
            "schedule": crontab(hour=4, minute=37),
            "options": {"expires": 60 * 60},
        },
        "tidy": {
            "task": "apps.lobby.tasks.tidy",
            # At a time of day, because beat stores nothing. If it were restarted every evening, it would never see a
            # day pass.
            "schedule": crontab(hour=4, minute=17),
            "options": {"expires": 60 * 60},
        },
    }
    if not hosted:
        # Your own machine may be off at night, so it looks for tomorrow's puzzles a few seconds at a time.
        entries["mine-puzzles"] |= {
            "kwargs": {"seconds": 4, "stock": 1, "idle": True},
            "schedule": 10,
            "options": {"expires": 10},
        }
        entries["publish-puzzles"] |= {"kwargs": {"days": 5}, "schedule": 60, "options": {"expires": 60}}
    return entries
