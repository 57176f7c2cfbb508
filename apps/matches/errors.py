"""Refusals of a match: of an answer, a standing order, a proposal or a view, and of a match that is set aside."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import Busy, DomainError

SANDBOX_REFUSAL = gettext_lazy(
    "You’re only trying things out here, so there are no other players to ask. Close and delete this "
    "table when you’re done."
)
"""Why a sandbox doesn't offer what a real table does."""


class MatchRefused(DomainError):
    """Raised if a request doesn't fit the state of the match."""


class NotSeated(DomainError):
    """Raised if the player doesn't sit at this table."""

    status = 403
    sentence = gettext_lazy("You’re not at this table.")


class Malformed(DomainError):
    """Raised if the fields aren't an action of the game. The details are for programmers, in its notes."""

    status = 400
    sentence = gettext_lazy("We didn’t understand that move. Please choose again.")

    def __init__(self, what: str = "") -> None:
        super().__init__()
        self.add_note(what)


class OrderMalformed(Malformed):
    """Raised if the fields aren't a standing order of the game."""

    sentence = gettext_lazy("We didn’t understand that standing order. Please check the numbers.")


class NoSuchOrder(DomainError):
    """Raised if no standing order has this ticket."""

    status = 400
    sentence = gettext_lazy("This game doesn’t have that standing order.")


class ProposalMalformed(Malformed):
    """Raised if the fields aren't a proposal."""

    sentence = gettext_lazy("You can’t propose that here.")


class MoveImpossible(DomainError):
    """The form in which pages show the rules' own `Illegal`."""

    status = 422
    sentence = gettext_lazy("That move isn’t possible now. Here is the table as it stands.")


class Gone(DomainError):
    """Raised if the question is no longer open, because it was answered or expired."""

    sentence = gettext_lazy("Too late: that move has already been made. Here is the table as it stands.")


class Paused(Gone):
    """Raised if the match is paused. The question stays open until the match goes on."""

    sentence = gettext_lazy(
        "The match is paused. Your move wasn’t played, but nothing is lost. You can move when the match resumes."
    )


class NoHints(MatchRefused):
    """Raised if a match offers no hints, because others play, have played or could play there, or it counts."""

    status = 403
    sentence = gettext_lazy("Flint only gives hints against bots, in matches that don’t count for anything.")


class AvailabilityRefused(DomainError):
    """Raised for impossible quiet hours or vacations."""


class Hidden(DomainError):
    """Raised for a view that the observer can't have: another player's seat, or the referee, while the match runs."""

    status = 403
    sentence = gettext_lazy(
        "During a match, you can only view it as yourself or as a spectator. Everything is shown once it’s over."
    )


class NoSuchMove(DomainError):
    """Raised if the match has no such move."""

    status = 404
    sentence = gettext_lazy("We can’t find that move in this match.")


class NotOver(DomainError):
    """Raised if the match is still running, so that its whole story can't be shown."""

    status = 404
    sentence = gettext_lazy("The match isn’t over yet.")


class TableBusy(Busy):
    """Raised if the lock in the way was that of a table."""

    sentence = gettext_lazy("This table is busy right now. Nothing was changed. Please try again.")


class SetAside(DomainError):
    """Raised for a match that no one can continue until an organiser has checked it. Its notes name the match."""

    status = 503
    sentence = gettext_lazy("An organiser needs to look at this match before it can continue. Nothing is lost.")

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.add_note(f"Match {code}")


class Stuck(SetAside):
    """Raised if the match can't settle what has expired. Nothing was written."""


class Unreadable(SetAside):
    """Raised if the log of the match can't be read."""
