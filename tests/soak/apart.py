"""Checks for a site on two machines: one continues while the other is cut off, and news crosses between them."""

from __future__ import annotations

import http.client
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import permutations
from typing import Final

from django.db import connections
from django.utils import timezone

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.models import Move, Outage, Question
from apps.matches.services import play
from tests.soak.house import House
from tests.soak.load import TAKEN, Notes, Visitor, any_answer, pass_time, posted
from tests.soak.machines import Machine, until, well

TAKES: Final = 18.0
"""The number of seconds that one machine and then the other are cut off and come back."""
GIVEN_BACK: Final = 15.0
"""The number of seconds after which a cut-off machine holds nothing."""
RECOVERED: Final = 20.0
"""The number of seconds after which a machine that was cut off serves and settles as before."""
HEARD: Final = 3.0
"""The number of seconds until a page gets news written on the other machine."""
QUIET: Final = 2.0
"""The number of seconds after which a new stream has sent everything it doesn't know yet."""
SOON: Final = 2.0
"""The number of seconds until the deadline of a match under test."""
_HOLDING: Final = """
import sys, time, django
django.setup()
from django.db import transaction
from apps.matches.models import Match
from tests.soak.load import pass_time
pass_time(sys.argv[1], to=float(sys.argv[2]))
with transaction.atomic():
    list(Match.objects.select_for_update().filter(code=sys.argv[1]))
    print("in the middle", flush=True)
    time.sleep(600)
"""


def cut_off(house: House) -> list[str]:
    """Cut off the first machine in the middle of a transaction, and right after it is back, the other one."""
    if len(house.machines) == 1:
        return []
    connections.close_all()  # They could have been cut, too.
    first, second = house.machines
    held, outages = _begun(), Outage.objects.count()
    with _in_hand(house, first, held), house.cut_off(first):
        wrong = _settled(held, GIVEN_BACK, f"in hand at {first.name}, which was cut off")
    if Outage.objects.count() > outages:
        wrong.append(f"the house was taken for closed while only {first.name} was cut off")
    served = until(lambda: well([first]), f"{first.name} serves nothing after it was cut off", RECOVERED)
    print(f"  {first.name} serves {served:.1f} s after it was cut off")
    left = _begun()
    with house.cut_off(second):
        pass_time(left, to=SOON)
        wrong += _settled(left, RECOVERED, f"left to {first.name}, which was cut off before")
    return wrong


def unheard(machines: Sequence[Machine]) -> list[str]:
    """Return the news that a page of one machine doesn't get from another."""
    wrong = []
    for writer, hearer in permutations(machines, 2):
        seconds = _heard(writer, hearer)
        if seconds is None:
            wrong.append(f"{hearer.name} did not hear what was written on {writer.name}")
        else:
            print(f"  {hearer.name} heard of {writer.name} after {1000 * seconds:.0f} ms")
    return wrong


def _begun() -> str:
    """Return a match of people who do nothing else."""
    people = [Player.objects.get_or_create(username=f"apart{n}")[0] for n in range(2)]
    game = load_games()["fuse"]
    sitters = [play.Sitter(player=person.pk) for person in people]
    setup = game.setup(2, game.meta.quick_options)
    return play.start_match(game="fuse", setup=setup, pace=game.meta.paces["daily"], seats=sitters, now=timezone.now())


@contextmanager
def _in_hand(house: House, machine: Machine, code: str) -> Iterator[None]:
    """Lock the match, which is due soon, on this machine and never finish.

    Without a cable to cut, nothing is locked, because a process that is only stopped can keep what it holds.
    """
    if not machine.cable:
        pass_time(code, to=SOON)
        yield
        return
    command = [*machine.prefix, sys.executable, "-c", _HOLDING, code, str(SOON)]
    env = house.environment(machine)
    holder = subprocess.Popen(
        command, cwd=house.code, env=env, stdout=subprocess.PIPE, stderr=house.logs[machine], text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "in the middle\n"
        yield
    finally:
        holder.kill()
        holder.communicate()


def _settled(code: str, seconds: float, which: str) -> list[str]:
    """Return the problem if a match that is due in a second isn't settled after this number of seconds."""
    try:
        took = until(lambda: Move.objects.filter(match__code=code, cause=Move.Cause.CLOCK).exists(), "", seconds + SOON)
    except TimeoutError:
        return [f"a match was not settled within {seconds:.0f} s of its deadline: {which}"]
    print(f"  settled {took - SOON:.1f} s after its deadline: {which}")
    return []


def _heard(writer: Machine, hearer: Machine) -> float | None:
    """Return the seconds from an answer there to the news of it here, or None if it never comes."""
    code, luck, heard = _begun(), random.Random(1), list[float]()
    seat, key = Question.objects.filter(match__code=code, answered=False).values_list("seat", "key")[0]
    visitor = Visitor(Player.objects.get(seats__match__code=code, seats__index=seat), [writer], Notes())
    with closing(http.client.HTTPConnection(hearer.address, hearer.live, timeout=30)) as stream:
        stream.request("GET", f"/live/{code}/", headers={"Host": "localhost", "Cookie": visitor.cookie})
        threading.Thread(target=_listen, args=[stream.getresponse(), heard], daemon=True).start()
        time.sleep(QUIET)
        before, asked = len(heard), time.monotonic()
        taken = visitor.ask("POST", f"/m/{code}/answer/", posted(key, any_answer(code, seat, key, luck)))
        if taken not in TAKEN:
            return None
        with suppress(TimeoutError):
            until(lambda: len(heard) > before, "", HEARD)
            return heard[before] - asked
    return None


def _listen(answer: http.client.HTTPResponse, heard: list[float]) -> None:
    with suppress(OSError, ValueError, AttributeError):  # The reader of the stream closes it.
        while line := answer.readline():
            if line == b"event: news\n":
                heard.append(time.monotonic())
