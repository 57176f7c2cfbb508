"""Notes stand in their writer's book, which anybody has, and no longer twice."""

from __future__ import annotations

from django.db import migrations
from django.db.migrations.state import StateApps


def into_the_book(apps: StateApps, _editor: object) -> None:
    """A note beside the table comes before what the book says of the same match: it is the older one."""
    Note, Bookmark = apps.get_model("talk", "Note"), apps.get_model("matches", "Bookmark")
    for note in Note.objects.order_by("pk").iterator():
        kept = Bookmark.objects.filter(match=note.match_id, player=note.player_id).first()
        if kept is None:
            Bookmark.objects.create(
                match_id=note.match_id, player_id=note.player_id, favourite=False, note=note.text, at=note.written_at
            )
        elif note.text != kept.note:
            kept.note = f"{note.text}\n\n{kept.note}".strip()
            kept.save(update_fields=["note"])


def beside_the_table(apps: StateApps, _editor: object) -> None:
    """Back again; what was only in the book stays there, too."""
    Note, Bookmark = apps.get_model("talk", "Note"), apps.get_model("matches", "Bookmark")
    for kept in Bookmark.objects.exclude(note="").order_by("pk").iterator():
        Note.objects.create(match_id=kept.match_id, player_id=kept.player_id, text=kept.note, written_at=kept.at)


class Migration(migrations.Migration):
    dependencies = [("talk", "0002_comments"), ("matches", "0016_bookmark")]

    operations = [
        migrations.RunPython(into_the_book, beside_the_table),
        migrations.DeleteModel("Note"),
    ]
