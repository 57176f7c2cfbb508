"""The least a turn can cost here: lock the match, insert the rows of a turn as raw SQL, answer 200."""

from __future__ import annotations

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

FACTS = (
    (31, '{"type":"laid","seat":1,"card":57}'),
    (4, '{"type":"saw","to":[1],"seat":1,"card":99}'),
)


@csrf_exempt
def bare(request: HttpRequest, match: int, move: int, fact: int) -> HttpResponse:
    now = timezone.now()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM matches_match WHERE id = %s FOR NO KEY UPDATE", [match])
        cursor.execute(
            "INSERT INTO matches_move (match_id, number, at, cause, seat, key, action, audience)"
            " VALUES (%s, %s, %s, 'seat', 1, 'turn:1', '{\"type\":\"lay\",\"card\":57}', 31)",
            [match, move, now],
        )
        cursor.execute(
            "INSERT INTO matches_fact (match_id, n, move, audience, event)"
            " VALUES (%s, %s, %s, %s, %s), (%s, %s, %s, %s, %s)",
            [value for i, (mask, event) in enumerate(FACTS) for value in (match, fact + i, move, mask, event)],
        )
        cursor.execute(
            "UPDATE matches_question SET seat = 2, key = %s, opened_at = %s, due_at = %s, lapses_at = %s"
            " WHERE match_id = %s",
            [f"turn:{move}", now, now, now, match],
        )
        cursor.execute("UPDATE matches_match SET moves = %s, facts = %s, wake_at = %s WHERE id = %s",
                       [move, fact + 2, now, match])  # fmt: skip
    return HttpResponse()
