"""Players' own pages. Login and passwords are allauth's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Final, cast

from allauth.account.stages import LoginStageController
from allauth.account.utils import setup_user_email
from allauth.account.views import PasswordResetView, SignupView
from allauth.mfa.stages import AuthenticateStage
from django import forms
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from apps.accounts.errors import MailUnsent, NameTaken, NoGuestAccount
from apps.accounts.forms import KeepForm, MeForm
from apps.accounts.models import Player
from apps.accounts.services import guests, languages, security
from apps.common import clocks, rate_limits
from apps.matches.engine import availability
from apps.matches.services.availability import load_rest_plan, prepare_time_zone_change
from apps.matches.views.guards import handle_match_errors

MAX_CHALLENGES_IN_10_MINUTES: Final = 20
"""How many logins with a passkey an address can start in 10 minutes."""


@require_POST
def enter_as_guest(request: HttpRequest) -> HttpResponse:
    """Let a visitor in as a guest."""
    player = guests.get_or_create_player(request)
    guests.log_in(request, player)
    return HttpResponseRedirect(_get_next_url(request))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1")
@login_required
def upgrade_guest(request: HttpRequest) -> HttpResponse:
    """Turn a guest's account into a full one."""
    player = _get_player(request)
    if not player.guest:
        return redirect("accounts:me")
    copy = Player.objects.get(pk=player.pk)  # The form writes to it, and a refused name must not show in the bar.
    if request.method != "POST":
        return render(request, "account/keep.html", {"form": KeepForm(instance=copy)})
    rate_limits.enforce_rate_limit(
        what="keep",
        who=str(player.pk),
        most=20,
        seconds=600,
        sentence=_("Too many attempts. Please wait 10 minutes."),
    )
    form = KeepForm(request.POST, instance=copy)
    if not form.is_valid() or not _save_upgraded_account(form):
        return render(request, "account/keep.html", {"form": form}, status=400)
    update_session_auth_hash(request, copy)
    if copy.email:
        setup_user_email(request, copy, []).send_confirmation(request)
    messages.success(request, _("Your account is ready, %(name)s. Everything is where you left it.") % {"name": copy})
    return redirect("accounts:me")


def _save_upgraded_account(form: KeepForm) -> bool:
    """Store the account, and return whether that worked."""
    chosen = form.cleaned_data
    try:
        guests.upgrade_guest(
            player=form.instance,
            username=chosen["username"],
            password=chosen["password1"],
            email=chosen["email"],
        )
    except NameTaken as refusal:
        form.add_error("username", str(refusal))
    except NoGuestAccount as refusal:
        form.add_error(None, str(refusal))
    return form.is_valid()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_match_errors
def show_account(request: HttpRequest) -> HttpResponse:
    """Show and change name, language and time zone, with links to all other settings."""
    now = clocks.now()
    copy = Player.objects.get(pk=_get_player(request).pk)  # As above.
    if request.method != "POST":
        return _render_account(request, MeForm(instance=copy), now)
    form = MeForm(request.POST, instance=copy)
    if not form.is_valid() or not _save_account_changes(form, now):
        return _render_account(request, form, now, status=400)
    guests.forget_awaited_zone(request)
    _get_player(request).language = copy.language
    translation.activate(copy.language or translation.get_language_from_request(request))
    messages.success(request, _("Saved."))
    response = redirect("accounts:me")
    if not copy.language:
        languages.delete_language_cookie(response)
    return response


def _render_account(request: HttpRequest, form: MeForm, now: datetime, *, status: int = 200) -> HttpResponse:
    player = _get_player(request)
    context = {
        "form": form,
        "plan": load_rest_plan(player=player.pk, now=now),
        "doors": () if player.guest else security.find_authenticator_kinds(player=player.pk),
        "away_most": availability.VACATION_DAYS_A_YEAR,
    }
    return render(request, "account/me.html", context, status=status)


def _save_account_changes(form: MeForm, now: datetime) -> bool:
    """Store the changes, and return whether the name was still free."""
    player = form.instance
    try:
        with transaction.atomic():
            prepare_time_zone_change(player=player.pk, zone=player.time_zone, now=now)
            player.save(update_fields=["username", "language", "time_zone"])
    except IntegrityError:
        form.add_error("username", str(NameTaken()))
    return form.is_valid()


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language through Django for visitors. Players also get it everywhere they log in."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and languages.is_known_language(language):
        languages.save_language(player=_get_player(request), language=language)
    return set_language(request)


class SignUpView(SignupView):
    """allauth's sign-up, with an error on the form if someone else has just taken the name."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameTaken as refusal:
            form.add_error("username", str(refusal))
            return self.form_invalid(form)


class ResetView(PasswordResetView):
    """allauth's password reset. While the mail server is unreachable, the form stays and says so for any address."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except MailUnsent as refusal:
            form.add_error(None, str(refusal))
            return self.render_to_response(self.get_context_data(form=form), status=refusal.status)


def not_for_guests(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Send guests to the page that turns theirs into a full account, instead of allauth's account pages."""

    @wraps(view)
    def or_keep(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated and _get_player(request).guest:
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return or_keep


def only_for_accounts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Send visitors to the login, and guests to the page that turns theirs into a full account.

    When allauth asks for the password again, it stores what was sent in the session, even for visitors.
    """
    return login_required(not_for_guests(view))


def for_guests_too(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let guests use an allauth login page, which turns logged-in users away.

    Guests keep their own account until they log in to another one.
    """

    @wraps(view)
    def as_nobody(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        before = request.user
        if not before.is_authenticated or not _get_player(request).guest:
            return view(request, *args, **kwargs)
        request.user = AnonymousUser()
        response = view(request, *args, **kwargs)
        if not request.user.is_authenticated:
            request.user = before  # The page is rendered after this, with their name in its bar.
        return response

    return as_nobody


def limit_challenges(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Limit how often an address can get a challenge for a passkey, because allauth stores each in a session."""

    @wraps(view)
    def limited(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method != "POST":  # allauth limits answers with passkeys.
            rate_limits.enforce_rate_limit(
                what="challenge",
                who=rate_limits.get_client_address(request),
                most=MAX_CHALLENGES_IN_10_MINUTES,
                seconds=600,
                sentence=_("Too many attempts. Please wait 10 minutes."),
            )
        return view(request, *args, **kwargs)

    return limited


@require_POST
def cancel_login(request: HttpRequest) -> HttpResponse:
    """Forget a login that is waiting for its second step, and nothing else. Guests keep their seats."""
    stage = LoginStageController.enter(request, AuthenticateStage.key)
    return redirect("account_login") if stage is None else cast("HttpResponse", stage.abort())


def _get_player(request: HttpRequest) -> Player:
    return cast("Player", request.user)


def _get_next_url(request: HttpRequest) -> str:
    """Return where the visitor wanted to go if it's one of our pages, or else the front page."""
    target = request.POST.get(REDIRECT_FIELD_NAME, "")
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else reverse("front")
