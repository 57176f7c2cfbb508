"""A whole bot: it answers every question of its player at random."""

import os
import random

from slowfuse import Client, SeatView, play


def choose(match: SeatView) -> dict[str, object]:
    answer = random.choice(match["answers"])
    print(match["code"], answer)
    return answer


with Client(os.environ["SLOWFUSE_TOKEN"], os.environ["SLOWFUSE_SITE"]) as client:
    play(client, choose)
