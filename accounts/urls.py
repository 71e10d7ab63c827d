"""The URLs of accounts: our own pages, then allauth's."""

from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts.views import (
    account,
    bots,
    inviting,
    joining,
    language,
    mailed_links,
    password_link,
    preferences,
    tokens,
)

urlpatterns = [
    path("", account.account, name="account"),
    path("name/", account.change_name, name="change-name"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("days-off/", preferences.days_off, name="days-off"),
    path("language/", language.choose_language, name="language"),
    path("zone/", language.browser_zone, name="browser-zone"),
    path("muted/", preferences.muted, name="muted"),
    path("data/", account.my_data, name="my-data"),
    path("delete/", account.delete, name="delete_account"),
    path("password/link/<str:token>/", password_link.password_link, name="password-link"),
    path("sessions/", account.sessions, name="sessions"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("bots/", bots.bots, name="bots"),
    path("invitations/", inviting.invitations, name="invitations"),
    path("second-factor/", include("allauth.mfa.urls")),
    path("join/", joining.ask_for_code, name="join"),
    path("join/<str:code>/", joining.join, name="join_with_code"),
    path("signup/", RedirectView.as_view(pattern_name="join"), name="account_signup"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        mailed_links.ConfirmAddressView.as_view(),
        name="account_confirm_email",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        mailed_links.NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("", include("allauth.account.urls")),
]
