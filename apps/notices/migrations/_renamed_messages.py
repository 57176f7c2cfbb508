"""Messages that rows hold, in earlier wordings and in the current one.

Read by the migrations, and for one release by `apps.notices.wording`: until the last process of the version before has
stopped, it still writes the old ones.
"""

from typing import Any, Final

from django.db.migrations.state import StateApps

RENAMED: Final = {
    "%(browser)s: Open Slow Fuse there to turn it on again.": "To turn it on again, open Slow Fuse in this browser: %(browser)s",
    "%(by)s asks to be let into %(club)s": "%(by)s wants to join %(club)s",
    "%(by)s invites you into the club %(club)s": "%(by)s has invited you to join the club %(club)s",
    "%(by)s invites you to %(game)s": "%(by)s has invited you to play %(game)s",
    "%(by)s proposes a pause in %(game)s": "%(by)s proposes pausing %(game)s",
    "%(by)s proposes to go on in %(game)s": "%(by)s proposes resuming %(game)s",
    "%(by)s proposes to look for a substitute in %(game)s": "%(by)s proposes finding a substitute in %(game)s",
    "%(by)s proposes to play %(game)s day by day from now on": "%(by)s proposes playing %(game)s at Daily pace from now on",
    "%(by)s proposes to play %(game)s live from now on": "%(by)s proposes playing %(game)s at Live pace from now on",
    "%(by)s waits for you in %(game)s": "%(by)s is waiting for you in %(game)s",
    "%(count)s people take part.": "%(count)s entrants are playing.",
    "%(name)s challenges you: %(ladder)s": "%(name)s has challenged you: %(ladder)s",
    "%(tournament)s begins without you": "%(tournament)s started without you",
    "%(tournament)s needs players: %(count)s of %(least)s so far": "%(tournament)s needs more entrants: %(count)s of %(least)s so far",
    "%(tournament)s needs you": "%(tournament)s needs your attention",
    "%(tournament)s needs you: %(count)s of %(least)s have come": "%(tournament)s needs more entrants: %(count)s of %(least)s so far",
    "A bot plays for you: %(game)s with %(people)s": "A bot is playing for you: %(game)s with %(people)s",
    "A place became free, you take part: %(tournament)s": "A place opened up, and you’re in: %(tournament)s",
    "A table of a round that was published could not be dealt.": "A table in a published round couldn’t start.",
    "A webhook of yours is switched off": "We’ve switched off one of your webhooks",
    "Begins soon: %(tournament)s": "Starts soon: %(tournament)s",
    "If no more players enter by %(time)s, it will be cancelled.": "If there aren’t enough entrants by %(time)s, it will be cancelled.",
    "If not enough players enter by %(time)s, it will be cancelled.": "If there aren’t enough entrants by %(time)s, it will be cancelled.",
    "If there are no more on %(time)s, it is called off.": "If there aren’t enough entrants by %(time)s, it will be cancelled.",
    "It answered with HTTP status %(status)s; it should be 200.": "The server answered with HTTP status %(status)s instead of 200.",
    "It begins on %(time)s.": "It starts on %(time)s.",
    "It begins on %(time)s. If you cannot play, withdraw: somebody else may take your place.": "It starts on %(time)s. If you can’t play, withdraw so that someone else can take your place.",
    "It begins: %(tournament)s": "Started: %(tournament)s",
    "It could not begin: too few people, or they cannot be divided into tables.": "It couldn’t start. There are too few entrants, or they can’t be divided into tables.",
    "It did not answer in time.": "The server didn’t answer in time.",
    "It is about the seat of %(whose)s.": "The substitute would take over %(whose)s’s seat.",
    "It is done as soon as everybody at the table who is there agrees.": "This takes effect once every active player agrees.",
    "It needs more players to start on %(time)s.": "It needs more entrants to start on %(time)s.",
    "It takes more people to begin on %(time)s.": "It needs more entrants to start on %(time)s.",
    "Its game is not in the house any more. It stands still; you can cancel it.": "Its game is no longer on this site. The tournament can’t continue, but you can cancel it.",
    "Its length in days: %(days)s.": "Pause length (days): %(days)s.",
    "Last call: %(game)s with %(people)s": "Deadline soon: %(game)s with %(people)s",
    "Length in days: %(days)s.": "Pause length (days): %(days)s.",
    "Many wrong passwords for your account": "Many failed logins to your account",
    "News of %(tournament)s": "News from %(tournament)s",
    "No secure connection: its certificate may be wrong or out of date.": "We couldn’t connect securely. The certificate may be invalid or out of date.",
    "Nobody answered there, or the connection broke.": "The server didn’t answer, or the connection was lost.",
    "Over: %(game)s with %(people)s": "Match over: %(game)s with %(people)s",
    "Over: %(tournament)s": "%(tournament)s is over",
    "Round %(round)s of %(tournament)s waits for you to publish it": "Round %(round)s of %(tournament)s is ready to publish",
    "Say on its page that you are there. It begins on %(time)s, and whoever has not checked in by then is taken out.": "It starts on %(time)s. Check in on its page before then, or you’ll be removed.",
    "Since %(time)s somebody has been trying passwords. If that is not you: your account is not locked, you log in as always. A long password that you use nowhere else, or a passkey, keeps others out.": "Someone has been trying passwords since %(time)s. Your account isn’t locked, and you can log in as usual. If it wasn’t you, keep others out with a passkey or a long password that you use nowhere else.",
    "Somebody joined your team: %(tournament)s": "Someone joined your team: %(tournament)s",
    "Someone has been trying passwords since %(time)s. Your account isn’t locked, and you can log in as usual. If it wasn’t you, a long password that you use nowhere else, or a passkey, keeps others out.": "Someone has been trying passwords since %(time)s. Your account isn’t locked, and you can log in as usual. If it wasn’t you, keep others out with a passkey or a long password that you use nowhere else.",
    "The address is not one that we send to.": "We don’t send anything to addresses like this.",
    "The field did not divide into tables, or was full.": "The tournament was full, or the entrants couldn’t be divided evenly into tables.",
    "The host is not on the public Internet; we send nothing there.": "The host isn’t on the public Internet, so we don’t send anything there.",
    "The house ended the match; nobody won.": "We ended the match. There’s no winner.",
    "The organisers took you out: %(tournament)s": "You’ve been removed from a tournament: %(tournament)s",
    "The tournament was full, or not all entrants could be divided into tables.": "The tournament was full, or the entrants couldn’t be divided evenly into tables.",
    "There is no host of that name.": "We can’t find a host with that name.",
    "What waits for you": "Matches waiting for you",
    "When it began, your team was too few for all boards.": "Your team didn’t have enough players for every board at the start.",
    "You are in the club %(club)s": "You’re now a member of the club %(club)s",
    "You are invited to a tournament: %(tournament)s": "You’ve been invited to a tournament: %(tournament)s",
    "You are not in your team any more: %(tournament)s": "You’re no longer in your team: %(tournament)s",
    "You are on the waiting list: %(tournament)s": "You’re on the waiting list: %(tournament)s",
    "You are out of %(tournament)s for now": "You’re out of %(tournament)s for now",
    "You are out of the league: %(league)s": "You’re out of the league: %(league)s",
    "You are the captain of your team now: %(tournament)s": "You’re now the captain of your team: %(tournament)s",
    "You are through to the knockout: %(tournament)s": "You’re through to the knockout: %(tournament)s",
    "You came in at place %(place)s of %(count)s.": "You finished %(place)s of %(count)s.",
    "You came in at place %(place)s of %(seats)s.": "You finished %(place)s of %(seats)s.",
    "You did not come to a table. Say on its page that you are back, and you play the next round.": "You missed a match. Press “I’m back” on the tournament’s page to play in the next round.",
    "You had not checked in when it began. If newcomers may still join, its page lets you come back.": "You hadn’t checked in by the start. If newcomers can still join, you can rejoin on the tournament’s page.",
    "You hadn’t checked in by the start. If newcomers can still join, you can come back on the tournament’s page.": "You hadn’t checked in by the start. If newcomers can still join, you can rejoin on the tournament’s page.",
    "You missed a table. Say on the tournament’s page that you’re back, and you’ll play in the next round.": "You missed a match. Press “I’m back” on the tournament’s page to play in the next round.",
    "You move up as soon as somebody leaves; then you are told.": "You’ll move up when someone leaves. We’ll let you know.",
    "You or another organiser can let them in, on the page of its members.": "You or another organiser can accept them on the members page.",
    "You stand at place %(place)s now: %(ladder)s": "You’re now %(place)s: %(ladder)s",
    "You take part: %(tournament)s": "You’re in: %(tournament)s",
    "You were absent in its lowest division. You can join again whenever you like.": "You were absent from its lowest division. You can join again whenever you like.",
    "You were absent in its lowest division. You may join again whenever you like.": "You were absent from its lowest division. You can join again whenever you like.",
    "Your mail server did not take our mails.": "Your mail server rejected our e-mails.",
    "Your table still plays. On %(time)s the house ends it.": "Your table is still playing. We’ll end it on %(time)s.",
    "You’re now in the club %(club)s": "You’re now a member of the club %(club)s",
}

A_BATCH: Final = 500


def rename(apps: StateApps, schema_editor: object) -> None:  # noqa: ARG001 -- as Django calls it
    """Rename what rows of notices, wishes and webhooks hold."""
    rename_notices(apps.get_model("notices", "Notice").objects)
    for model in ("Wishes", "Webhook"):
        for row in apps.get_model("notices", model).objects.exclude(trouble="").order_by("pk"):
            if row.trouble in RENAMED:
                row.trouble = RENAMED[row.trouble]
                row.save(update_fields=["trouble"])


def rename_notices(notices: Any) -> None:
    """Rename in batches, each in a transaction of its own: new notices arrive meanwhile."""
    last = 0
    while rows := list(notices.filter(pk__gt=last).only("pk", "words").order_by("pk")[:A_BATCH]):
        changed = []
        for row in rows:
            last = row.pk
            renamed = {part: RENAMED[row.words[part]] for part in ("title", "text") if row.words.get(part) in RENAMED}
            if renamed:
                row.words = {**row.words, **renamed}
                changed.append(row)
        notices.bulk_update(changed, ["words"])
