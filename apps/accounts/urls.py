"""Addresses of people's own pages."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.usersessions import views as sessions
from django.urls import path

from apps.accounts import rests, views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("me/", views.me, name="me"),
    path("me/quiet/", rests.quiet, name="quiet"),
    path("me/vacation/", rests.vacation, name="vacation"),
    path("me/vacation/back/", rests.back, name="back"),
    path("me/vacation/off/", rests.call_off, name="call_off"),
    # It stands before Django's own and has its address.
    path("i18n/setlang/", views.choose_language, name="choose_language"),
    # These stand before allauth's own and have its addresses.
    path("accounts/signup/", views.not_for_guests(views.SignUpView.as_view()), name="account_signup"),
    path("accounts/email/", views.not_for_guests(allauth.email), name="account_email"),
    path("accounts/password/reset/", views.ResetView.as_view(), name="account_reset_password"),
    path("accounts/password/set/", views.not_for_guests(allauth.password_set), name="account_set_password"),
    path("accounts/password/change/", views.not_for_guests(allauth.password_change), name="account_change_password"),
    path("accounts/reauthenticate/", views.not_for_guests(allauth.reauthenticate), name="account_reauthenticate"),
    path("accounts/2fa/", views.not_for_guests(mfa.index), name="mfa_index"),
    path("accounts/2fa/totp/activate/", views.not_for_guests(totp.activate_totp), name="mfa_activate_totp"),
    path("accounts/2fa/webauthn/add/", views.not_for_guests(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path(
        "accounts/2fa/recovery-codes/generate/",
        views.not_for_guests(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("accounts/sessions/", views.not_for_guests(sessions.list_usersessions), name="usersessions_list"),
]
