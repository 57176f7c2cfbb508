"""What may be refused at a match: an answer, an order, a proposal, a look; and a match that is set aside."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from apps.common.errors import Busy, DomainError

SANDBOX = gettext_lazy(
    "You’re only trying things out here, so there are no other players to ask. Close and delete this "
    "table when you’re done."
)
"""Why a sandbox does not do what a table of people does."""


class MatchRefused(DomainError):
    """What was asked does not fit the state of the match."""


class NotSeated(DomainError):
    """The player does not sit at this table."""

    status = 403
    sentence = gettext_lazy("You’re not at this table.")


class Malformed(DomainError):
    """The words are no action of the game. What is wrong with them is for programmers, and stands in its notes."""

    status = 400
    sentence = gettext_lazy("We didn’t understand that move. Please choose again.")

    def __init__(self, what: str = "") -> None:
        super().__init__()
        self.add_note(what)


class OrderMalformed(Malformed):
    """The words are no standing order of the game."""

    sentence = gettext_lazy("We didn’t understand that standing order. Please check the numbers.")


class NoSuchOrder(DomainError):
    """No standing order is called so."""

    status = 400
    sentence = gettext_lazy("This game doesn’t have that standing order.")


class ProposalMalformed(Malformed):
    """The words are no proposal."""

    sentence = gettext_lazy("You can’t propose that here.")


class MoveImpossible(DomainError):
    """What pages make of the rules' own `Illegal`."""

    status = 422
    sentence = gettext_lazy("That move isn’t possible now. Here is the table as it stands.")


class Gone(DomainError):
    """The question is no longer open: answered already, or out of time."""

    sentence = gettext_lazy("Too late: that move has already been made. Here is the table as it stands.")


class Paused(Gone):
    """The match stands still: the question stays open, and is answered when the match goes on."""

    sentence = gettext_lazy(
        "The match is paused. Your move wasn’t played, but nothing is lost. You can move when the match resumes."
    )


class NoHints(MatchRefused):
    """Nobody is told at this table what Flint would do: somebody else plays there, has played or may, or it counts."""

    status = 403
    sentence = gettext_lazy("Flint only gives hints against bots, in matches that don’t count for anything.")


class AvailabilityRefused(DomainError):
    """Quiet hours or a vacation that cannot be."""


class Hidden(DomainError):
    """The observer may not be looked at: somebody else's seat, or the referee, while the match runs."""

    status = 403
    sentence = gettext_lazy(
        "During a match, you can only view it as yourself or as a spectator. Everything is shown once it’s over."
    )


class NoSuchMove(DomainError):
    """The match has no such move."""

    status = 404
    sentence = gettext_lazy("We can’t find that move in this match.")


class NotOver(DomainError):
    """A match that still runs has no whole story to tell."""

    status = 404
    sentence = gettext_lazy("The match isn’t over yet.")


class TableBusy(Busy):
    """The lock in the way was that of a table."""

    sentence = gettext_lazy("This table is busy right now. Nothing was changed. Please try again.")


class SetAside(DomainError):
    """The match is nobody's to go on with until an organiser has looked at it. Which one it is stands in its notes."""

    status = 503
    sentence = gettext_lazy("An organiser needs to look at this match before it can continue. Nothing is lost.")

    def __init__(self, code: str = "") -> None:
        super().__init__()
        self.add_note(f"Match {code}")


class Stuck(SetAside):
    """The match cannot settle what lapsed. Nothing was written."""


class Unreadable(SetAside):
    """The log of the match cannot be read."""
