"""What was said in clubs, and reported, stands on their boards, a thousand at a time: nobody waits for it.

Everything keeps its number, so that addresses stay what they were, and who is cut off in the middle begins again.
"""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connection, migrations, transaction
from django.db.migrations.state import StateApps
from django.db.models import F, Model, QuerySet

_AT_ONCE = 1000


def copy(apps: StateApps, _editor: object) -> None:
    """A club has a board as soon as something was said there."""
    Club, Board = apps.get_model("clubs", "Club"), apps.get_model("talk", "Board")
    for club in Club.objects.filter(board=None, messages__isnull=False).distinct().order_by("pk"):
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(board=Board.objects.create())
    messages = apps.get_model("clubs", "Message").objects.filter(club__board__isnull=False)
    messages = messages.values("pk", "author_id", "at", "text", "hidden_at", board_id=F("club__board"))
    _insert(messages, apps.get_model("talk", "Post"))
    # Of a version before that goes on writing meanwhile, some may be about what came too late.
    there = apps.get_model("talk", "Post").objects.values("pk")
    reports = apps.get_model("clubs", "Report").objects.filter(message__in=there)
    told = ("reporter_id", "reason", "words", "at", "verdict", "settled_at", "settled_by_id")
    _insert(reports.values("pk", *told, post_id=F("message")), apps.get_model("talk", "PostReport"))


def count_on(apps: StateApps, _editor: object) -> None:
    """PostgreSQL does not know of numbers that it was given."""
    models = [apps.get_model("talk", name) for name in ("Post", "PostReport")]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _insert(rows: QuerySet, model: type[Model]) -> None:
    after = 0
    while some := list(rows.filter(pk__gt=after).order_by("pk")[:_AT_ONCE]):
        model.objects.bulk_create([model(**row) for row in some], ignore_conflicts=True)
        after = some[-1]["pk"]


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('clubs', '0002_board'),
        ('talk', '0004_boards'),
    ]

    operations = [
        migrations.RunPython(copy, migrations.RunPython.noop),
        migrations.RunPython(count_on, migrations.RunPython.noop),
    ]
