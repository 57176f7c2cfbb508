"""`manage.py digest [--all]`: calculate what the archive and the hall of fame show, from the logs."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from apps.matches.models import Match
from apps.matches.selectors.digests import find_undigested_matches
from apps.matches.services.digests import digest_match


class Command(BaseCommand):
    help = "Compute the digests and feats of finished matches: the missing ones, as the nightly task does, or all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="compute every finished match again")

    def handle(self, *_args: object, all: bool, **_options: object) -> None:  # noqa: A002
        matches = Match.objects.filter(status=Match.Status.OVER).order_by("pk") if all else find_undigested_matches()
        codes = list(matches.values_list("code", flat=True))
        for code in codes:
            digest_match(code)
        self.stdout.write(f"{len(codes)} digests computed.")
