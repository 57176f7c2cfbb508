"""URLs of players' own pages."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.usersessions import views as sessions
from django.urls import path, re_path

from apps.accounts.views import access_tokens, account, availability, faces, preferences
from apps.common.faces import DRAWABLE_SEED

app_name = "accounts"
urlpatterns = [
    path("guest/", account.enter_as_guest, name="guest"),
    path("keep/", account.upgrade_guest, name="keep"),
    path("me/", account.show_account, name="me"),
    path("me/preferences/", preferences.show_preferences, name="preferences"),
    path("me/tokens/", account.only_for_accounts(access_tokens.manage_access_tokens), name="tokens"),
    path("me/tokens/<int:key>/revoke/", access_tokens.revoke_access_token, name="revoke_token"),
    path("me/face/", faces.choose_avatar, name="choose_face"),
    re_path(rf"^face/(?P<seed>{DRAWABLE_SEED})\.svg$", faces.show_avatar, name="face"),
    path("shortcuts/", preferences.show_shortcuts, name="shortcuts"),
    path("me/quiet/", availability.show_quiet_hours, name="quiet"),
    path("me/vacation/", availability.show_vacation, name="vacation"),
    path("me/vacation/back/", availability.return_from_vacation, name="back"),
    path("me/vacation/off/", availability.cancel_planned_vacation, name="call_off"),
    # This precedes Django's own view at the same URL.
    path("i18n/setlang/", account.choose_language, name="choose_language"),
    # These precede allauth's own views at the same URLs.
    path("accounts/login/", account.for_guests_too(allauth.login), name="account_login"),
    path("accounts/signup/", account.not_for_guests(account.SignUpView.as_view()), name="account_signup"),
    path("accounts/email/", account.not_for_guests(allauth.email), name="account_email"),
    path("accounts/password/reset/", account.ResetView.as_view(), name="account_reset_password"),
    path("accounts/password/set/", account.not_for_guests(allauth.password_set), name="account_set_password"),
    path("accounts/password/change/", account.not_for_guests(allauth.password_change), name="account_change_password"),
    path("accounts/reauthenticate/", account.not_for_guests(allauth.reauthenticate), name="account_reauthenticate"),
    path("accounts/2fa/", account.not_for_guests(mfa.index), name="mfa_index"),
    path("accounts/2fa/authenticate/", account.for_guests_too(mfa.authenticate), name="mfa_authenticate"),
    path("accounts/2fa/authenticate/cancel/", account.cancel_login, name="cancel_login"),
    path(
        "accounts/2fa/webauthn/login/",
        account.limit_challenges(account.for_guests_too(passkeys.login_webauthn)),
        name="mfa_login_webauthn",
    ),
    path("accounts/2fa/totp/activate/", account.only_for_accounts(totp.activate_totp), name="mfa_activate_totp"),
    path("accounts/2fa/webauthn/add/", account.only_for_accounts(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path("accounts/2fa/webauthn/keys/<int:pk>/remove/", account.only_for_accounts(passkeys.remove_webauthn)),
    path("accounts/2fa/webauthn/keys/<int:pk>/edit/", account.only_for_accounts(passkeys.edit_webauthn)),
    path(
        "accounts/2fa/recovery-codes/generate/",
        account.only_for_accounts(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("accounts/sessions/", account.not_for_guests(sessions.list_usersessions), name="usersessions_list"),
]
