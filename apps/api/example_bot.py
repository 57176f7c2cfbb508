"""A whole bot: it answers every question of its player at random. It needs only Python."""

import json
import os
import random
import time
import urllib.request
from typing import Any

SITE, TOKEN = os.environ["SLOWFUSE_SITE"].rstrip("/"), os.environ["SLOWFUSE_TOKEN"]


def ask(path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/v1{path}", data, headers)) as response:
        return json.load(response)


while True:
    for question in ask("/me/questions/"):
        seat = ask(f"/matches/{question['match']}/seat/")
        if seat["answers"]:
            answer = {"key": question["key"], "action": random.choice(seat["answers"])}
            ask(f"/matches/{question['match']}/answers/", answer)
            print(question["match"], answer["action"])
    time.sleep(3)
