"""`manage.py verify CODE | --file F | --all | --sample N`: re-run finished matches from their seeds."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from apps.games import load_games
from apps.kernel.record import Record, Unreadable, find_first_difference, parse_record
from apps.kernel.table import REFEREE
from apps.kernel.verify import Verdict, verify_record
from apps.matches import errors
from apps.matches.models import Match
from apps.matches.selectors import match_export, match_view


class Command(BaseCommand):
    help = "Re-run finished matches from their revealed seeds and compare every fact."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("code", nargs="?", help="code of a match")
        which.add_argument("--file", type=Path, help="exported match")
        which.add_argument("--all", action="store_true", help="every finished match")
        which.add_argument(
            "--sample", type=int, metavar="N", help="this many finished matches, chosen at random each time"
        )

    def handle(
        self,
        *_args: object,
        file: Path | None,
        sample: int | None,
        code: str | None,
        all: bool,  # noqa: A002 -- as it is typed
        **_options: object,
    ) -> None:
        if file is not None:
            results = [(str(file), *_run_check(partial(_verify_foreign_record, _load_record_file(file))))]
        else:
            codes = _list_wanted_codes(sample=sample, code=code, all=all)
            results = [(match, *_run_check(partial(_verify_own_match, match))) for match in codes]
        for name, verdict, more in results:
            right = f"OK: {verdict.facts} facts{more}" if verdict.right else f"WRONG: {verdict.wrong}"
            self.stdout.write(f"{name}: {right}")
        wrong = sum(not verdict.right for _, verdict, _ in results)
        if wrong:
            raise CommandError(f"{wrong} of {len(results)} matches failed verification.")
        if not results:
            self.stdout.write("No match has finished yet.")
        elif sample is not None:
            facts = sum(verdict.facts for _, verdict, _ in results)
            self.stdout.write(
                f"{len(results)} of {len(_find_finished_codes())} finished matches re-run, {facts} facts OK."
            )


def _list_wanted_codes(*, code: str | None, all: bool, sample: int | None) -> list[str]:  # noqa: A002 -- as it is typed
    if sample is not None and sample < 1:
        raise CommandError("--sample must be at least 1.")
    return _find_finished_codes(sample) if all or sample is not None else [str(code)]


def _find_finished_codes(sample: int | None = None) -> list[str]:
    """Return the codes of all finished matches, or of a random sample of this size."""
    found = Match.objects.filter(status=Match.Status.OVER).order_by("pk" if sample is None else "?")
    return list(found.values_list("code", flat=True)[:sample])


def _run_check(check: Callable[[], tuple[Verdict, str]]) -> tuple[Verdict, str]:
    """Return the verdict of a check. An unreadable log is a verdict, too, so that the others are still checked."""
    try:
        return check()
    except errors.Unreadable as error:
        return Verdict(facts=0, wrong=f"The log cannot be read: {error.__cause__}"), ""


def _verify_own_match(code: str) -> tuple[Verdict, str]:
    return _verify_record(_load_match_record(code)), ""


def _load_match_record(code: str) -> Record:
    try:
        loaded = match_view.load_match(code)
    except Match.DoesNotExist as error:
        raise CommandError(f"No match with the code {code}.") from error
    if loaded.match.status != Match.Status.OVER:
        raise CommandError(f"Match {code} is not over, so its seed is still secret.")
    return match_export.build_match_record(loaded, observer=REFEREE)


def _load_record_file(file: Path) -> Record:
    try:
        return parse_record(file.read_bytes().splitlines())
    except OSError as error:
        raise CommandError(f"Could not read {file}: {error.strerror}.") from error
    except Unreadable as error:
        raise CommandError(f"{file}: {error}") from error


def _verify_foreign_record(record: Record) -> tuple[Verdict, str]:
    """Verify a record from outside, and return the verdict with a note on whether this installation has the match."""
    verdict = _verify_record(record)
    if not verdict.right:
        return verdict, ""
    code = record.header.code
    try:
        status = Match.objects.filter(code=code).values_list("status", flat=True).first()
    except DatabaseError:  # Checking a file needs no installation.
        return verdict, ", but there is no database to compare it with"
    if status is None:
        return verdict, ", but this installation does not have the match"
    if status != Match.Status.OVER:
        return verdict, f", but match {code} is not over in this installation"
    if part := find_first_difference(record, _load_match_record(code)):
        wrong = f"The record follows the rules, but differs from match {code} in this installation: {part}."
        return Verdict(facts=verdict.facts, wrong=wrong), ""
    return verdict, ", the same as in this installation"


def _verify_record(record: Record) -> Verdict:
    game = load_games().get(record.header.game)
    if game is None:
        return Verdict(facts=0, wrong=f"No game called “{record.header.game}” here.")
    return verify_record(game, record)
